import type { FigureMailPeriod } from '@carewatch/contracts/figures'
import type { Db } from '@carewatch/platform/database/client'
import { sql } from 'drizzle-orm'
import type { Range } from '../../http/range.ts'

/** When people come to their desks. */
const SENT_AT = '7 hours'

/** The last whole week or month by the clocks of a zone, and when the next one is sent; a week begins on Monday. */
export async function momentsOf(
  db: Db,
  { every, zone, now }: { every: FigureMailPeriod; zone: string; now: Date },
): Promise<Range & { nextAt: Date }> {
  const unit = every === 'WEEK' ? 'week' : 'month'
  const { rows } = await db.execute<{ from: string; to: string; next: string }>(sql`
    select (begun - step) at time zone zone as from, begun at time zone zone as to,
      (case when begun + at > local then begun else begun + step end + at) at time zone zone as next
    from (select ${zone}::text as zone, ${SENT_AT}::interval as at, ('1 ' || ${unit}::text)::interval as step,
      ${now.toISOString()}::timestamptz at time zone ${zone}::text as local,
      date_trunc(${unit}::text, ${now.toISOString()}::timestamptz at time zone ${zone}::text) as begun) of_zone`)
  const [row] = rows
  if (!row) throw new Error('A select without a table answers one row.')
  return { from: new Date(row.from), to: new Date(row.to), nextAt: new Date(row.next) }
}
