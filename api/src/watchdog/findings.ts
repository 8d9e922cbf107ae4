import type { Finding } from '@carewatch/contracts/watch'
import type { Db } from '@carewatch/platform/database/client'
import { watchFindings } from '@carewatch/migrations/schema/escalation'
import { and, asc, inArray, isNull, sql } from 'drizzle-orm'
import type { Found } from './evaluate.ts'

const keyOf = ({ trouble, subject }: Found): string => `${trouble}/${subject}`

export const openFindings = (db: Db) =>
  db.select().from(watchFindings).where(isNull(watchFindings.overAt)).orderBy(asc(watchFindings.id))

/** What a look found, and what of it the look before had found too. */
export type Look = { found: readonly Found[]; sure: readonly Found[] }

/**
 * Writes down what began and what is over. Of several apis that find the same thing, one gets it as new; and what one of them finds for
 * the first time, having just been started, is not over for the others.
 */
export async function noteFindings(
  db: Db,
  { found, sure }: Look,
): Promise<{ begun: Finding[]; ended: Finding[] }> {
  const open = await openFindings(db)
  const known = new Set(open.map(keyOf))
  const now = new Set(found.map(keyOf))
  const fresh = sure.filter((one) => !known.has(keyOf(one)))
  const past = open.filter((one) => !now.has(keyOf(one))).map(({ id }) => id)
  const begun =
    fresh.length === 0
      ? []
      : await db
          .insert(watchFindings)
          .values(fresh.map((one) => ({ ...one, toldAt: sql`now()` })))
          .onConflictDoNothing()
          .returning()
  const ended =
    past.length === 0
      ? []
      : await db
          .update(watchFindings)
          .set({ overAt: sql`now()` })
          .where(and(inArray(watchFindings.id, past), isNull(watchFindings.overAt)))
          .returning()
  return { begun, ended }
}
