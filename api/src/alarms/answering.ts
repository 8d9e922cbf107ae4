import type { Db } from '@carewatch/platform/database/client'
import type { Tx } from './steps.ts'

const TRIES = 3

/** Drizzle wraps the driver's error. */
const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '40P01') || isDeadlock(error.cause))

/** An answer to alarms, as a whole. A watch that speaks meanwhile may hold one of them and wait for the next: of the two PostgreSQL ends one, and where it is this one, it is done anew. */
export async function inOneAnswer<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await db.transaction(work)
    } catch (error) {
      if (tries === TRIES || !isDeadlock(error)) throw error
    }
}
