import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { userStatusChange as contract } from '@carewatch/contracts/http/users'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { audit } from '../access/audit.ts'
import { endSessions } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { handBackTasks, publishTasks } from '../tasks/hand-back.ts'
import { userById } from '../users/detail.ts'
import { getManageableUser } from '../users/find-user.ts'
import { refuseLastAdmin, refuseYourself } from '../users/rights.ts'
import { holdUser, saveUser } from '../users/save.ts'
import { refuseLastReached, takeTurns } from './hand-over.ts'

/** Lets a person in, or no longer: then every sign-in of theirs ends, somebody else is reached by what would have reached them, and what they had to do is nobody's. */
export async function changeUserStatus(
  parts: Pick<Services, 'db' | 'facts' | 'feed'>,
  caller: Caller,
  { uuid: key, isActive }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const { db, facts } = parts
  // Whom they would leave alone is asked of every house.
  const change = () =>
    db.transaction(async (tx) => {
      const person = await getManageableUser(tx, caller, key)
      refuseYourself(caller, person)
      if (!isActive) await takeTurns(tx)
      if (person.role === 'ADMIN' && !isActive) await refuseLastAdmin(tx, person)
      await holdUser(tx, person)
      if (!isActive && person.isActive) await refuseLastReached({ db: tx, facts }, caller, person)
      await saveUser(tx, person, { columns: { isActive } })
      if (!isActive) await endSessions(tx, person.id)
      const tasks = isActive ? [] : await handBackTasks(tx, caller, { userId: person.id })
      const { uuid, companyId } = person
      const trace = { action: 'statusChanged', entity: 'user', detail: { isActive } } as const
      await audit(tx, caller, { ...trace, uuid, companyId })
      return { id: person.id, tasks }
    })
  const { id, tasks } = await forCompany(undefined, change)
  await publishTasks(parts, tasks)
  return { user: await userById(db, caller, id) }
}
