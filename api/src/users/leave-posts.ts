import type { Db } from '@carewatch/platform/database/client'
import { branchNurses, companies, users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { withdrawAskedBy } from '../invitations/withdraw.ts'

/** Nobody is looked after, managed, nursed or invited by somebody who is gone. */
export async function leavePosts(tx: Db, userId: number): Promise<void> {
  await tx.update(users).set({ supervisorId: null }).where(eq(users.supervisorId, userId))
  await tx.update(companies).set({ managerId: null }).where(eq(companies.managerId, userId))
  await withdrawAskedBy(tx, userId)
  await tx.delete(branchNurses).where(eq(branchNurses.userId, userId))
}
