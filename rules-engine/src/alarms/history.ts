import type { AlarmStep, Severity } from '@carewatch/contracts/alarms'
import type pg from 'pg'

type Entry = { alarmId: number; step: AlarmStep; severity?: Severity; value?: number | null }

/** Named, as whatever is said for each alarm of a thousand at once: it is planned once a connection. */
const WRITE = 'insert into alarm_history (alarm_id, step, severity, value) values ($1, $2, $3, $4)'

/** One row a transition; no user: the system did it. */
export async function writeHistory(
  db: pg.ClientBase,
  { alarmId, step, severity, value }: Entry,
): Promise<void> {
  const values = [alarmId, step, severity ?? null, value ?? null]
  await db.query({ name: 'write-history', text: WRITE, values })
}
