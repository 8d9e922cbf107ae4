import { isInvented } from '@carewatch/contracts/measuring'
import { isLimited, type MetricName, metrics } from '@carewatch/contracts/metrics'
import { offWristSpans, type Reported } from '@carewatch/contracts/rules/observer'
import { measuringOfId } from '../devices/models/model.ts'
import type { Facts, Services } from '../services.ts'
import type { Sample } from './decimate.ts'
import type { Range } from './history-sql.ts'

/** So long a watch is believed that it lies off the wrist: what it said before that says nothing any more. */
const LEAD_MS = 8 * 3_600_000
/** Of more the newest: a report each two minutes of a month. */
const REPORTS_MAX = 20_000

const MOST = `order by time desc limit ${REPORTS_MAX}`
const IN_TIME =
  'device_id = $1 and time >= to_timestamp($2::float8 / 1000) and time <= to_timestamp($3::float8 / 1000)'
const EVENTS = `select date_part('epoch', time) * 1000 as time, type from device_events where type in ('OFF_WRIST', 'ON_WRIST') and ${IN_TIME} ${MOST}`
const REPORTS = `select date_part('epoch', time) * 1000 as time, value::float8 as value from readings where metric = $4 and ${IN_TIME} ${MOST}`

/** Of whom a device was ever, one after another. One that was planned and taken back was never. */
const WEARERS = `select date_part('epoch', started_at) * 1000 as since, date_part('epoch', ended_at) * 1000 as until
  from assignments where device_id = $1 and (ended_at is null or ended_at > started_at) order by started_at, id`

type Row = { time: number; value: number }
type EventRow = { time: number; type: 'OFF_WRIST' | 'ON_WRIST' }
export type TimeSpan = { from: number; to: number }

const inTime = (reports: readonly Reported[]): Reported[] =>
  reports.toSorted((one, other) => one.time - other.time)

/** When a device became somebody else's, or nobody's. What it said before the first had it counts for them, as the rules have it. */
export async function handoversOf(facts: Facts, deviceId: number): Promise<number[]> {
  const { rows } = await facts.query<{ since: number; until: number | null }>(WEARERS, [deviceId])
  return rows.flatMap(({ since, until }, index) => [
    ...(index === 0 ? [] : [since]),
    ...(until === null ? [] : [until]),
  ])
}

/** What a watch said while one had it says nothing of who has it next. */
const spansBetween = (handovers: readonly number[], reports: readonly Reported[]): TimeSpan[] =>
  [Number.NEGATIVE_INFINITY, ...handovers].flatMap((since, index) => {
    const until = handovers[index] ?? Number.POSITIVE_INFINITY
    const between = reports.filter(({ time }) => time >= since && time < until)
    return offWristSpans(between).map(({ from, to }) => ({ from, to: Math.min(to, until) }))
  })

/** When a device lay off the wrist in a time, as the rules have it. Nearly always never: then its steps are not asked for. */
export async function offWristIn(facts: Facts, { deviceId, from, to }: Range): Promise<TimeSpan[]> {
  const lead = from.getTime() - LEAD_MS
  const end = Math.min(to.getTime(), Date.now())
  const reported = async (metric: 'wearing' | 'steps', since: number): Promise<Reported[]> => {
    const { rows } = await facts.query<Row>(REPORTS, [deviceId, since, end, metrics[metric].id])
    return rows.map((row) => ({ type: 'reading', metric, ...row }))
  }
  const { rows: events } = await facts.query<EventRow>(EVENTS, [deviceId, lead, end])
  const worn = inTime([
    ...(await reported('wearing', lead)),
    ...events.map(({ time, type }): Reported => ({ type: 'event', event: type, time })),
  ])
  const [first] = offWristSpans(worn)
  if (!first) return []
  const reports = inTime([...worn, ...(await reported('steps', first.from))])
  return spansBetween(await handoversOf(facts, deviceId), reports)
    .map((span) => ({ ...span, from: Math.max(span.from, from.getTime()) }))
    .filter((span) => span.to > span.from && span.from <= end)
}

export const isWithin = ({ from, to }: TimeSpan, at: Date | null): boolean =>
  at !== null && at.getTime() >= from && at.getTime() < to

/** Spans as two parameters of a statement, and that a reading lies in none of them; `first`: the number of the first of them. */
export const momentsOf = (spans: readonly TimeSpan[]): [since: Date[], until: Date[]] => [
  spans.map(({ from }) => new Date(from)),
  spans.map(({ to }) => new Date(to)),
]
export const isWorn = (first: number): string =>
  `not exists (select from unnest($${first}::timestamptz[], $${first + 1}::timestamptz[]) off (since, until) where time >= since and time < until)`

type Found = { range: Range; samples: readonly Sample[]; names: readonly MetricName[] }

/** Which of what was found is worthless: off the wrist, or what the model is known to invent. Steps and sleep are counted, not measured. */
export async function worthlessIn(
  { db, facts }: Pick<Services, 'db' | 'facts'>,
  { range, samples, names }: Found,
): Promise<TimeSpan[]> {
  if (samples.length === 0 || !names.some(isLimited)) return []
  const measuring = await measuringOfId(db, range.deviceId)
  const invented = samples.flatMap(([time = 0, ...values]) =>
    names.some((name, index) => isInvented(measuring, name, values[index] ?? Number.NaN))
      ? [{ from: time, to: time }]
      : [],
  )
  return [...(await offWristIn(facts, range)), ...invented]
}
