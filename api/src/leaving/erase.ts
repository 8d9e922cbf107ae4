import { permissions } from '@carewatch/contracts/permissions'
import { forCompany } from '@carewatch/platform/database/company-scope'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { handBackTasks, publishTasks } from '../tasks/hand-back.ts'
import { forgetUser } from '../users/erase/erase.ts'
import { getErasableUser } from '../users/find-user.ts'
import { refuseLastAdmin, refuseYourself } from '../users/rights.ts'
import { holdUser } from '../users/save.ts'
import { refuseLastReached, takeTurns } from './hand-over.ts'

/** Without a `feed`, as on the command line, open screens learn of their tasks when they ask again. Of staff somebody else first takes over what would reach nobody; families are erased when they ask for it. */
export async function eraseUser(
  parts: Pick<Services, 'db' | 'facts'> & Partial<Pick<Services, 'feed'>>,
  caller: Caller,
  key: string,
): Promise<null> {
  const { db, facts, feed } = parts
  // Whom they would leave alone is asked of every house.
  const tasks = await forCompany(undefined, () =>
    db.transaction(async (tx) => {
      const person = await getErasableUser(tx, caller, key)
      refuseYourself(caller, person)
      const isStaff = permissions.seeDuties.some((role) => role === person.role)
      if (isStaff) await takeTurns(tx)
      if (person.role === 'ADMIN') await refuseLastAdmin(tx, person)
      await holdUser(tx, person)
      if (isStaff) await refuseLastReached({ db: tx, facts }, caller, person)
      const handedBack = await handBackTasks(tx, caller, { userId: person.id })
      await forgetUser(tx, caller, person)
      return handedBack
    }),
  )
  if (feed) await publishTasks({ db, feed }, tasks)
  return null
}
