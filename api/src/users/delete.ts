import type { Db } from '@carewatch/platform/database/client'
import { branchNurses, companies, users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { endSessions } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import { withdrawAskedBy } from '../invitations/withdraw.ts'
import { getManageableUser } from './find-user.ts'
import { leaveIdentity } from './others-of.ts'
import { refuseLastAdmin, refuseYourself } from './rights.ts'
import { holdUser, saveUser } from './save.ts'
import { refuseOwner } from './update.ts'

/** Nobody is looked after, managed, nursed or invited by somebody who is gone. */
export async function leavePosts(tx: Db, userId: number): Promise<void> {
  await tx.update(users).set({ supervisorId: null }).where(eq(users.supervisorId, userId))
  await tx.update(companies).set({ managerId: null }).where(eq(companies.managerId, userId))
  await withdrawAskedBy(tx, userId)
  await tx.delete(branchNurses).where(eq(branchNurses.userId, userId))
}

/** The row stays for the history that names it; nobody sees it or signs in to it. */
export async function deleteUser(db: Db, caller: Caller, key: string): Promise<null> {
  await db.transaction(async (tx) => {
    const person = await getManageableUser(tx, caller, key)
    refuseYourself(caller, person)
    if (person.role === 'ADMIN') await refuseLastAdmin(tx, person)
    await holdUser(tx, person)
    await refuseOwner(tx, person)
    await saveUser(tx, person, { columns: { deletedAt: new Date(), isActive: false } })
    await leavePosts(tx, person.id)
    await endSessions(tx, person.id)
    await leaveIdentity(tx, person)
    const { uuid, companyId } = person
    await audit(tx, caller, { action: 'deleted', entity: 'user', uuid, companyId })
  })
  return null
}
