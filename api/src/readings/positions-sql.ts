import { accuracySql, metresSql, pinpointSql, shownFix } from '@carewatch/platform/database/fix-sql'

/** The statements of a track. Plain SQL, so that it runs the same on PostgreSQL and on TimescaleDB. */

/** Nobody is that fast: two such steps around a fix, and the fix is wrong. */
export const FASTEST_M_PER_S = 1_000 / 3.6

/** How many there are (counted no further than asked) and when the first and last were. Parameters: device, from, to. */
export function extent(most: number): string {
  const range = 'from positions where device_id = $1 and time >= $2 and time <= $3'
  return `select (select count(*)::int from (select ${range} limit ${most}) counted) as count,
    (select min(time) ${range}) as first, (select max(time) ${range}) as last`
}

const METRES = metresSql(
  { lat: 'lag(lat) over track', lng: 'lag(lng) over track' },
  { lat: 'lat', lng: 'lng' },
)

const IS_EXACT = pinpointSql('accuracy_m')

/** Each fix with how fast one would have come to it, then with how fast one would have left it: by exact ones alone, for beside a circle of kilometres each of them is far off. */
const EVALUATED = `
  steps as (
    select time, lat, lng, accuracy_m, source, ${IS_EXACT} as exact,
      ${METRES} / nullif(date_part('epoch', time - lag(time) over track), 0) as speed
    from positions where device_id = $1 and time >= $2 and time <= $3 window track as (partition by ${IS_EXACT} order by time)),
  judged as (
    select time, lat, lng, accuracy_m::float8 as accuracy, source,
      coalesce(exact and speed > $4 and lead(speed) over (partition by exact order by time) > $4, false) as hidden
    from steps)`

const FIX = 'time, lat, lng, accuracy, source, hidden'

/** Every fix. Parameters: device, from, to, the fastest in metres a second. */
export const everyFix = `with ${EVALUATED} select ${FIX} from judged order by time`

/** Of each span the most exact of the believable. One parameter more: the span in milliseconds. */
export const bestFixes = `with ${EVALUATED},
  best as (
    select distinct on (date_bin(make_interval(secs => $5::float8 / 1000), time, 'epoch')) *
    from judged
    order by date_bin(make_interval(secs => $5::float8 / 1000), time, 'epoch'), hidden, ${accuracySql('accuracy')}, time)
  select ${FIX} from best order by time`

/** Where each of these devices is shown. Parameters: their ids, from when on each is looked at, and from when on any is. */
export const LATEST = `select device.id as "deviceId", latest.*
  from unnest($1::int[], $2::timestamptz[]) as device (id, since) cross join lateral (${shownFix('$3::timestamptz')}) latest`
