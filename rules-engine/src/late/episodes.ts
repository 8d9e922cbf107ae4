import { isGraver } from '@carewatch/contracts/alarms'
import {
  limitedMetrics,
  metricById,
  metrics,
  type MetricName,
  metricNames,
} from '@carewatch/contracts/metrics'
import { isContext } from '@carewatch/contracts/rules/observer'
import { scored } from '@carewatch/contracts/rules/deterioration'
import { createReplay, type ReplayedAlarm, type ReplayedKind } from '@carewatch/contracts/rules/replay'
import type pg from 'pg'
import type { DeviceProfile } from '../profiles/device-cache.ts'
import type { LateSpan } from '../evaluate/late-spans.ts'

/** Of what was measured before, so much says how often the watch measures and whether a row runs on. */
const LEAD_MS = 2 * 3_600_000
/** A fortnight of four vitals, one a minute. */
const READINGS_MAX = 100_000

const ids = metricNames
  .filter(
    (name) => name in metrics && (isContext(name) || limitedMetrics.some((limited) => limited === name)),
  )
  .map((name) => metrics[name].id)

/** Whether it was worn then says what it said last before, if that is not too long ago to be believed. */
const WORN_LEAD_MS = 8 * 3_600_000
const WORN = `
select date_part('epoch', time) * 1000 as time, type from device_events
where device_id = $1 and type in ('OFF_WRIST', 'ON_WRIST') and time >= to_timestamp($2::float8 / 1000) order by time`

const READINGS = `
select date_part('epoch', time) * 1000, value::float8, metric from readings
where device_id = $1 and metric = any($2::int2[])
  and time >= to_timestamp(case when metric = ${metrics.wearing.id} then $5 else $3 end::float8 / 1000) and time <= to_timestamp($4::float8 / 1000)
order by time desc limit ${READINGS_MAX}`

/** Something dangerous from when to when, and the worst of it; cleared null: it lasts, as far as is known. */
export type Episode = ReplayedAlarm & { kind: ReplayedKind }

type Measured = { time: number; value: number; metric: MetricName }

const kinds: [ReplayedKind, readonly MetricName[]][] = [
  ...Map.groupBy(limitedMetrics, (name) => metrics[name].alarm),
  ['DETERIORATION', scored],
]

/** What a limit tells of that time until its end, and no less gravely, is not told a second time: each of what came late stands alone. */
const isToldBy = (one: Episode, others: readonly Episode[]): boolean =>
  one.kind === 'DETERIORATION' &&
  others.some(
    (other) =>
      other.kind !== one.kind &&
      !isGraver(one.severity, other.severity) &&
      other.openedAt <= (one.clearedAt ?? Infinity) &&
      (one.clearedAt ?? Infinity) <= (other.clearedAt ?? Infinity),
  )

/** What the rules would have said of everything that was measured around what came late, had all of it come in time. */
export async function episodesOf(
  db: pg.ClientBase,
  { id, wornSinceMs, limits, askedMs, age, measuring }: DeviceProfile,
  { from, to }: LateSpan,
): Promise<Episode[]> {
  const since = Math.max(from - LEAD_MS, wornSinceMs)
  const { rows } = await db.query<[number, number, number]>({
    text: READINGS,
    values: [id, ids, since, Date.now(), Math.max(from - WORN_LEAD_MS, wornSinceMs)],
    rowMode: 'array',
  })
  const readings = inOrder(rows)
  const { rows: worn } = await db.query<{ time: number; type: 'OFF_WRIST' | 'ON_WRIST' }>(WORN, [
    id,
    Math.max(from - WORN_LEAD_MS, wornSinceMs),
  ])
  const episodes = kinds.flatMap(([kind, watched]) => {
    const replay = createReplay({ metric: watched, kind, limits, askedMs, age, measuring })
    let next = 0
    for (const { time, value, metric } of readings) {
      for (let event = worn[next]; event && event.time <= time; event = worn[++next])
        replay.note({ type: 'event', event: event.type, time: event.time })
      replay.add(time, value, metric)
    }
    return replay.alarms
      .filter(({ openedAt, clearedAt }) => openedAt <= to && (clearedAt ?? to) >= from)
      .map((alarm) => ({ ...alarm, kind }))
  })
  return episodes.filter((one) => !isToldBy(one, episodes))
}

/** Oldest first, and of one moment first what says what the rest is worth. */
function inOrder(rows: readonly [number, number, number][]): Measured[] {
  const readings = rows.flatMap(([time, value, id]) => {
    const metric = metricById(id)
    return metric ? [{ time, value, metric }] : []
  })
  return readings.toSorted(
    (one, other) => one.time - other.time || Number(isContext(other.metric)) - Number(isContext(one.metric)),
  )
}
