import type { Db } from '@carewatch/platform/database/client'
import { duties } from '@carewatch/migrations/schema/escalation'
import { beacons } from '@carewatch/migrations/schema/rooms'
import { branchNurses, companies, users } from '@carewatch/migrations/schema/people'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { withdrawAskedBy } from '../invitations/withdraw.ts'

/** Nobody is looked after or nursed by them. */
export async function leaveNursing(tx: Db, userId: number): Promise<void> {
  await tx.update(users).set({ supervisorId: null }).where(eq(users.supervisorId, userId))
  await tx.delete(branchNurses).where(eq(branchNurses.userId, userId))
}

/** No company names them as who manages it. */
export async function leaveManaging(tx: Db, userId: number): Promise<void> {
  await tx.update(companies).set({ managerId: null }).where(eq(companies.managerId, userId))
}

/** Their duty ends now, and none is to come. */
export async function endDuties(tx: Db, userId: number): Promise<void> {
  const now = new Date()
  const isAhead = and(eq(duties.userId, userId), isNull(duties.deletedAt), gt(duties.toAt, now))
  await tx
    .update(duties)
    .set({ deletedAt: now })
    .where(and(isAhead, gt(duties.fromAt, now)))
  await tx.update(duties).set({ toAt: now }).where(isAhead)
}

/** Their tag is nobody's. */
async function leaveTags(tx: Db, userId: number): Promise<void> {
  await tx.update(beacons).set({ staffId: null }).where(eq(beacons.staffId, userId))
}

/** Nobody is looked after, managed, nursed or invited by somebody who is gone. */
export async function leavePosts(tx: Db, userId: number): Promise<void> {
  await leaveNursing(tx, userId)
  await endDuties(tx, userId)
  await leaveTags(tx, userId)
  await leaveManaging(tx, userId)
  await withdrawAskedBy(tx, userId)
}
