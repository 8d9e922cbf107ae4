import type { Cause } from '@carewatch/contracts/alarms'
import { Refusal } from '@carewatch/contracts/refusal'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { acknowledgeIn, bothOf, type Changed, NOTHING } from './acknowledge.ts'
import type { AlarmRow } from './alarm-rows.ts'
import { inOneAnswer } from './answering.ts'
import { lockIncident, takenWith } from './of-incident.ts'
import { type Answering, type Tx, writeStep } from './steps.ts'
import { completeTasksOfAlarms } from './tasks-of-alarms.ts'

type Reason = { cause?: Cause | undefined; note?: string | undefined }
export type Ending = Reason & {
  alarmId: number
  action: 'closed' | 'cancelled'
  /** What else must still be so. */
  onlyIf?: SQL | undefined
}

/** Ends an open alarm by a person's word, and with it its task; answers nothing where it was over already. */
export async function endAlarm(
  tx: Tx,
  caller: Answering,
  { alarmId, action, cause, note, onlyIf }: Ending,
): Promise<Changed | undefined> {
  const now = new Date()
  const orNow = (column: SQL | typeof alarms.acknowledgedAt) =>
    sql`coalesce(${column}, ${now.toISOString()}::timestamptz)`
  const [closed] = await tx
    .update(alarms)
    .set({
      active: false,
      clearedAt: orNow(sql`${alarms.clearedAt}`),
      closedAt: now,
      closedById: caller.id,
      ...(cause && { cause }),
      acknowledgedAt: orNow(alarms.acknowledgedAt),
      acknowledgedById: sql`coalesce(${alarms.acknowledgedById}, ${caller.id})`,
    })
    .where(and(eq(alarms.id, alarmId), isNull(alarms.closedAt), onlyIf))
    .returning()
  if (!closed) return undefined

  const step = action === 'closed' ? ('CLOSED' as const) : ('CANCELLED' as const)
  await writeStep(tx, caller, { alarm: closed, action, step: { step, note } })
  const notificationIds = await settleNotifications(tx, caller, { alarmId, now })
  const taskIds = await completeTasksOfAlarms(tx, caller, {
    alarmIds: [alarmId],
    outcome: note ?? cause ?? 'closed',
  })
  return { notificationIds, taskIds }
}

/** Nobody need look at them any more. */
async function settleNotifications(
  tx: Tx,
  caller: Answering,
  { alarmId, now }: { alarmId: number; now: Date },
) {
  const notified = await tx
    .update(notifications)
    .set({
      acknowledgedAt: sql`coalesce(${notifications.acknowledgedAt}, ${now.toISOString()}::timestamptz)`,
      acknowledgedById: sql`coalesce(${notifications.acknowledgedById}, ${caller.id})`,
    })
    .where(eq(notifications.alarmId, alarmId))
    .returning({ id: notifications.id })
  return notified.map(({ id }) => id)
}

/** That this one was no alarm says nothing of what else happened to its person. */
const isOfItAlone = (cause: Cause | undefined): boolean => cause === 'FALSE_ALARM' || cause === 'TEST'

/** A person closes an alarm, and is at what else of its incident is no graver; what recovery cannot end takes a cause. */
export async function closeAlarm(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { row, cause, note }: Reason & { row: AlarmRow },
): Promise<Changed> {
  if (row.alarm.latched && !cause) throw new Refusal('conflict', 'causeRequired')
  const alarmId = row.alarm.id
  return inOneAnswer(db, async (tx) => {
    await lockIncident(tx, row.alarm)
    const closed = await endAlarm(tx, caller, { alarmId, action: 'closed', cause, note })
    if (!closed) throw new Refusal('conflict', 'alarmClosed')
    const others = isOfItAlone(cause) ? NOTHING : await acknowledgeIn(tx, caller, takenWith(row.alarm))
    return bothOf(closed, others)
  })
}
