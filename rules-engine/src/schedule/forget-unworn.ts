import type pg from 'pg'

/** So much at a time, that nobody else waits for it. */
const ROWS_AT_ONCE = 20_000

/**
 * Of the devices `$1`: since when until when nobody wore them any more, as far as that lies before `$2`. What came before the first wearer stays:
 * an installation of before may have had one whom nobody wrote down. So may a watch that was reset there: who ended that is not known
 * (migrations/sql/0026_wearers_filled.sql), and of whoever wears it since stays what it reports.
 */
const UNWORN = `(
  select device_id, started, least(ended, $2::timestamptz) as ended from (
    select device_id, ended_at as started, "end" = 'RESET' and ended_by_id is null as was_before, coalesce(lead(started_at) over by_time, 'infinity') as ended
    from assignments where device_id = any($1::int4[]) window by_time as (partition by device_id order by started_at, id)
  ) as between_wearers where was_before is not true and started < $2::timestamptz and started < ended) as unworn`
const IS_UNWORN = 'f.device_id = unworn.device_id and f.time >= unworn.started and f.time < unworn.ended'

/** `$3`: the metrics, by which readings are found. */
const FORGET = {
  // In one commit: what is forgotten stands in no graph. Answers how many readings it were.
  readings: `with gone as (
      delete from readings where (device_id, metric, time) in (
        select f.device_id, f.metric, f.time from ${UNWORN} cross join unnest($3::int2[]) m (id)
          join readings f on ${IS_UNWORN} and f.metric = m.id limit ${ROWS_AT_ONCE}) returning device_id, time
    ), touched as (
      insert into reading_days_touched (device_id, day) select distinct device_id, date_bin('1 day', time, 'epoch') from gone)
    select from gone`,
  events: `delete from device_events where (device_id, type, time) in (
    select f.device_id, f.type, f.time from ${UNWORN} join device_events f on ${IS_UNWORN} where $3::int2[] is not null limit ${ROWS_AT_ONCE})`,
  positions: `delete from positions where (device_id, time) in (
    select f.device_id, f.time from ${UNWORN} join positions f on ${IS_UNWORN} where $3::int2[] is not null limit ${ROWS_AT_ONCE})`,
} as const
const kinds = ['readings', 'events', 'positions'] as const

type Unworn = { ids: readonly number[]; metricIds: readonly number[]; before: Date }

/** Forgets what devices reported while nobody wore them. Answers how many statements it took. */
export async function forgetUnworn(db: pg.Pool, { ids, metricIds, before }: Unworn): Promise<number> {
  let statements = 0
  for (const kind of kinds) {
    let rows = ROWS_AT_ONCE
    for (; rows === ROWS_AT_ONCE; statements++)
      rows = (await db.query(FORGET[kind], [ids, before, metricIds])).rowCount ?? 0
  }
  return statements
}
