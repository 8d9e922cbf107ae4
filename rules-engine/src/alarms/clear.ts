import type pg from 'pg'
import { ALARM_ROW, type AlarmChange, type AlarmRow, type Outcome } from './change.ts'
import { writeHistory } from './history.ts'
import { takeBack } from './take-back.ts'
import { completeTask } from './task.ts'

/** A latched alarm is not cleared by recovery, though who did not fall may say so; one that was acknowledged is closed with it, the other stays until somebody has seen it. */
const CLEAR = `
update alarms set active = false, cleared_at = $4::timestamptz, closed_at = case when acknowledged_at is not null then $4::timestamptz end
where device_id = $1 and kind = $2 and direction = $3 and closed_at is null and active and not latched and not rehearsal
  and ($5::text is null or metric = $5)
returning ${ALARM_ROW}`

export async function clear(
  db: pg.ClientBase,
  change: Extract<AlarmChange, { change: 'clear' }>,
): Promise<Outcome | undefined> {
  if (change.kind === 'FALL') return takeBack(db, change)
  const { rows } = await db.query<AlarmRow>(CLEAR, [
    change.deviceId,
    change.kind,
    change.direction,
    change.at,
    change.metric ?? null,
  ])
  return ended(db, rows[0])
}

/** One that was acknowledged is closed by its end, and its task with it. `left`: how many of an outage are silent still. */
export async function ended(
  db: pg.ClientBase,
  alarm: AlarmRow | undefined,
  left = 0,
): Promise<Outcome | undefined> {
  if (!alarm) return undefined
  await writeHistory(db, { alarmId: alarm.id, step: 'CLEARED', value: left > 0 ? left : null })
  if (!alarm.closed_at) return { alarm, change: 'cleared' }
  await writeHistory(db, { alarmId: alarm.id, step: 'CLOSED' })
  await completeTask(db, alarm)
  return { alarm, change: 'closed' }
}
