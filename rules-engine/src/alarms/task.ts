import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import { DUE_MS } from '@carewatch/contracts/tasks'
import type pg from 'pg'
import type { AlarmRow } from './change.ts'

/** A graver alarm makes the open task more urgent. */
const RAISE = `
update tasks set severity = $2, due_at = least(due_at, $3), updated_at = now() where alarm_id = $1 and status <> 'DONE'`

const COMPLETE = `
update tasks set status = 'DONE', done_at = now(), updated_at = now(), outcome = coalesce(outcome, 'cleared')
where alarm_id = $1 and status <> 'DONE'`

export const dueAt = ({ severity }: AlarmRow): Date => new Date(Date.now() + DUE_MS[severity])

export async function raiseTask(db: pg.ClientBase, alarm: AlarmRow): Promise<void> {
  await db.query(RAISE, [alarm.id, alarm.severity, dueAt(alarm)])
}

/** The stored title is English; screens write their own from the alert type. */
export const titleOf = (alarm: AlarmRow): string =>
  alarmMessage('en', { ...alarm, late: false, byNight: alarm.by_night })

export async function completeTask(db: pg.ClientBase, alarm: AlarmRow): Promise<void> {
  await db.query(COMPLETE, [alarm.id])
}
