import { assignments } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, sql } from 'drizzle-orm'

export type Assignment = typeof assignments.$inferSelect

// What is done and what is still planned is asked, and no clock: a moment that is kept to the millisecond may lie after the now() of the
// transaction that writes it.

/** A condition on `assignments`: it has begun, and what that brings about is done. */
export const hasBegun = sql`(${assignments.dueAt} is distinct from ${assignments.startedAt})`
/** A condition on `assignments`: nobody ended it, though its end may be planned. */
export const isNotEnded = sql`(${assignments.endedAt} is null or ${assignments.dueAt} is not null)`

/** The same for a row. */
export const begun = ({ startedAt, dueAt }: Assignment): boolean => dueAt?.getTime() !== startedAt.getTime()
export const ended = ({ endedAt, dueAt }: Assignment): boolean => endedAt !== null && dueAt === null

/** A condition on `assignments`: in which this device is worn now. */
export const wornNow = (deviceId: number) => and(eq(assignments.deviceId, deviceId), hasBegun, isNotEnded)

/** Whether somebody wears a device now. */
export const isWorn = async (tx: Db, deviceId: number): Promise<boolean> =>
  (await tx.$count(assignments, wornNow(deviceId))) > 0

/** Who wears a device now, held until the transaction ends. */
export async function holdAssignment(tx: Db, deviceId: number): Promise<Assignment | undefined> {
  const [row] = await tx.select().from(assignments).where(wornNow(deviceId)).for('update')
  return row
}

/** Who wore, wears and is to wear a device, the first first, held until the transaction ends. */
export const holdAssignments = (tx: Db, deviceId: number): Promise<Assignment[]> =>
  tx
    .select()
    .from(assignments)
    .where(eq(assignments.deviceId, deviceId))
    .orderBy(asc(assignments.startedAt), asc(assignments.id))
    .for('update')

/** Who wears a device now; null: nobody, as far as is known. */
export async function presentWearerId(tx: Db, deviceId: number): Promise<number | null> {
  const [row] = await tx.select({ wearerId: assignments.wearerId }).from(assignments).where(wornNow(deviceId))
  return row?.wearerId ?? null
}
