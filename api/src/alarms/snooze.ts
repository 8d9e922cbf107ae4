import { maySnooze, SNOOZE_MAX_MINUTES } from '@carewatch/contracts/alarms'
import { Refusal } from '@carewatch/contracts/refusal'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { and, eq, isNull } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import type { Changed } from './acknowledge.ts'
import type { AlarmRow } from './alarm-rows.ts'
import { notificationsOf } from './notifications-of.ts'
import { writeStep } from './steps.ts'

/** Puts an alarm off: until then its repetitions are counted and not told, unless it gets graver. */
export async function snoozeAlarm(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { row: { alarm }, minutes }: { row: AlarmRow; minutes: number },
): Promise<Changed> {
  if (!maySnooze(alarm.kind)) throw new Refusal('conflict', 'snoozeNever')
  if (minutes > SNOOZE_MAX_MINUTES[alarm.severity]) throw new Refusal('conflict', 'snoozeTooLong')
  return db.transaction(async (tx) => {
    const [snoozed] = await tx
      .update(alarms)
      .set({ snoozedUntil: new Date(Date.now() + minutes * 60_000) })
      .where(and(eq(alarms.id, alarm.id), isNull(alarms.closedAt), eq(alarms.severity, alarm.severity)))
      .returning()
    if (!snoozed) throw new Refusal('conflict', alarm.closedAt ? 'alarmClosed' : 'conflict')
    const step = { step: 'SNOOZED', value: minutes } as const
    await writeStep(tx, caller, { alarm: snoozed, action: 'snoozed', step })
    return { notificationIds: await notificationsOf(tx, alarm.id), taskIds: [] }
  })
}
