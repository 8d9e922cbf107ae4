import { metrics } from '@carewatch/contracts/metrics'
import type { RetentionSettings } from '@carewatch/contracts/retention'
import type pg from 'pg'
import { forgetUnworn } from './forget-unworn.ts'

const DAY_MS = 86_400_000
/** So much at a time, that nobody else waits for it. */
const DEVICES_AT_ONCE = 500
const ROWS_AT_ONCE = 20_000
const STATEMENTS_A_TURN = 20

const METRIC_IDS = Object.values(metrics).map(({ id }) => id)

/** Each finds the rows of some devices that are older than `$2`; `$1` the devices, `$3` the metrics, where they tell rows apart. */
const FORGET = {
  readings: `delete from readings where (device_id, metric, time) in (
    select r.device_id, r.metric, r.time from unnest($1::int4[]) d (id) cross join unnest($3::int2[]) m (id)
      join readings r on r.device_id = d.id and r.metric = m.id and r.time < $2::timestamptz limit ${ROWS_AT_ONCE})`,
  days: `delete from reading_days where (device_id, metric, day) in (
    select s.device_id, s.metric, s.day from unnest($1::int4[]) d (id) cross join unnest($3::int2[]) m (id)
      join reading_days s on s.device_id = d.id and s.metric = m.id and s.day < $2::timestamptz limit ${ROWS_AT_ONCE})`,
  // After its readings, and only when the whole week is over.
  weeks: `delete from reading_weeks where (device_id, metric, week) in (
    select w.device_id, w.metric, w.week from unnest($1::int4[]) d (id) cross join unnest($3::int2[]) m (id)
      join reading_weeks w on w.device_id = d.id and w.metric = m.id and w.week < $2::timestamptz - interval '7 days' limit ${ROWS_AT_ONCE})`,
  events: `delete from device_events where (device_id, type, time) in (
    select e.device_id, e.type, e.time from unnest($1::int4[]) d (id) join device_events e on e.device_id = d.id and e.time < $2::timestamptz
      where $3::int2[] is not null limit ${ROWS_AT_ONCE})`,
  positions: `delete from positions where (device_id, time) in (
    select p.device_id, p.time from unnest($1::int4[]) d (id) join positions p on p.device_id = d.id and p.time < $2::timestamptz
      where $3::int2[] is not null limit ${ROWS_AT_ONCE})`,
} as const
type Kind = keyof typeof FORGET

const PRESENCES = `delete from presences where id in (select id from presences where until < $1::timestamptz limit ${ROWS_AT_ONCE})`
const NEXT_DEVICES = 'select id from devices where id > $1 order by id limit $2'

const HAS_TIMESCALE = `select to_regclass('timescaledb_information.hypertables') is not null as "hasIt"`
const HYPERTABLES = 'select hypertable_name as name from timescaledb_information.hypertables'
/** By chunks a reading stays until its whole chunk is old. */
const FIRST_CHUNK = `select date_part('epoch', min(range_start)) * 1000 as since from timescaledb_information.chunks
  where hypertable_schema = current_schema and hypertable_name = 'readings'`

const keptOf = (settings: RetentionSettings): [Kind, number][] => [
  // Before its readings: what is forgotten stands in no graph.
  ['days', settings.RETENTION_READINGS_DAYS],
  ['readings', settings.RETENTION_READINGS_DAYS],
  ['weeks', settings.RETENTION_READINGS_DAYS],
  ['events', settings.RETENTION_READINGS_DAYS],
  ['positions', settings.RETENTION_POSITIONS_DAYS],
]

/** Of readings whole days: of each that has one left all are, and so is what is summed of it. */
function borderOf(kind: Kind, before: number, firstChunk: number): Date {
  const day = Math.floor(before / DAY_MS) * DAY_MS
  if (kind === 'days') return new Date(Math.min(day, firstChunk))
  return new Date(kind === 'readings' ? day : before)
}

/** Forgets facts that are older than was agreed, a little in each turn and once around a day; a turn that is killed is done again. */
export function createRetention(settings: RetentionSettings) {
  const kept = keptOf(settings)
  let afterDevice = 0
  let restUntil = 0
  let byChunk: ReadonlySet<string> = new Set()
  let firstChunk = Number.POSITIVE_INFINITY

  async function forgetOf(db: pg.Pool, ids: readonly number[], now: number): Promise<number> {
    const unworn = new Date(now - settings.RETENTION_UNWORN_DAYS * DAY_MS)
    let statements =
      settings.RETENTION_UNWORN_DAYS === 0
        ? 0
        : await forgetUnworn(db, { ids, metricIds: METRIC_IDS, before: unworn })
    for (const [kind, days] of kept) {
      if (days === 0 || byChunk.has(kind)) continue
      const before = borderOf(kind, now - days * DAY_MS, firstChunk)
      let rows = ROWS_AT_ONCE
      for (; rows === ROWS_AT_ONCE; statements++)
        rows = (await db.query(FORGET[kind], [ids, before, METRIC_IDS])).rowCount ?? 0
    }
    return statements
  }

  /** What is not found by device: where tags were, and on TimescaleDB whole days at once. */
  async function forgetWhole(db: pg.Pool, now: number): Promise<void> {
    byChunk = await hypertables(db)
    for (const [kind, days] of kept)
      if (days > 0 && byChunk.has(kind))
        await db.query('select forget_chunks($1::regclass, $2::timestamptz)', [
          kind,
          borderOf(kind, now - days * DAY_MS, firstChunk),
        ])
    firstChunk = byChunk.has('readings') ? await firstChunkOf(db) : Number.POSITIVE_INFINITY
    if (settings.RETENTION_POSITIONS_DAYS === 0) return
    const before = new Date(now - settings.RETENTION_POSITIONS_DAYS * DAY_MS)
    while ((await db.query(PRESENCES, [before])).rowCount === ROWS_AT_ONCE);
  }

  return async (db: pg.Pool, now: number): Promise<void> => {
    if (now < restUntil) return
    if (afterDevice === 0) await forgetWhole(db, now)
    for (let statements = 0; statements < STATEMENTS_A_TURN;) {
      const { rows } = await db.query<{ id: number }>(NEXT_DEVICES, [afterDevice, DEVICES_AT_ONCE])
      if (rows.length > 0)
        statements += await forgetOf(
          db,
          rows.map(({ id }) => id),
          now,
        )
      afterDevice = rows.at(-1)?.id ?? 0
      if (rows.length === DEVICES_AT_ONCE) continue
      afterDevice = 0
      restUntil = now + DAY_MS
      return
    }
  }
}
export type Retention = ReturnType<typeof createRetention>

async function firstChunkOf(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ since: number | null }>(FIRST_CHUNK)
  return rows[0]?.since ?? Number.POSITIVE_INFINITY
}

async function hypertables(db: pg.Pool): Promise<Set<string>> {
  const { rows } = await db.query<{ hasIt: boolean }>(HAS_TIMESCALE)
  if (!rows[0]?.hasIt) return new Set()
  return new Set((await db.query<{ name: string }>(HYPERTABLES)).rows.map(({ name }) => name))
}
