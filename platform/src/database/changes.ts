import postgres from 'postgres'
import { retrySeconds } from './client.ts'

export type Channel =
  | 'device_changed'
  | 'gateway_changed'
  | 'beacon_changed'
  | 'command_queued'
  | 'device_moved'
  | 'company_changed'
  | 'user_changed'
  | 'urgent_committed'

/** Hears of changed rows (sql/0001_notify.sql, 0002). `onGap` runs whenever the connection was lost and some may have been missed. */
export async function listenToChanges(
  databaseUrl: string,
  listeners: Partial<Record<Channel, (id: string) => void>>,
  onGap: () => void,
): Promise<() => Promise<void>> {
  const sql = postgres(databaseUrl, {
    max: 1,
    onnotice: () => {},
    connect_timeout: 5,
    backoff: retrySeconds,
  })
  for (const [channel, listener] of Object.entries(listeners)) await sql.listen(channel, listener, onGap)
  return () => sql.end({ timeout: 1 })
}
