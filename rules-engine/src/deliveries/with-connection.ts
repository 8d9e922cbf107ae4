import { setTimeout as wait } from 'node:timers/promises'
import { isLostConnection } from '@carewatch/platform/database/lost-connections'
import type pg from 'pg'

const AGAIN_MS = 300

/** Does it on a connection; on another one, while the database is away, for so long. */
export async function withConnection<T>(
  db: pg.Pool,
  forMs: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const until = Date.now() + forMs
  for (;;) {
    try {
      const client = await db.connect()
      return await work(client).finally(() => client.release())
    } catch (error) {
      if (!isLostConnection(error) || Date.now() > until) throw error
      await wait(AGAIN_MS)
    }
  }
}
