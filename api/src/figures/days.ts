import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { sql } from 'drizzle-orm'
import { windowOf } from '../tasks/window.ts'
import { type Counted, isAboutPeople, isFalse } from './counted.ts'

type Row = { day: number; alarms: number; falseAlarms: number }

/** How many there were on each day of the reader's, and how many of them were none. */
export async function readDays(db: Db, { from, to, which }: Counted, zone: string) {
  const { days } = await windowOf(db, { days: '7', from, to }, zone)
  const starts = `{${days.map(({ start }) => `"${start}"`).join()}}`
  const { rows } = await db.execute<Row>(sql`
    select width_bucket(${alarms.openedAt}, ${starts}::timestamptz[]) as day,
      count(*) filter (where ${isAboutPeople})::int as alarms,
      count(*) filter (where ${isAboutPeople} and ${isFalse})::int as "falseAlarms"
    from ${alarms} where ${which} group by 1`)
  return days.map(({ day }, index) => {
    const found = rows.find((row) => row.day === index + 1)
    return { day, alarms: found?.alarms ?? 0, falseAlarms: found?.falseAlarms ?? 0 }
  })
}
