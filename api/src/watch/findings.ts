import type { Finding } from '@carewatch/contracts/watch'
import type { Db } from '@carewatch/migrations/client'
import { watchFindings } from '@carewatch/migrations/schema/escalation'
import { and, asc, inArray, isNull, sql } from 'drizzle-orm'
import type { Found } from './judge.ts'

const keyOf = ({ trouble, subject }: Found): string => `${trouble}/${subject}`

export const openFindings = (db: Db) =>
  db.select().from(watchFindings).where(isNull(watchFindings.overAt)).orderBy(asc(watchFindings.id))

/** Writes down what began and what is over. Of several apis that find the same thing, one gets it as new. */
export async function noteFindings(
  db: Db,
  found: readonly Found[],
): Promise<{ begun: Finding[]; ended: Finding[] }> {
  const open = await openFindings(db)
  const known = new Set(open.map(keyOf))
  const now = new Set(found.map(keyOf))
  const fresh = found.filter((one) => !known.has(keyOf(one)))
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
