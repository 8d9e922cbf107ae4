import { metrics } from '@carewatch/contracts/metrics'
import type pg from 'pg'

const WEEK_MS = 7 * 86_400_000
/** No reading is of before: a watch that says so has not set its clock (devices/src/kit/device-time.ts). */
const FIRST = Date.UTC(2020, 0, 1)
const DEVICES_AT_ONCE = 100
const STATEMENTS_A_TURN = 100
const METRIC_IDS = Object.values(metrics).map(({ id }) => id)

const KNOWN = `select date_part('epoch', since) * 1000 as since, date_part('epoch', begins_at) * 1000 as "beginsAt" from reading_weeks_known`
const NOTE = `update reading_weeks_known set since = case when $1 then '-infinity' else to_timestamp($2::float8 / 1000) end`
const NEXT_DEVICES = 'select id from devices where id > $1 order by id limit $2'

/** By the index of each device and metric, whatever a week holds. `limit 1`: joined, the planner would read all of it. In the order in which ingest writes them, or each would wait for the other. */
const FILL = `insert into reading_weeks (device_id, metric, week)
  select d.id, m.id, $3::timestamptz from unnest($1::int4[]) d (id) cross join unnest($2::int2[]) m (id) cross join lateral (
    select from readings r where r.device_id = d.id and r.metric = m.id and r.time >= $3 and r.time < $4::timestamptz limit 1) found
  order by 1, 2 on conflict do nothing`

type Known = { since: number; beginsAt: number }

/** The week before the first that is known; at the beginning the next one, of which a watch may have spoken that is minutes ahead. */
const weekBefore = (since: number, now: number): number =>
  since === Number.POSITIVE_INFINITY ? Math.floor(now / WEEK_MS + 1) * WEEK_MS : since - WEEK_MS

/**
 * Writes the weeks of the readings that were there before their weeks were written with them, the newest first, some in each turn. A turn that is killed
 * is done again, and so is what another leader left in the middle of a week.
 */
export function createWeekFill() {
  let place = { week: Number.NaN, device: 0 }

  /** Answers whether that was the last of them. */
  async function fillSome(db: pg.Pool, week: number): Promise<boolean> {
    const after = place.week === week ? place.device : 0
    const { rows } = await db.query<{ id: number }>(NEXT_DEVICES, [after, DEVICES_AT_ONCE])
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await db.query(FILL, [ids, METRIC_IDS, new Date(week), new Date(week + WEEK_MS)])
    place = { week, device: ids.at(-1) ?? 0 }
    return ids.length < DEVICES_AT_ONCE
  }

  return async (db: pg.Pool, now: number): Promise<void> => {
    const [known] = (await db.query<Known>(KNOWN)).rows
    if (!known || known.since === Number.NEGATIVE_INFINITY || now < known.beginsAt) return
    let week = weekBefore(known.since, now)
    for (let statement = 0; statement < STATEMENTS_A_TURN; statement++) {
      if (!(await fillSome(db, week))) continue
      const isFirst = week <= FIRST
      await db.query(NOTE, [isFirst, week])
      if (isFirst) return
      week -= WEEK_MS
    }
  }
}
export type WeekFill = ReturnType<typeof createWeekFill>
