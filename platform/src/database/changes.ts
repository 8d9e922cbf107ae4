import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const CONNECT_MS = 5_000
const RETRY_MS = 300
const END_MS = 1_000

export type Channel =
  | 'device_changed'
  | 'gateway_changed'
  | 'beacon_changed'
  | 'command_queued'
  | 'device_moved'
  | 'company_changed'
  | 'user_changed'
  | 'urgent_committed'
  | 'readings_committed'

export type Listeners = Partial<Record<Channel, (id: string) => void>>
type Options = {
  /** Runs whenever it begins to listen, at first and after the connection was lost: what changed before was missed. */
  onGap: () => void
  onError: (error: Error) => void
}

/**
 * Receives what the database says of changed rows (sql/0001_notify.sql, 0002), on a connection of its own that is opened again for as long as it
 * takes. `listening` is when it listens for the first time.
 */
export function listenToChanges(databaseUrl: string, listeners: Listeners, { onGap, onError }: Options) {
  const ending = new AbortController()
  const { promise: listening, resolve: isListening } = Promise.withResolvers<void>()

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: CONNECT_MS,
    })
    client.on('error', () => {})
    const { promise: cut, resolve } = Promise.withResolvers<void>()
    client.once('end', resolve)
    ending.signal.addEventListener('abort', () => resolve(), { once: true })
    // Safe: nothing else is listened to.
    client.on('notification', ({ channel, payload = '' }) => listeners[channel as Channel]?.(payload))
    try {
      await client.connect()
      for (const channel of Object.keys(listeners)) await client.query(`listen ${channel}`)
      onGap()
      isListening()
      await cut
    } finally {
      await Promise.race([client.end(), wait(END_MS, undefined, { ref: false })]).catch(() => {})
    }
  }

  async function listenForEver(): Promise<void> {
    while (!ending.signal.aborted) {
      await listenOnce().catch(onError)
      await wait(RETRY_MS, undefined, { signal: ending.signal }).catch(() => {})
    }
  }

  const done = listenForEver()
  return {
    listening,
    close: (): Promise<void> => {
      ending.abort()
      return done
    },
  }
}
