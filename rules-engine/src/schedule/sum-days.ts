import { DAY_MS, graphKeys, SUMMED_AFTER_MS, summedGraphs } from '@carewatch/contracts/summed-days'
import type pg from 'pg'
import { transaction } from '../transaction.ts'
import { sumDays } from './sum-days-sql.ts'

/** So much of a turn: nobody waits for it, but it works beside whoever stores and reads. */
const TURN_MS = 3_000
/** Of a fleet that measures eight things each minute a day of them is 600,000 readings. */
const DEVICES_AT_ONCE = 50
const TOUCHED_AT_ONCE = 200
const MARKS_AT_ONCE = 20_000
/** No reading is of before: a watch that says so has not set its clock (devices/src/kit/device-time.ts). */
const FIRST = Date.UTC(2020, 0, 1)

/** One writer at a time, also where a leader that was frozen is still at it: whoever reads the readings later writes what it found later. */
const ALONE = `select pg_try_advisory_xact_lock(hashtext('reading_days')) as "isAlone"`

const KNOWN = `select date_part('epoch', since) * 1000 as since, date_part('epoch', until) * 1000 as until,
  date_part('epoch', begins_at) * 1000 as "beginsAt", graphs, xmin::text as version, date_part('epoch', now()) * 1000 as "databaseNow" from reading_days_known`
const at = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`
const BEGIN = `update reading_days_known set since = case when graphs = $2 then least(since, ${at('$1')}) else ${at('$1')} end,
  until = ${at('$1')}, graphs = $2`
const AHEAD = `update reading_days_known set until = ${at('$2')} where until = ${at('$1')} returning xmin::text as version`
const BACK = `update reading_days_known set since = case when $3 then '-infinity' else ${at('$2')} end where since = ${at('$1')} returning xmin::text as version`
const NEXT_DEVICES = 'select id from devices where id > $1 order by id limit $2'

/** The days that were touched first, with all marks of theirs that are there by now. Of a flood only its beginning is looked at, so that no turn takes longer for it. */
const TAKE_TOUCHED = `with oldest as (
    select device_id, day from (select * from reading_days_touched order by id limit ${MARKS_AT_ONCE}) marks
    group by device_id, day order by min(id) limit ${TOUCHED_AT_ONCE}
  ), taken as (
    delete from reading_days_touched t using oldest o where t.device_id = o.device_id and t.day = o.day
  ) select device_id as "deviceId", date_part('epoch', day) * 1000 as day from oldest`
const DROP = `delete from reading_days where device_id = any($1::int4[]) and metric = any($2::int2[]) and day >= $3 and day < $4`

const SUM = { 1: sumDays(1), 2: sumDays(2), 3: sumDays(3) }
type Width = keyof typeof SUM
const FIRST_METRICS = summedGraphs.map(([metric]) => metric)
const SINGLES = summedGraphs.flatMap((ids) => (ids.length === 1 ? ids : []))
/** Of one metric all at once, of several each by itself. */
const TOGETHER: readonly { width: Width; metrics: readonly number[] }[] = [
  { width: 1, metrics: SINGLES },
  // Safe: a graph shows one to three metrics.
  ...summedGraphs
    .filter(({ length }) => length > 1)
    .map((ids) => ({ width: ids.length as Width, metrics: ids })),
]

type Known = {
  since: number
  until: number
  beginsAt: number
  graphs: readonly number[]
  /** Another one whenever anybody wrote it. */
  version: string
  databaseNow: number
}
type Times = { from: number; to: number }
/** Days that are over by now, or days that were there before. */
type Way = 'ahead' | 'back'
type Place = { from: number; device: number }
/** How far along the devices each way is, which holds as long as nobody else wrote what is known. */
type Places = Record<Way, Place> & { version: string }
type Touched = { deviceId: number; day: number }

const BEGINNING: Place = { from: Number.NaN, device: 0 }
const NOWHERE: Places = { ahead: BEGINNING, back: BEGINNING, version: '' }

const dayOf = (time: number): number => Math.floor(time / DAY_MS) * DAY_MS

/** Also of a day of which nothing is left. */
async function sum(db: pg.ClientBase, ids: readonly number[], { from, to }: Times): Promise<void> {
  await db.query(DROP, [ids, FIRST_METRICS, new Date(from), new Date(to)])
  for (const { width, metrics } of TOGETHER)
    await db.query(SUM[width], [ids, metrics, new Date(from), new Date(to)])
}

/** What was touched is known to be so only as long as its mark stands: it is taken away in the commit of what is summed anew, by readings that are read after it was seen. */
async function sumTouched(db: pg.ClientBase): Promise<number> {
  const { rows } = await db.query<Touched>(TAKE_TOUCHED)
  for (const [day, of] of Map.groupBy(rows, (row) => row.day)) {
    const ids = of.map(({ deviceId }) => deviceId)
    await sum(db, ids, { from: day, to: day + DAY_MS })
  }
  return rows.length
}

/** Nothing, where another is at it. */
async function alone<Result>(
  pool: pg.Pool,
  work: (db: pg.PoolClient) => Promise<Result>,
): Promise<Result | null> {
  const db = await pool.connect()
  try {
    return await transaction(db, async () => {
      const { rows } = await db.query<{ isAlone: boolean }>(ALONE)
      return rows[0]?.isAlone === true ? await work(db) : null
    })
  } finally {
    db.release()
  }
}

/** The next day to sum: what is over by now, then what was there before, the newest first; null: all is. */
function nextTimes({ since, until }: Known, horizon: number, first: number): (Times & { way: Way }) | null {
  if (until < horizon) return { from: until, to: until + DAY_MS, way: 'ahead' }
  return since > first ? { from: since - DAY_MS, to: since, way: 'back' } : null
}

/**
 * Sums the days that are over and were touched, some in each turn. A turn that is killed is done again, and so is what another leader left in the middle of a day.
 * `turnMs`: how long a turn goes on; `first`: before what no reading is.
 */
export function createDaySums({ turnMs = TURN_MS, first = FIRST, devicesAtOnce = DEVICES_AT_ONCE } = {}) {
  let places = NOWHERE
  /** Where both wait, they take turns: neither keeps the other from its end. */
  let areDaysNext = false

  /** Answers the version that it made. */
  async function note(db: pg.ClientBase, { from, to }: Times, way: Way): Promise<string> {
    const { rows } =
      way === 'ahead'
        ? await db.query<{ version: string }>(AHEAD, [from, to])
        : await db.query<{ version: string }>(BACK, [to, from, from <= first])
    return rows[0]?.version ?? ''
  }

  /** Of the next devices; after the last of them the day is known. */
  async function sumSome(
    db: pg.ClientBase,
    { version }: Known,
    times: Times & { way: Way },
  ): Promise<Places> {
    const { way, from } = times
    const before = places.version === version ? places : { ...NOWHERE, version }
    const after = before[way].from === from ? before[way].device : 0
    const { rows } = await db.query<{ id: number }>(NEXT_DEVICES, [after, devicesAtOnce])
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await sum(db, ids, times)
    if (ids.length < devicesAtOnce) return { ...before, version: await note(db, times, way) }
    return { ...before, [way]: { from, device: ids.at(-1) ?? 0 } }
  }

  /** Answers where it is, once that is committed; null: there is no more to do. */
  async function step(db: pg.ClientBase, now: number): Promise<Places | null> {
    const [known] = (await db.query<Known>(KNOWN)).rows
    if (!known || now < known.beginsAt) return null
    // By the clock that is behind: a day that is summed too early misses what comes late.
    const horizon = dayOf(Math.min(now, known.databaseNow) - SUMMED_AFTER_MS)
    // At the beginning, of other graphs than before, and where the clock had gone ahead of the days.
    if (known.until > horizon || String(known.graphs) !== String(graphKeys)) {
      await db.query(BEGIN, [horizon, graphKeys])
      return NOWHERE
    }
    const times = nextTimes(known, horizon, first)
    const isTouchedFirst = !times || !areDaysNext
    // Before either is done: what fails does not come again before the other.
    areDaysNext = isTouchedFirst
    if (isTouchedFirst && (await sumTouched(db)) > 0) return places
    return times && sumSome(db, known, times)
  }

  return async (pool: pg.Pool, now: number): Promise<void> => {
    const endsAt = performance.now() + turnMs
    let reached: Places | null
    do {
      reached = await alone(pool, (db) => step(db, now))
      // Not before: of what is rolled back nothing is summed.
      places = reached ?? places
    } while (reached && performance.now() < endsAt)
  }
}
export type DaySums = ReturnType<typeof createDaySums>
