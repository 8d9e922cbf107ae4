import { createHash } from 'node:crypto'
import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { failedTries } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { sql } from 'drizzle-orm'

type Call = Pick<Endpoint, 'method' | 'path' | 'limit'>

const keyOf = ({ method, path }: Call, who: string): string =>
  createHash('sha256').update(`call:${method} ${path}:${who}`).digest('base64url')

/** Counts calls with a limit of their own in the database, so that every process knows of every one of them. What one process alone refuses comes no further and is not written down. */
export const createCallCounts =
  (db: Db) =>
  async (call: Call, who: string): Promise<void> => {
    const { limit } = call
    if (!limit) return
    const ends = sql`now() + ${limit.minutes} * interval '1 minute'`
    const isOver = sql`${failedTries.forgetAt} <= now()`
    const [counted] = await db
      .insert(failedTries)
      .values({
        key: keyOf(call, who),
        failures: 1,
        blockedUntil: new Date(0),
        forgetAt: ends,
      })
      .onConflictDoUpdate({
        target: failedTries.key,
        set: {
          failures: sql`case when ${isOver} then 1 else ${failedTries.failures} + 1 end`,
          forgetAt: sql`case when ${isOver} then ${ends} else ${failedTries.forgetAt} end`,
        },
      })
      .returning({
        calls: failedTries.failures,
        seconds: sql<number>`ceil(extract(epoch from ${failedTries.forgetAt} - now()))::int`,
      })
    if (counted && counted.calls > limit.calls)
      throw new Refusal('tooMany', 'tooMany', { retryAfterSeconds: Math.max(1, counted.seconds) })
  }
