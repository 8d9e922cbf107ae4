import { alarms, deliveries } from '@carewatch/migrations/schema/alarms'
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { isAmong } from '../http/among.ts'
import { ofIncident } from './of-incident.ts'
import type { Tx } from './steps.ts'

type Of = Pick<typeof alarms.$inferSelect, 'id' | 'incidentId'>

/** What was held back because this alarm said as much is sent after all: it was none, and what else happened to its person still asks for somebody. */
export async function sendHeldBack(tx: Tx, alarm: Of): Promise<void> {
  const others = await tx
    .select({ id: alarms.id })
    .from(alarms)
    .where(and(ofIncident(alarm), ne(alarms.id, alarm.id), alarms.active, isNull(alarms.acknowledgedAt)))
  if (others.length === 0) return
  const isOfOthers = isAmong(
    deliveries.alarmId,
    others.map(({ id }) => id),
  )
  const isHeldBack = and(eq(deliveries.state, 'SUPPRESSED'), eq(deliveries.reason, 'sameIncident'))
  const nextAt = sql`date_trunc('milliseconds', now())`
  await tx
    .update(deliveries)
    .set({ state: 'QUEUED', reason: null, attempts: 0, nextAt, updatedAt: new Date() })
    .where(and(isOfOthers, isHeldBack, gt(deliveries.updatedAt, sql`now() - interval '10 minutes'`)))
}
