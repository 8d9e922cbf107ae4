import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { userStatusChange as contract } from '@carewatch/contracts/http/users'
import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import { endSessions } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import { userById } from './detail.ts'
import { getManageableUser } from './find-user.ts'
import { refuseLastAdmin, refuseYourself } from './rights.ts'
import { saveUser } from './save.ts'

/** Lets a person in, or no longer: then every sign-in of theirs ends. */
export async function changeUserStatus(
  db: Db,
  caller: Caller,
  { uuid: key, isActive }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const id = await db.transaction(async (tx) => {
    const person = await getManageableUser(tx, caller, key)
    refuseYourself(caller, person)
    if (person.role === 'ADMIN' && !isActive) await refuseLastAdmin(tx, person)
    await saveUser(tx, person, { columns: { isActive } })
    if (!isActive) await endSessions(tx, person.id)
    const { uuid, companyId } = person
    await audit(tx, caller, {
      action: 'statusChanged',
      entity: 'user',
      uuid,
      companyId,
      detail: { isActive },
    })
    return person.id
  })
  return { user: await userById(db, caller, id) }
}
