import { alarmKind } from '@carewatch/contracts/alarms'
import { defaultChains, familyOf } from '@carewatch/contracts/escalation'
import type pg from 'pg'
import type { DeviceProfile } from '../profiles/device-cache.ts'
import type { AlarmRow } from './change.ts'
import { dueAt, titleOf } from './task.ts'

/** At most one open task per device and kind: where one is still open, that one stands; left open or opened again after its alarm was over, or of one that came late and was over, it is of this one from now on. Of no device: one for each alarm. */
const TASK = `task as (
  insert into tasks (title, device_id, alarm_id, company_id, branch_id, monitoring_type, alert_type, severity, due_at)
  select $7, $2, $1, $3, $4, $8, $5, $6, $9 where $2::int4 is not null or not exists (select from tasks where alarm_id = $1 and status <> 'DONE')
  on conflict (device_id, alert_type) where status <> 'DONE' and alarm_id is not null do update
  set alarm_id = excluded.alarm_id, title = excluded.title, severity = excluded.severity, due_at = least(tasks.due_at, excluded.due_at), updated_at = now()
  where tasks.wearer_id is not distinct from excluded.wearer_id
    and exists (select from alarms was where was.id = tasks.alarm_id and (was.closed_at is not null or (was.late and not was.active))))`

/** The branch's own chain stands over the company's, and that over the default; from its beginning again where it runs already. */
const CHAIN = `
insert into escalations (alarm_id, chain, due_at)
select $1::int, chain, date_trunc('milliseconds', now()) + (chain #>> '{steps,0,afterSeconds}')::int * interval '1 second'
from (select coalesce((select chain from escalation_chains where company_id = $3 and family = $10 and (branch_id = $4 or branch_id is null)
  order by branch_id nulls last limit 1), $11::jsonb) as chain) as own
on conflict (alarm_id) do update set chain = excluded.chain, run = escalations.run + 1, round = 0, step = 0, ahead_ms = 0,
  due_at = excluded.due_at, updated_at = now()`

/** Named, and one statement: of a thousand alarms at once each costs one turn to the database, planned once a connection. */
const CALL = `with ${TASK}${CHAIN}`
const OPENED = `with history as (
  insert into alarm_history (alarm_id, step, severity, value) values ($1, 'OPENED', $6, $12)), notification as (
  insert into notifications (alarm_id, device_id, company_id, branch_id, type) values ($1, $2, $3, $4, $13)), ${TASK}${CHAIN}`

type Place = Pick<DeviceProfile, 'companyId' | 'branchId'>

function attention({ companyId, branchId }: Place, alarm: AlarmRow): unknown[] {
  const { id, device_id, kind, severity } = alarm
  const family = familyOf(kind, severity)
  const task = [titleOf(alarm), alarmKind(kind).monitoringType, dueAt(alarm)]
  const chain = [family, JSON.stringify(defaultChains[family])]
  return [id, device_id, companyId, branchId, kind, severity, ...task, ...chain]
}

/** Somebody must look at it: a task, and the chain that tells people one after another, from its beginning. */
export async function callForAttention(db: pg.ClientBase, place: Place, alarm: AlarmRow): Promise<void> {
  await db.query({ name: 'call-for-attention', text: CALL, values: attention(place, alarm) })
}

/** Whoever must know of a new alarm is told, and somebody must look at it. */
export async function opened(db: pg.ClientBase, place: Place, alarm: AlarmRow): Promise<void> {
  const { notification } = alarmKind(alarm.kind)
  await db.query({
    name: 'alarm-opened',
    text: OPENED,
    values: [...attention(place, alarm), alarm.value, notification],
  })
}
