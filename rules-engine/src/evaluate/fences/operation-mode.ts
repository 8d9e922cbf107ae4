import type pg from 'pg'
import type { AlarmChange } from '../../alarms/change.ts'

/** Settings before the device, as whoever configures it; the line in the history says what it was, and that no person changed it. */
const changeMode = (before: string, to: string, onlyIf: string): string => `
with settings as (select device_id from watch_settings where device_id = $1 for update),
held as (
  select d.id, d.operation_mode as "from", ${to} as "to" from devices d join settings s on s.device_id = d.id ${before} where ${onlyIf}
  for update of d),
changed as (
  update devices d set operation_mode = held."to", updated_at = clock_timestamp() from held where d.id = held.id),
sent as (
  update watch_settings s set revision = revision + 1, updated_at = clock_timestamp() from held where s.device_id = held.id
  returning s.device_id, s.revision)
insert into watch_settings_history (device_id, revision, change)
select sent.device_id, sent.revision, jsonb_build_object('operationMode', jsonb_build_object('from', held."from", 'to', held."to"))
from sent, held`

const EMERGENCY = changeMode('', `'EMERGENCY'`, `d.operation_mode <> 'EMERGENCY'`)

/** Only what this program changed, and only while nobody has changed it since. */
const BACK = changeMode(
  `cross join lateral (
    select user_id, change -> 'operationMode' as mode from watch_settings_history h
    where h.device_id = d.id and h.change ? 'operationMode' order by h.id desc limit 1) last`,
  `last.mode ->> 'from'`,
  `last.user_id is null and last.mode ->> 'to' = 'EMERGENCY' and d.operation_mode = 'EMERGENCY'`,
)

/** Who left a fence is looked for each minute, until they are back; then the watch goes on as it did before. */
export async function followFences(db: pg.ClientBase, changes: readonly AlarmChange[]): Promise<void> {
  for (const change of changes) {
    if (change.kind !== 'GEOFENCE') continue
    if (change.change === 'clear') await db.query(BACK, [change.deviceId])
    else if (change.fence?.isExit) await db.query(EMERGENCY, [change.deviceId])
  }
}
