import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

const AT_MOST_EVERY_MS = 20

/** Apart from the commit it speaks of: one that notifies holds up every other that does. Nothing is lost with it, so no disk is waited for. */
const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify('readings_committed', '')`

/**
 * Wakes the rules when something waits in `pending_evaluations`: never twice at once and never more often than the limit, so nothing piles up while the
 * database is away. What is urgent wakes them by itself, in its commit (migrations/sql/0002). One that gets lost costs the sweep's second.
 */
export function createWakeRules(db: pg.Pool, onError: (error: Error) => void) {
  let isDue = false
  let isNotifying = false

  async function notify(): Promise<void> {
    isNotifying = true
    while (isDue) {
      isDue = false
      await Promise.all([db.query(NOTIFY).catch(onError), wait(AT_MOST_EVERY_MS)])
    }
    isNotifying = false
  }

  return ({ isUrgent }: { isUrgent: boolean }): void => {
    if (isUrgent) return
    isDue = true
    if (!isNotifying) void notify()
  }
}
