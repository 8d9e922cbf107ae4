import type { Db } from '@carewatch/platform/database/client'
import { alarmHistory, alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Caller, Viewer } from '../access/viewer.ts'
import { visibleAlarms } from '../access/visible-lives.ts'
import { inOneAnswer } from './answering.ts'
import { outagesAmong, takeHeldBack } from './held-back.ts'
import { firstId, isOfIncidents } from './of-incident.ts'
import { type Answered, traceAnswers, type Tx } from './steps.ts'
import { completeTasksOfAlarms, takeTasksOfAlarms } from './tasks-of-alarms.ts'
import { gravity } from './triage.ts'

/** What an answer changed, for the other screens. */
export type Changed = { notificationIds: number[]; taskIds: number[] }
export const NOTHING: Changed = { notificationIds: [], taskIds: [] }
export const bothOf = (one: Changed, other: Changed): Changed => ({
  notificationIds: [...one.notificationIds, ...other.notificationIds],
  taskIds: [...one.taskIds, ...other.taskIds],
})

/** Takes those of these alarms that wait in the viewer's scope, what else of their incidents is no graver than they, and their tasks. Of two people at once only one finds them open. */
export const acknowledge = (db: Db, caller: Caller, which: SQL | undefined): Promise<Changed> =>
  inOneAnswer(db, (tx) => acknowledgeIn(tx, caller, which))

/** The same, as part of another answer. */
export async function acknowledgeIn(tx: Tx, caller: Caller, which: SQL | undefined): Promise<Changed> {
  const alarmIds = await lockOpenAlarms(tx, caller, which)
  if (alarmIds.length === 0) return NOTHING
  const now = new Date()
  const acknowledged = { acknowledgedAt: now, acknowledgedById: caller.id }
  const won = await tx
    .update(notifications)
    .set(acknowledged)
    .where(and(inArray(notifications.alarmId, alarmIds), isNull(notifications.acknowledgedAt)))
    .returning({ id: notifications.id, alarmId: notifications.alarmId })
  if (won.length === 0) return NOTHING

  const wonAlarms = won.flatMap(({ alarmId }) => alarmId ?? [])
  const changed = await tx
    .update(alarms)
    .set({
      ...acknowledged,
      closedAt: sql`case when ${alarms.active} or ${alarms.latched} then null else ${now.toISOString()}::timestamptz end`,
    })
    .where(and(inArray(alarms.id, wonAlarms), isNull(alarms.closedAt)))
    .returning()
  await takeHeldBack(tx, caller, outagesAmong(changed))
  await writeHistory(tx, caller, changed)
  await traceAnswers(tx, caller, { action: 'acknowledged', answered: changed })
  const over = changed.filter(({ closedAt }) => closedAt).map(({ id }) => id)
  const completed = await completeTasksOfAlarms(tx, caller, { alarmIds: over, outcome: 'cleared' })
  const taken = await takeTasksOfAlarms(tx, caller, wonAlarms)
  return { notificationIds: won.map(({ id }) => id), taskIds: [...completed, ...taken] }
}

/** Always in the order of their ids, so that two who acknowledge at once wait for each other and never for ever; and not against messages of theirs that are written meanwhile. */
async function lockOpenAlarms(tx: Tx, viewer: Viewer, which: SQL | undefined): Promise<number[]> {
  const waiting = and(isNull(notifications.acknowledgedAt), visibleAlarms(viewer))
  const incidents = await tx
    .select({ firstId, gravest: sql<number>`min(${gravity})`.mapWith(Number) })
    .from(notifications)
    .innerJoin(alarms, eq(alarms.id, notifications.alarmId))
    .where(and(waiting, which))
    .groupBy(firstId)
  if (incidents.length === 0) return []
  const gravestOf = new Map(incidents.map((one) => [one.firstId, one.gravest]))
  const rows = await tx
    .select({ id: alarms.id, firstId, gravity })
    .from(notifications)
    .innerJoin(alarms, eq(alarms.id, notifications.alarmId))
    .where(and(waiting, isOfIncidents(incidents.map((one) => one.firstId))))
    .orderBy(asc(alarms.id))
    .for('no key update', { of: alarms })
  return rows.filter((row) => row.gravity >= (gravestOf.get(row.firstId) ?? 0)).map(({ id }) => id)
}

async function writeHistory(
  tx: Tx,
  caller: Caller,
  changed: (Answered & { closedAt: Date | null })[],
): Promise<void> {
  const steps = changed.flatMap(({ id, severity, value, closedAt }) => {
    const row = { alarmId: id, userId: caller.id, severity, value, via: caller.via ?? null }
    const acknowledged = { ...row, step: 'ACKNOWLEDGED' as const }
    return closedAt ? [acknowledged, { ...row, step: 'CLOSED' as const }] : [acknowledged]
  })
  if (steps.length > 0) await tx.insert(alarmHistory).values(steps)
}
