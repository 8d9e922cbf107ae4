import type { Point } from '@carewatch/contracts/http/readings'
import {
  WARD_LINE_MS,
  WARD_LINE_PART_MS,
  WARD_VALUE_MS,
  type WardMetric,
  type WardPerson,
  wardMetrics,
} from '@carewatch/contracts/http/ward'
import { isInvented, type Measuring } from '@carewatch/contracts/measuring'
import { metric } from '@carewatch/contracts/metrics'
import type { Facts } from '../../services.ts'
import { offWristOf, type TimeSpan } from '../../readings/worthless.ts'
import { rounded } from '../../readings/decimate.ts'

/** A watch on somebody, and from when on the viewer may see what it reports. */
type Watch = { id: number; wearerId: number; since: Date; measuring: Measuring }

/** Parameters: devices, since when each, whose each is, when each lay off the wrist; which values are none, of which device and metric; and from when on. */
const OF_EACH =
  'unnest($1::int[], $2::timestamptz[], $3::int[], $4::tstzmultirange[]) as device (id, since, wearer, off)'
const isTrue = (metricId: string): string => `device_id = device.id and metric = ${metricId}
    and time >= device.since and time >= $8::timestamptz and not time <@ device.off
    and not exists (select from unnest($5::int[], $6::int[], $7::float8[]) as made (id, metric, value)
      where made.id = device.id and made.metric = readings.metric and made.value = readings.value)`

const NEWEST = `select distinct on (device.wearer, m.id) device.wearer as "wearerId", m.id as metric, newest.time, newest.value
  from ${OF_EACH} cross join unnest($9::int[]) as m (id) cross join lateral (
    select time, value::float8 as value from readings where ${isTrue('m.id')} order by time desc limit 1) newest
  order by device.wearer, m.id, newest.time desc`

/** `offset 0`: by the index of each watch; joined, the planner reads all that was ever measured. Of each part the lowest and the highest, with their own times: the least of `array[value, time]` is the lowest reading itself. */
const LINE = `select wearer as "wearerId", array[min(reading), max(reading)] as extremes
  from (select device.wearer, array[value::float8, date_part('epoch', time) * 1000] as reading,
      date_bin(make_interval(secs => $10::float8 / 1000), time, 'epoch') as part
    from ${OF_EACH} cross join lateral (select time, value from readings where ${isTrue('$9::int')} offset 0) readings) readings
  group by wearer, part`

type NewestRow = { wearerId: number; metric: number; time: Date; value: number }
type LineRow = { wearerId: number; extremes: [value: number, time: number][] }

const nameOf = new Map<number, WardMetric>(wardMetrics.map((name) => [metric(name).id, name]))

/** As one value, in which a moment is found by halves: a night has many spans, and each is asked of each reading. */
const rangesOf = (spans: readonly TimeSpan[]): string =>
  `{${spans.map(({ from, to }) => `[${new Date(from).toISOString()},${new Date(to).toISOString()})`).join(',')}}`

/** Begins where a part does, so that it has no part more than it may. */
const lineSince = (now: number): Date =>
  new Date(Math.floor(now / WARD_LINE_PART_MS + 1) * WARD_LINE_PART_MS - WARD_LINE_MS)

/** What some watches are known to say where they measured nothing. */
const madeUp = (watches: readonly Watch[]) =>
  watches.flatMap(({ id, measuring }) =>
    wardMetrics.flatMap((name) =>
      (measuring.invents?.[name] ?? [])
        .filter((value) => isInvented(measuring, name, value))
        .map((value) => ({ id, metric: metric(name).id, value })),
    ),
  )

const pointsOf = (rows: readonly LineRow[]): WardPerson['pulse'] => {
  const points = new Map(rows.flatMap(({ extremes }) => extremes.map(([value, time]) => [time, value])))
  return [...points]
    .toSorted(([one], [other]) => one - other)
    .map(([time, value]) => [Math.round(time), rounded(value)])
}

export type Measured = {
  latest: (wearerId: number) => Record<WardMetric, Point | null>
  pulse: (wearerId: number) => WardPerson['pulse']
  offOf: (deviceId: number) => readonly TimeSpan[]
}

/** What is true of what these people wear: the newest of each metric, and the line of the pulse. */
export async function readMeasured(facts: Facts, watches: readonly Watch[], now: number): Promise<Measured> {
  const since = new Date(now - WARD_VALUE_MS)
  const ids = watches.map(({ id }) => id)
  const off = await offWristOf(facts, { deviceIds: ids, from: since, to: new Date(now) })
  const made = madeUp(watches)
  const values = [
    ids,
    watches.map((watch) => watch.since),
    watches.map(({ wearerId }) => wearerId),
    ids.map((id) => rangesOf(off.get(id) ?? [])),
    made.map(({ id }) => id),
    made.map((each) => each.metric),
    made.map(({ value }) => value),
  ]
  const pulse = metric('heartRate').id
  const [newest, line] = await Promise.all([
    facts.query<NewestRow>({ text: NEWEST, values: [...values, since, [...nameOf.keys()]] }),
    facts.query<LineRow>({ text: LINE, values: [...values, lineSince(now), pulse, WARD_LINE_PART_MS] }),
  ])
  const newestOf = Map.groupBy(newest.rows, ({ wearerId }) => wearerId)
  const lineOf = Map.groupBy(line.rows, ({ wearerId }) => wearerId)
  const latestOf = (rows: readonly NewestRow[], name: WardMetric): Point | null => {
    const row = rows.find((each) => nameOf.get(each.metric) === name)
    return row ? { time: row.time, value: Number(row.value.toFixed(metric(name).decimals)) } : null
  }
  return {
    latest: (wearerId) => {
      const rows = newestOf.get(wearerId) ?? []
      const of = (name: WardMetric) => latestOf(rows, name)
      return {
        heartRate: of('heartRate'),
        spo2: of('spo2'),
        systolic: of('systolic'),
        diastolic: of('diastolic'),
        temperature: of('temperature'),
      }
    },
    pulse: (wearerId) => pointsOf(lineOf.get(wearerId) ?? []),
    offOf: (deviceId) => off.get(deviceId) ?? [],
  }
}
