import type { AlarmStep, Severity } from '@carewatch/contracts/alarms'
import type pg from 'pg'

type Entry = { alarmId: number; step: AlarmStep; severity?: Severity; value?: number | null }

/** One row a transition; no user: the system did it. */
export async function writeHistory(
  db: pg.ClientBase,
  { alarmId, step, severity, value }: Entry,
): Promise<void> {
  await db.query('insert into alarm_history (alarm_id, step, severity, value) values ($1, $2, $3, $4)', [
    alarmId,
    step,
    severity ?? null,
    value ?? null,
  ])
}
