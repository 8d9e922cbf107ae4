import type { Db } from '@carewatch/platform/database/client'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { audit } from '../access/audit.ts'
import { endSessions } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { getManageableUser, type Person } from '../users/find-user.ts'
import { endTies, refuseUnlessHandedOver, takeTurns } from './hand-over.ts'
import { leavePosts } from '../users/leave-posts.ts'
import { leaveIdentity } from '../users/others-of.ts'
import { refuseLastAdmin, refuseYourself } from '../users/rights.ts'
import { holdUser, saveUser } from '../users/save.ts'

type Parts = Pick<Services, 'db' | 'facts'>

/** The row stays for the history that names it; nobody sees it or signs in to it. */
export async function letGo(tx: Db, caller: Caller, person: Person): Promise<void> {
  await saveUser(tx, person, { columns: { deletedAt: new Date(), isActive: false } })
  await endTies(tx, person)
  await leavePosts(tx, person.id)
  await endSessions(tx, person.id)
  await leaveIdentity(tx, person)
  const { uuid, companyId } = person
  await audit(tx, caller, { action: 'deleted', entity: 'user', uuid, companyId })
}

export async function deleteUser({ db, facts }: Parts, caller: Caller, key: string): Promise<null> {
  // What they have to hand over is asked of every house.
  await forCompany(undefined, () =>
    db.transaction(async (tx) => {
      const person = await getManageableUser(tx, caller, key)
      refuseYourself(caller, person)
      await takeTurns(tx)
      if (person.role === 'ADMIN') await refuseLastAdmin(tx, person)
      await holdUser(tx, person)
      await refuseUnlessHandedOver({ db: tx, facts }, caller, person)
      await letGo(tx, caller, person)
    }),
  )
  return null
}
