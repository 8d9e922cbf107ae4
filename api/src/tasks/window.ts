import type { Input } from '@carewatch/contracts/http/endpoint'
import { DASHBOARD_DAYS_MAX, type taskDashboard } from '@carewatch/contracts/http/task-dashboard'
import type { Db } from '@carewatch/platform/database/client'
import { sql } from 'drizzle-orm'
import { type Range, rangeOf } from '../http/range.ts'

type Query = Input<typeof taskDashboard>['query']
type Day = { day: string; start: string }
export type Window = Range & { days: readonly Day[] }

/** A day has 23 or 25 hours twice a year: the database knows which. */
async function startOfDay(
  db: Db,
  { end, days, zone }: { end: Date; days: number; zone: string },
): Promise<Date> {
  const {
    rows: [row],
  } = await db.execute<{ ms: number }>(sql`
    select date_part('epoch', (date_trunc('day', ${end.toISOString()}::timestamptz at time zone ${zone})
      - ${days - 1} * interval '1 day') at time zone ${zone}) * 1000 as ms`)
  return row ? new Date(row.ms) : end
}

/** From the start of the viewer's day so many days ago until now, or between the two moments that were asked for; and the days in it. */
export async function windowOf(db: Db, { days, from, to }: Query, zone: string): Promise<Window> {
  const end = to ?? new Date()
  const start = from ?? (await startOfDay(db, { end, days: Number(days), zone }))
  const range = rangeOf({ from: start, to: end }, { usual: Number(days), most: DASHBOARD_DAYS_MAX })
  const { rows: list } = await db.execute<Day>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, (day at time zone ${zone})::text as start from generate_series(
      date_trunc('day', ${start.toISOString()}::timestamptz at time zone ${zone}),
      (${end.toISOString()}::timestamptz - interval '1 ms') at time zone ${zone}, interval '1 day') as day
    order by day`)
  return { ...range, days: [...list] }
}
