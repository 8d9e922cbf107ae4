import { setTimeout as wait } from 'node:timers/promises'
import { PrimaryClient } from './primary-client.ts'
import { cutWhenSilent } from './silent-connections.ts'

const CONNECT_MS = 5_000
const RETRY_MS = 300
const END_MS = 1_000
/** Whoever does not answer for so long is given up. */
const SILENT_MS = 15_000

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
  silentMs?: number
}

/**
 * Receives what the database says of changed rows (sql/0001_notify.sql, 0002), on a connection of its own that is opened again for as long as it
 * takes. `listening` is when it listens for the first time.
 */
export function listenToChanges(
  databaseUrl: string,
  listeners: Listeners,
  { onGap, onError, silentMs = SILENT_MS }: Options,
) {
  const ending = new AbortController()
  const { promise: listening, resolve: isListening } = Promise.withResolvers<void>()

  async function listenOnce(): Promise<void> {
    const client = new PrimaryClient({
      connectionString: databaseUrl,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: CONNECT_MS,
    })
    const { promise: cut, resolve } = Promise.withResolvers<void>()
    client.on('error', onError)
    client.once('end', resolve)
    // Safe: nothing else is listened to.
    client.on('notification', ({ channel, payload = '' }) => listeners[channel as Channel]?.(payload))
    const end = (): void => void client.end().catch(() => {})
    ending.signal.addEventListener('abort', end, { once: true })
    let beat: NodeJS.Timeout | undefined
    try {
      // One that is ended while it connects never says that it did not.
      await Promise.race([client.connect(), cut])
      if (ending.signal.aborted) return
      cutWhenSilent(client, silentMs)
      for (const channel of Object.keys(listeners)) await client.query(`listen ${channel}`)
      // Nothing is asked on this connection: whether it lives is found out by asking.
      beat = setInterval(() => void client.query('select 1').catch(() => {}), silentMs / 2)
      onGap()
      isListening()
      if (!ending.signal.aborted) await cut
    } finally {
      clearInterval(beat)
      ending.signal.removeEventListener('abort', end)
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
