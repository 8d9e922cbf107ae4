import { DASHBOARD_DAYS_MAX, type taskDashboard } from '@carewatch/contracts/http/task-dashboard'
import type { Input } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/migrations/client'
import { sql } from 'drizzle-orm'
import { type Range, rangeOf } from '../http/range.ts'

const DAY_MS = 86_400_000
type Query = Input<typeof taskDashboard>['query']
export type Window = Range & { zone: string }

/** From the start of the viewer's day so many days ago until now, or between the two moments that were asked for. */
export async function windowOf(db: Db, { days, from, to }: Query, zone: string): Promise<Window> {
  const end = to ?? new Date()
  const start = from ?? (await startOfDay(db, { end, days: Number(days), zone }))
  return { ...rangeOf({ from: start, to: end }, { usual: Number(days), most: DASHBOARD_DAYS_MAX }), zone }
}

type Counted = { end: Date; days: number; zone: string }

/** A day has 23 or 25 hours twice a year: the database knows which. */
async function startOfDay(db: Db, { end, days, zone }: Counted): Promise<Date> {
  const [row] = await db.execute<{ ms: number }>(sql`
    select date_part('epoch', (date_trunc('day', ${end.toISOString()}::timestamptz at time zone ${zone})
      - ${days - 1} * interval '1 day') at time zone ${zone}) * 1000 as ms`)
  return new Date(row?.ms ?? end.getTime() - days * DAY_MS)
}
