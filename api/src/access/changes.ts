import { setTimeout as wait } from 'node:timers/promises'
import type { Facts } from '../services.ts'
import type { Log } from '../log.ts'

type ChangeHandlers = {
  userChanged: () => void
  deviceChanged: (id: number) => void
  /** The line was cut and is back: anything may have changed meanwhile. */
  missed: () => void
}

const RETRY_MS = 500

/** Listens to what the database tells of changed people and devices, whoever changes them. */
export function listenToChanges(facts: Facts, handlers: ChangeHandlers, log: Log) {
  const ending = new AbortController()

  async function listenOnce(): Promise<void> {
    const client = await facts.connect()
    try {
      if (ending.signal.aborted) return
      const cut = new Promise<void>((resolve) => {
        client.on('error', () => resolve())
        client.on('end', () => resolve())
        ending.signal.addEventListener('abort', () => resolve(), { once: true })
      })
      client.on('notification', ({ channel, payload = '' }) => {
        if (channel === 'user_changed') handlers.userChanged()
        else handlers.deviceChanged(Number(payload))
      })
      await client.query('listen user_changed; listen device_changed')
      handlers.missed()
      await cut
    } finally {
      client.release(true)
    }
  }

  async function listenForEver(): Promise<void> {
    while (!ending.signal.aborted) {
      await listenOnce().catch((err: unknown) => log.warn({ err }, 'cannot listen to changes'))
      await wait(RETRY_MS, undefined, { signal: ending.signal }).catch(() => {})
    }
  }

  const done = listenForEver()
  return {
    close: () => {
      ending.abort()
      return done
    },
  }
}
