import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { changePasswordByAdmin as contract } from '@carewatch/contracts/http/users'
import { Refusal } from '@carewatch/contracts/refusal'
import { users } from '@carewatch/migrations/schema/people'
import { sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { setPassword } from '../auth/set-password.ts'
import type { Services } from '../services.ts'
import { getManageableUser } from './find-user.ts'
import { answerOf, firstPassword } from './first-password.ts'
import { refuseUsed, refuseYourself } from './rights.ts'

/** Gives an account that nobody used yet a password for a day, and tells its person. One's own is changed with the old one. */
export async function changePasswordByAdmin(
  services: Services,
  caller: Caller,
  { userUuid, newPassword }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const { db, mail, throttle } = services
  const person = await getManageableUser(db, caller, userUuid)
  refuseYourself(caller, person)
  refuseUsed(person, 'passwordTheirs')
  const choice = { person, chosen: newPassword, field: 'newPassword' } as const
  const first = await firstPassword(services, caller, choice)
  await db.transaction(async (tx) => {
    // Again: they may have become somebody the caller may not touch, or have chosen their own meanwhile.
    const { id, uuid, companyId } = await getManageableUser(tx, caller, person.uuid)
    const onlyIf = {
      holds: sql`${users.mustChangePassword}`,
      refuse: new Refusal('conflict', 'passwordTheirs'),
    }
    await setPassword(tx, id, { hash: first.hash, chosenBy: 'somebodyElse', onlyIf })
    const detail = { made: newPassword === undefined }
    await audit(tx, caller, { action: 'passwordSet', entity: 'user', uuid, companyId, detail })
  })
  await throttle.succeeded({ account: person.uuid })
  mail.sendFirstPassword(person, 'passwordSet', first.mailed)
  return answerOf(first)
}
