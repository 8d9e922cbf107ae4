import { CANCEL_WITHIN_MS } from '@carewatch/contracts/alarms'
import type pg from 'pg'
import type { AlarmChange, AlarmRow, Outcome } from './change.ts'
import { writeHistory } from './history.ts'
import { completeTask } from './task.ts'

/** By the server's clock: that of a watch may be wrong. */
const TAKE_BACK = `
update alarms set active = false, cleared_at = now(), closed_at = now(), acknowledged_at = coalesce(acknowledged_at, now()), cause = 'FALSE_ALARM'
where device_id = $1 and kind = $2 and closed_at is null and not rehearsal and wearer_id is not distinct from alarm_wearer($1, $3)
  and created_at > now() - ${CANCEL_WITHIN_MS} * interval '1 millisecond'
returning *`

const SETTLE = `
update notifications set acknowledged_at = coalesce(acknowledged_at, now()) where alarm_id = $1`

/** What only a person may end, its wearer ended on the watch, in time. Later they may be unable to, and somebody else pressed. */
export async function takeBack(
  db: pg.ClientBase,
  { deviceId, kind, at }: Extract<AlarmChange, { change: 'clear' }>,
): Promise<Outcome | undefined> {
  const { rows } = await db.query<AlarmRow>(TAKE_BACK, [deviceId, kind, at])
  const [alarm] = rows
  if (!alarm) return undefined
  await writeHistory(db, { alarmId: alarm.id, step: 'CANCELLED' })
  await db.query(SETTLE, [alarm.id])
  await completeTask(db, alarm)
  return { alarm, change: 'closed' }
}
