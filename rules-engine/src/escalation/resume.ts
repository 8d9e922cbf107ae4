import type pg from 'pg'

const RESUME = `
update escalations set due_at = date_trunc('milliseconds', now()), updated_at = now() where alarm_id = $1 and due_at is null`

/** The alarm had calmed down before anybody answered, and is back: what fell due meanwhile is told now. */
export async function resumeChain(db: pg.ClientBase, alarmId: number): Promise<void> {
  await db.query(RESUME, [alarmId])
}
