import { alarmKind } from '@carewatch/contracts/alarms'
import { defaultChains, familyOf } from '@carewatch/contracts/escalation'
import type pg from 'pg'
import type { DeviceProfile } from '../profiles/device-cache.ts'
import type { AlarmRow } from './change.ts'
import { dueAt, titleOf } from './task.ts'

/**
 * Many alarms are called for in one statement, one in the same: they come as JSON, whose length the planner does not guess at, so that it is planned
 * once a connection. What is looked up for each is a subquery of its own, never a join that would read a whole table for one of them.
 */
const ALARMS = `alarm as (
  select * from jsonb_to_recordset($1) as one (id int4, device_id int4, company_id int4, branch_id int4, kind text, severity text, value float8,
    title text, monitoring_type text, due_at timestamptz, family text, notification text))`

/** At most one open task per device and kind: where one is still open, that one stands; left open or opened again after its alarm was over, or of one that came late and was over, it is of this one from now on. Of no device: one for each alarm. */
const TASK = `task as (
  insert into tasks (title, device_id, alarm_id, company_id, branch_id, monitoring_type, alert_type, severity, due_at)
  select title, device_id, id, company_id, branch_id, monitoring_type, kind, severity, due_at from alarm
  where device_id is not null or (select count(*) from tasks where alarm_id = alarm.id and status <> 'DONE') = 0
  on conflict (device_id, alert_type) where status <> 'DONE' and alarm_id is not null do update
  set alarm_id = excluded.alarm_id, title = excluded.title, severity = excluded.severity, due_at = least(tasks.due_at, excluded.due_at), updated_at = now()
  where tasks.wearer_id is not distinct from excluded.wearer_id
    and exists (select from alarms was where was.id = tasks.alarm_id and (was.closed_at is not null or (was.late and not was.active))))`

/** The branch's own chain stands over the company's, and that over the default; from its beginning again where it runs already. */
const CHAIN = `
insert into escalations (alarm_id, chain, due_at)
select id, chain, date_trunc('milliseconds', now()) + (chain #>> '{steps,0,afterSeconds}')::int * interval '1 second'
from (select id, coalesce((select chain from escalation_chains c where c.company_id = alarm.company_id and c.family = alarm.family
  and (c.branch_id = alarm.branch_id or c.branch_id is null) order by c.branch_id nulls last limit 1), $2::jsonb -> family) as chain from alarm) as own
on conflict (alarm_id) do update set chain = excluded.chain, run = escalations.run + 1, round = 0, step = 0, ahead_ms = 0,
  due_at = excluded.due_at, updated_at = now()`

const CALL = `with ${ALARMS}, ${TASK}${CHAIN}`
const OPENED = `with ${ALARMS}, history as (
  insert into alarm_history (alarm_id, step, severity, value) select id, 'OPENED', severity, value from alarm), notification as (
  insert into notifications (alarm_id, device_id, company_id, branch_id, type) select id, device_id, company_id, branch_id, notification from alarm), ${TASK}${CHAIN}`

type Place = Pick<DeviceProfile, 'companyId' | 'branchId'>
/** An alarm, and the house of whatever rings. */
export type Ringing = { alarm: AlarmRow; place: Place }

const asked = ({ place, alarm }: Ringing) => {
  const { id, device_id, kind, severity, value } = alarm
  const { monitoringType, notification } = alarmKind(kind)
  return {
    id,
    device_id,
    company_id: place.companyId,
    branch_id: place.branchId,
    kind,
    severity,
    value,
    title: titleOf(alarm),
    monitoring_type: monitoringType,
    due_at: dueAt(alarm),
    family: familyOf(kind, severity),
    notification,
  }
}

const CHAINS = JSON.stringify(defaultChains)
const valuesOf = (all: readonly Ringing[]): string[] => [JSON.stringify(all.map(asked)), CHAINS]

/** Somebody must look at it: a task, and the chain that tells people one after another, from its beginning. */
export async function callForAttention(db: pg.ClientBase, place: Place, alarm: AlarmRow): Promise<void> {
  await db.query({ name: 'call-for-attention', text: CALL, values: valuesOf([{ place, alarm }]) })
}

/** Whoever must know of new alarms is told, and somebody must look at each; no two of one device. */
export async function opened(db: pg.ClientBase, all: readonly Ringing[]): Promise<void> {
  await db.query({ name: 'alarm-opened', text: OPENED, values: valuesOf(all) })
}
