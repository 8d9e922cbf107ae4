import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import type { Tx } from './steps.ts'

/** Of `alarms`: what is part of an outage and was never told by itself: as thousands of them may be, they follow their outage in one statement. */
export const isHeldBack: SQL = sql`(${alarms.incidentId} is not null and ${alarms.category} = 'TECHNICAL'
  and not exists (select from ${notifications} where ${notifications.alarmId} = ${alarms.id}))`

const openOf = (outageIds: readonly number[]): SQL | undefined =>
  and(inArray(alarms.incidentId, [...outageIds]), isHeldBack, isNull(alarms.closedAt))

/** The ids of the outages among these. */
export const outagesAmong = (of: readonly Pick<typeof alarms.$inferSelect, 'id' | 'kind'>[]): number[] =>
  of.filter(({ kind }) => kind === 'OUTAGE').map(({ id }) => id)

/** Whoever takes an outage takes all of it. */
export async function takeHeldBack(tx: Tx, caller: Caller, outageIds: readonly number[]): Promise<void> {
  if (outageIds.length === 0) return
  await tx
    .update(alarms)
    .set({ acknowledgedAt: new Date(), acknowledgedById: caller.id })
    .where(and(openOf(outageIds), isNull(alarms.acknowledgedAt)))
}

/** Whoever took it by mistake took none of it. */
export async function giveBackHeldBack(tx: Tx, caller: Caller, outageIds: readonly number[]): Promise<void> {
  if (outageIds.length === 0) return
  await tx
    .update(alarms)
    .set({ acknowledgedAt: null, acknowledgedById: null })
    .where(and(openOf(outageIds), eq(alarms.acknowledgedById, caller.id), isNotNull(alarms.acknowledgedAt)))
}
