import { createHash } from 'node:crypto'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { failedTries } from '@carewatch/migrations/schema/people'
import { inArray, lt, sql } from 'drizzle-orm'

/** Failures that are forgiven before the first wait, and before each try costs work (none: that many too). */
export type ThrottleRule = {
  freeFailures: number
  freeOfWork?: number
  firstWaitMs: number
  longestWaitMs: number
}

/** Five wrong ones, then a minute, doubling to an hour: of whoever is known, by their browser or address, and of codes, which nobody is asked for without the password. */
export const KNOWN_RULE: ThrottleRule = { freeFailures: 5, firstWaitMs: 60_000, longestWaitMs: 3_600_000 }
/** One account from everywhere where its person is not known: no more than 100 in a row (NIST SP 800-63B-4, 3.2.2), and long before that each costs work. */
export const ACCOUNT_RULE: ThrottleRule = { ...KNOWN_RULE, freeFailures: 50, freeOfWork: 5 }
/** Per address more are forgiven: a whole nursing home may stand behind one. */
export const ADDRESS_RULE: ThrottleRule = { ...KNOWN_RULE, freeFailures: 300, freeOfWork: 20 }
/** Links to a new password, by account: more would be a nuisance to whoever gets them. */
const MAIL_RULE: ThrottleRule = { freeFailures: 5, firstWaitMs: 3_600_000, longestWaitMs: 3_600_000 }

const rules = {
  known: KNOWN_RULE,
  own: KNOWN_RULE,
  code: KNOWN_RULE,
  account: ACCOUNT_RULE,
  address: ADDRESS_RULE,
  mail: MAIL_RULE,
}
/**
 * What is counted: tries by whoever is known, at one account and from one address by whoever is not, by whoever is signed in at their own password, codes of
 * one account, or letters to one.
 */
export type Counted = { [Kind in keyof typeof rules]?: string }

/** How long to wait after this many failures. */
export function waitMs(failures: number, { freeFailures, firstWaitMs, longestWaitMs }: ThrottleRule): number {
  if (failures < freeFailures) return 0
  return Math.min(firstWaitMs * 2 ** (failures - freeFailures), longestWaitMs)
}

type Kind = keyof typeof rules

const keyOf = (kind: Kind, of: string): string =>
  createHash('sha256').update(`${kind}:${of.toLowerCase()}`).digest('base64url')

const entriesOf = (counted: Counted): [Kind, string][] =>
  // Safe: the record's own keys.
  (Object.entries(counted) as [Kind, string][]).map(([kind, of]) => [kind, keyOf(kind, of)])

/** How long whoever tries next has to wait, and whether it costs them work. */
async function standingOf(db: Db, counted: Counted, now: Date) {
  const entries = entriesOf(counted)
  const keys = entries.map(([, key]) => key)
  const rows = await db.select().from(failedTries).where(inArray(failedTries.key, keys))
  const rowOf = new Map(rows.map((row) => [row.key, row]))
  return {
    waitMs: Math.max(0, ...rows.map(({ blockedUntil }) => blockedUntil.getTime() - now.getTime())),
    costsWork: entries.some(([kind, key]) => {
      const { freeOfWork } = rules[kind]
      const row = rowOf.get(key)
      return freeOfWork !== undefined && row !== undefined && row.forgetAt > now && row.failures >= freeOfWork
    }),
  }
}

/** Remembers failures in the database, so that every process knows of every try; `now` is the caller's. */
export function createThrottle(db: Db) {
  const waitLeftMs = async (counted: Counted, now = new Date()): Promise<number> =>
    (await standingOf(db, counted, now)).waitMs

  /** Whether the next try costs work. */
  const costsWork = async (counted: Counted, now = new Date()): Promise<boolean> =>
    (await standingOf(db, counted, now)).costsWork

  async function countOne(kind: Kind, key: string, now: Date): Promise<void> {
    const rule = rules[kind]
    const at = now.toISOString()
    const failures = sql`case when ${failedTries.forgetAt} <= ${at}::timestamptz then 1 else ${failedTries.failures} + 1 end`
    const wait = sql`case when (${failures}) < ${rule.freeFailures}::int then 0 else
      least(${rule.firstWaitMs}::float8 * power(2, least((${failures}) - ${rule.freeFailures}::int, 20)), ${rule.longestWaitMs}::float8) end`
    const waitEnds = sql`${at}::timestamptz + (${wait}) * interval '1 millisecond'`
    // Never "until now": whoever asked a moment ago, or by a slower clock, would have to wait for a free failure.
    const blockedUntil = sql`case when (${wait}) > 0 then ${waitEnds} else 'epoch'::timestamptz end`
    const firstWaitMs = waitMs(1, rule)
    const firstEnds = now.getTime() + firstWaitMs
    await db
      .insert(failedTries)
      .values({
        key,
        failures: 1,
        blockedUntil: new Date(firstWaitMs > 0 ? firstEnds : 0),
        forgetAt: new Date(firstEnds + rule.longestWaitMs),
      })
      .onConflictDoUpdate({
        target: failedTries.key,
        set: {
          failures,
          blockedUntil,
          forgetAt: sql`(${waitEnds}) + ${rule.longestWaitMs}::float8 * interval '1 millisecond'`,
        },
      })
  }

  return {
    waitLeftMs,
    costsWork,
    /** The same words whoever it is for. */
    async refuseIfBlocked(counted: Counted): Promise<void> {
      const leftMs = await waitLeftMs(counted)
      if (leftMs === 0) return
      const values = { minutes: Math.ceil(leftMs / 60_000) }
      const retryAfterSeconds = Math.ceil(leftMs / 1_000)
      throw new Refusal('tooMany', 'signInLocked', { values, retryAfterSeconds })
    },
    async failed(counted: Counted, now = new Date()): Promise<void> {
      await Promise.all(entriesOf(counted).map(([kind, key]) => countOne(kind, key, now)))
    },
    async succeeded(counted: Counted): Promise<void> {
      const keys = entriesOf(counted).map(([, key]) => key)
      await db.delete(failedTries).where(inArray(failedTries.key, keys))
    },
    async forgetOld(now = new Date()): Promise<void> {
      await db.delete(failedTries).where(lt(failedTries.forgetAt, now))
    },
  }
}
export type Throttle = ReturnType<typeof createThrottle>
