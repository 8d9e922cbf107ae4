import type { Db } from '@carewatch/platform/database/client'
import { sql } from 'drizzle-orm'

/** The rows of this process wait here, and not each with a connection in its hands. */
let last: Promise<unknown> = Promise.resolve()

/** One row after the other, whoever brings it and in whichever process: of two who bring the same list, the second finds what the first wrote. */
export function inTurn<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(() =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(20261128, 1)`)
      return work()
    }),
  )
  last = turn.catch(() => {})
  return turn
}
