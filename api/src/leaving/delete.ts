import type { Db } from '@carewatch/platform/database/client'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { audit } from '../access/audit.ts'
import { endSessions } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { handBackTasks, publishTasks } from '../tasks/hand-back.ts'
import { getManageableUser, type Person } from '../users/find-user.ts'
import { endTies, refuseUnlessHandedOver, takeTurns } from './hand-over.ts'
import { leavePosts } from '../users/leave-posts.ts'
import { leaveIdentity } from '../users/others-of.ts'
import { refuseLastAdmin, refuseYourself } from '../users/rights.ts'
import { holdUser, saveUser } from '../users/save.ts'

type Parts = Pick<Services, 'db' | 'facts' | 'feed'>

/** The row stays for the history that names it; nobody sees it or signs in to it. Answers which tasks are nobody's now. */
export async function letGo(tx: Db, caller: Caller, person: Person): Promise<number[]> {
  await saveUser(tx, person, { columns: { deletedAt: new Date(), isActive: false } })
  await endTies(tx, person)
  await leavePosts(tx, person.id)
  const tasks = await handBackTasks(tx, caller, { userId: person.id })
  await endSessions(tx, person.id)
  await leaveIdentity(tx, person)
  const { uuid, companyId } = person
  await audit(tx, caller, { action: 'deleted', entity: 'user', uuid, companyId })
  return tasks
}

export async function deleteUser(parts: Parts, caller: Caller, key: string): Promise<null> {
  const { db, facts } = parts
  // What they have to hand over is asked of every house.
  const tasks = await forCompany(undefined, () =>
    db.transaction(async (tx) => {
      const person = await getManageableUser(tx, caller, key)
      refuseYourself(caller, person)
      await takeTurns(tx)
      if (person.role === 'ADMIN') await refuseLastAdmin(tx, person)
      await holdUser(tx, person)
      await refuseUnlessHandedOver({ db: tx, facts }, caller, person)
      return letGo(tx, caller, person)
    }),
  )
  await publishTasks(parts, tasks)
  return null
}
