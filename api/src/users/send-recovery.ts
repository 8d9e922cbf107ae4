import { Refusal } from '@carewatch/contracts/refusal'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { keepToken, newToken } from '../auth/set-password.ts'
import type { Services } from '../services.ts'
import { getManageableUser } from './find-user.ts'

/** For somebody who lost their password: nobody but their own mailbox gets the link. */
export async function sendRecoveryTo({ db, mail }: Services, caller: Caller, key: string): Promise<null> {
  const token = newToken()
  const person = await db.transaction(async (tx) => {
    const person = await getManageableUser(tx, caller, key)
    if (!mail.isConfigured) throw new Refusal('conflict', 'noMail')
    await keepToken(tx, person.identityId ?? person.id, token)
    const { uuid, companyId } = person
    await audit(tx, caller, { action: 'linkSent', entity: 'user', uuid, companyId })
    return person
  })
  mail.sendRecovery(person, token)
  return null
}
