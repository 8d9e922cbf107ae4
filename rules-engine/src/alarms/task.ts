import { alarmKind } from '@carewatch/contracts/alarms'
import { alarmMessageId, messageText } from '@carewatch/contracts/messages/catalogue'
import { DUE_MS } from '@carewatch/contracts/tasks'
import type pg from 'pg'
import type { DeviceProfile } from '../device-book.ts'
import type { AlarmRow } from './change.ts'

/** At most one open task per device and kind; a graver alarm makes the open one more urgent. */
const OPEN = `
insert into tasks (title, device_id, alarm_id, company_id, branch_id, monitoring_type, alert_type, severity, due_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict (device_id, alert_type) where status <> 'DONE' and alarm_id is not null do nothing`

const RAISE = `
update tasks set severity = $2, due_at = least(due_at, $3), updated_at = now() where alarm_id = $1 and status <> 'DONE'`

const COMPLETE = `
update tasks set status = 'DONE', done_at = now(), updated_at = now(), outcome = coalesce(outcome, 'cleared')
where alarm_id = $1 and status <> 'DONE'`

const dueAt = ({ severity }: AlarmRow): Date => new Date(Date.now() + DUE_MS[severity])

/** Somebody must look at it; where a task for this kind is still open, that one stands. */
export async function openTask(
  db: pg.ClientBase,
  { companyId, branchId }: Pick<DeviceProfile, 'companyId' | 'branchId'>,
  alarm: AlarmRow,
): Promise<void> {
  const { monitoringType } = alarmKind(alarm.kind)
  const values = [
    titleOf(alarm),
    alarm.device_id,
    alarm.id,
    companyId,
    branchId,
    monitoringType,
    alarm.kind,
    alarm.severity,
    dueAt(alarm),
  ]
  await db.query({ name: 'open-task', text: OPEN, values })
}

export async function raiseTask(db: pg.ClientBase, alarm: AlarmRow): Promise<void> {
  await db.query(RAISE, [alarm.id, alarm.severity, dueAt(alarm)])
}

/** The stored title is English; screens write their own from the alert type. */
const titleOf = ({ kind, direction, value }: AlarmRow): string =>
  (messageText('en', alarmMessageId(kind, direction)) ?? kind).replace('{value}', String(value ?? ''))

export async function completeTask(db: pg.ClientBase, alarm: AlarmRow): Promise<void> {
  await db.query(COMPLETE, [alarm.id])
}
