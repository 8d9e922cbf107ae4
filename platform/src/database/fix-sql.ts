import { CELL_REACH_M, PINPOINT_HOURS, PINPOINT_M } from '@carewatch/contracts/latest-fix'
import { USUAL_ACCURACY_M } from '@carewatch/contracts/rules/fence'

const usual = Object.entries(USUAL_ACCURACY_M).map(([source, m]) => `when '${source}' then ${m}`)

/** `accuracyOf` of contracts, over a row with `source` and its accuracy. */
export const accuracySql = (accuracy: string, source = 'source'): string =>
  `coalesce(${accuracy}, case ${source} ${usual.join(' ').replaceAll('Infinity', "'infinity'::float8")} end)`

/** `isPinpoint` of contracts. */
export const pinpointSql = (accuracy: string, source = 'source'): string =>
  `(${source} <> 'CELL' and (${source} <> 'WIFI' or ${accuracySql(accuracy, source)} <= ${PINPOINT_M}))`

type Columns = { lat: string; lng: string }

/** Metres along the ground between two places. */
export const metresSql = (one: Columns, other: Columns): string => `2 * 6371008.8 * asin(least(1, sqrt(
  power(sin(radians(${other.lat} - ${one.lat}) / 2), 2)
  + cos(radians(${one.lat})) * cos(radians(${other.lat})) * power(sin(radians(${other.lng} - ${one.lng}) / 2), 2))))`

/** Two a minute through a day: behind more wide fixes than that no exact one is looked for. */
const LOOK_BACK = 3_000

const FIX = 'time, lat, lng, accuracy_m::float8 as accuracy, source'
const columnsOf = (row: string): Columns => ({ lat: `${row}.lat`, lng: `${row}.lng` })

/**
 * Where `device (id, since)`, a row beside it, is shown: its newest fix, by the rule of `shownFix` of contracts. Only behind a wide one any other is read.
 * `bound`: no fix of before it is read, and as it is of no row, no chunk of before it is opened.
 */
export const shownFix = (bound: string): string => `select fix.* from (
    select ${FIX} from positions where device_id = device.id and time >= device.since and time >= ${bound}
    order by time desc limit 1) newest
  cross join lateral (
    (select exact.* from (
      select recent.* from (
        select ${FIX} from positions
        where not ${pinpointSql('newest.accuracy', 'newest.source')} and device_id = device.id
          and time < newest.time and time >= device.since and time >= ${bound} and time >= newest.time - interval '${PINPOINT_HOURS} hours'
        order by time desc limit ${LOOK_BACK}) recent
      where ${pinpointSql('recent.accuracy', 'recent.source')} order by time desc limit 1) exact
    where ${metresSql(columnsOf('newest'), columnsOf('exact'))} <= coalesce(newest.accuracy, ${CELL_REACH_M}))
    union all select newest.* order by time limit 1) fix`
