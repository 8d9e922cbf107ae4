import type { LiveEvent } from '@carewatch/contracts/events'
import type { Task } from '@carewatch/contracts/tasks'
import type pg from 'pg'

const TASKS_WHERE = `
select t.uuid, t.id, t.title, d.uuid as "deviceUuid", d.imei as "deviceIMEI", d.name as "deviceName", a.uuid as "alarmUuid", w.uuid as "wearerUuid",
  wearer_summary(t.wearer_id, t.company_id, null, t.alarm_id) as wearer,
  t.status, t.monitoring_type as "monitoringType", t.alert_type as "alertType", t.severity, 'SYSTEM' as "createdBy",
  u.uuid as "assignedTo", case when u.id is not null then trim(concat(u.first_name, ' ', u.last_name)) end as "assigneeName",
  t.outcome, t.reason, t.deferred_until as "deferredUntil", t.due_at as "dueAt", t.created_at as "createdAt", t.updated_at as "updatedAt",
  u.id is null as "isUnAssigned", t.status = 'DONE' as "isDone", t.status not in ('DONE', 'DEFERRED') and t.due_at < now() as "isOverdue",
  c.uuid as "companyUuid", b.uuid as "branchUuid"
from tasks t
left join devices d on d.id = t.device_id
left join alarms a on a.id = t.alarm_id
left join wearers w on w.id = t.wearer_id
left join users u on u.id = t.assigned_to_id
left join companies c on c.id = t.company_id
left join branches b on b.id = t.branch_id
where `
const OF_ALARMS = `${TASKS_WHERE} t.alarm_id = any($1::int4[])`
/** As of notifications: planned once a connection. */
const OF_ONE = `${TASKS_WHERE} t.alarm_id = $1`

type Row = Task & { companyUuid: string | null }

/** The tasks of these alarms as a screen shows them, with whose they are. */
export async function taskEvents(
  db: pg.ClientBase | pg.Pool,
  alarmIds: readonly number[],
): Promise<{ companyUuid: string | null; event: LiveEvent }[]> {
  const { rows } =
    alarmIds.length === 1
      ? await db.query<Row>({ name: 'tasks-of-alarm', text: OF_ONE, values: [...alarmIds] })
      : await db.query<Row>(OF_ALARMS, [alarmIds])
  return rows.map(({ companyUuid, ...task }) => ({ companyUuid, event: { type: 'task', task } }))
}
