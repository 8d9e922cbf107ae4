import { isInvented } from '@carewatch/contracts/measuring'
import { isLimited, type MetricName, metrics } from '@carewatch/contracts/metrics'
import { offWristSpans, type Reported, WALKING_STEPS_PER_MINUTE } from '@carewatch/contracts/rules/observer'
import { measuringOfId } from '../devices/models/model.ts'
import { laterOf } from '../access/worn.ts'
import type { Facts, Services } from '../services.ts'
import type { Sample } from './decimate.ts'
import type { Range } from './history-sql.ts'
import { firstZeroIn } from './summed.ts'

/** So long a watch is believed that it lies off the wrist: what it said before that says nothing any more. */
const LEAD_MS = 8 * 3_600_000
/** Of more the newest: a report each two minutes of a month. */
const REPORTS_MAX = 20_000

/** Of each of these devices. Parameters: their ids, from when on each, to. */
const reportsOf = (columns: string, found: string): string =>
  `select ${columns} from ${found} and device_id = device.id and time >= to_timestamp(device.since / 1000)
      and time <= to_timestamp($3::float8 / 1000) order by time desc limit ${REPORTS_MAX}`
const ofEach = (columns: string, found: string): string =>
  `select device.id as "deviceId", date_part('epoch', found.time) * 1000 as time, ${columns} from unnest($1::int[], $2::float8[]) as device (id, since)
    cross join lateral (${found}) found`
const EVENTS = ofEach(
  'found.type',
  reportsOf('time, type', `device_events where type in ('OFF_WRIST', 'ON_WRIST')`),
)
/** One parameter more: from when on any is asked for, by which the chunks of before are left out as it is planned. */
const REPORTS = reportsOf(
  'time, value::float8 as value',
  'readings where metric = $4 and time >= to_timestamp($5::float8 / 1000)',
)
const WORN = ofEach('found.value', REPORTS)

/** Each beside its neighbours, in the order of the index: sorted anew it would take as long again. */
const BESIDE = `select time, value, lag(value) over w as after, lead(value) over w as before,
      lag(time) over w as later, lead(time) over w as earlier from (${REPORTS}) report window w as (order by time desc)`
/** Shorter than a watch is believed. */
const partOf = (time: string): string => `date_bin('4 hours', ${time}, 'epoch')`

/** A watch that lies somewhere says so every minute of a night: of the same word again and again the first and the last of each few hours, for so long it is believed. */
const RUNS = ofEach(
  'found.value',
  `select time, value from (${BESIDE}) run where before is null or after is null or (before = 1) <> (value = 1) or (after = 1) <> (value = 1)
    or ${partOf('time')} <> ${partOf('earlier')} or ${partOf('time')} <> ${partOf('later')}`,
)

/** Of steps those that may be of somebody who walks, each with the report before it: between two others nobody walks either. */
const WALKS = ofEach(
  'found.value',
  `select time, value from (${BESIDE}) step
    where value > before and value - before > ${WALKING_STEPS_PER_MINUTE - 1} * date_part('epoch', time - earlier) / 60
      or after > value and after - value > ${WALKING_STEPS_PER_MINUTE - 1} * date_part('epoch', later - time) / 60`,
)

/** Which of these devices said at all that they lie there. */
const LAY = `select id from unnest($1::int[]) as device (id) where
  exists (select from readings where device_id = device.id and metric = $4 and value = 0
    and time >= to_timestamp($2::float8 / 1000) and time <= to_timestamp($3::float8 / 1000))
  or exists (select from device_events where device_id = device.id and type = 'OFF_WRIST'
    and time >= to_timestamp($2::float8 / 1000) and time <= to_timestamp($3::float8 / 1000))`

/** Of whom a device was ever, one after another. One that was planned and taken back was never. */
const WEARERS = `select device_id as "deviceId", date_part('epoch', started_at) * 1000 as since, date_part('epoch', ended_at) * 1000 as until
  from assignments where device_id = any($1::int[]) and (ended_at is null or ended_at > started_at) order by started_at, id`

type Row = { deviceId: number; time: number; value: number }
type EventRow = { deviceId: number; time: number; type: 'OFF_WRIST' | 'ON_WRIST' }
type WearerRow = { deviceId: number; since: number; until: number | null }
export type TimeSpan = { from: number; to: number }

const inTime = (reports: readonly Reported[]): Reported[] =>
  reports.toSorted((one, other) => one.time - other.time)

const handovers = (rows: readonly WearerRow[]): number[] =>
  rows.flatMap(({ since, until }, index) => [
    ...(index === 0 ? [] : [since]),
    ...(until === null ? [] : [until]),
  ])

/** When a device became somebody else's, or nobody's. What it said before the first had it counts for them, as the rules have it. */
export const handoversOf = async (facts: Facts, deviceId: number): Promise<number[]> =>
  handovers((await facts.query<WearerRow>(WEARERS, [[deviceId]])).rows)

/** What a watch said while one had it says nothing of who has it next. */
const spansBetween = (moments: readonly number[], reports: readonly Reported[]): TimeSpan[] =>
  [Number.NEGATIVE_INFINITY, ...moments].flatMap((since, index) => {
    const until = moments[index] ?? Number.POSITIVE_INFINITY
    const between = reports.filter(({ time }) => time >= since && time < until)
    return offWristSpans(between).map(({ from, to }) => ({ from, to: Math.min(to, until) }))
  })

function byDevice<Of extends { deviceId: number }>(rows: readonly Of[]): (id: number) => Of[] {
  const grouped = Map.groupBy(rows, ({ deviceId }) => deviceId)
  return (id) => grouped.get(id) ?? []
}

type Breaks = { always: readonly number[]; whileOff: readonly number[] }

/** Whether something happened within a run of the same word: then each of its reports counts, for the next one began anew. */
function isBroken(runs: readonly Row[], { always, whileOff }: Breaks): boolean {
  const rows = runs.toSorted((one, other) => one.time - other.time)
  return rows.some((row, index) => {
    const next = rows[index + 1]
    const isWorn = row.value === 1
    if (!next || (next.value === 1) !== isWorn) return false
    const breaks = isWorn ? always : [...always, ...whileOff]
    return breaks.some((at) => at >= row.time && at <= next.time)
  })
}

type ManyInTime = { deviceIds: readonly number[]; from: Date; to: Date }

/** When each of these devices lay off the wrist in a time, as the rules have it; of one that did not, nothing. Nearly always none did: then nothing more is asked for. */
export async function offWristOf(
  facts: Facts,
  { deviceIds, from, to }: ManyInTime,
): Promise<Map<number, TimeSpan[]>> {
  const lead = from.getTime() - LEAD_MS
  const end = Math.min(to.getTime(), Date.now())
  const { rows: lay } = await facts.query<{ id: number }>(LAY, [deviceIds, lead, end, metrics.wearing.id])
  if (lay.length === 0) return new Map()
  const ids = lay.map(({ id }) => id)
  const since = ids.map(() => lead)
  const [runs, events, wearers] = await Promise.all([
    facts.query<Row>(RUNS, [ids, since, end, metrics.wearing.id, lead]),
    facts.query<EventRow>(EVENTS, [ids, since, end]),
    facts.query<WearerRow>(WEARERS, [ids]),
  ])
  const [runsOf, eventsOf, wearersOf] = [byDevice(runs.rows), byDevice(events.rows), byDevice(wearers.rows)]
  const wearingOf = (id: number, rows: readonly Row[]) =>
    inTime([
      ...rows.map((row): Reported => ({ type: 'reading', metric: 'wearing', ...row })),
      ...eventsOf(id).map(({ type, time }): Reported => ({ type: 'event', event: type, time })),
    ])
  // Whoever walks wears it: before it lay anywhere, that changes nothing.
  const offSince = ids.map((id) => offWristSpans(wearingOf(id, runsOf(id)))[0]?.from ?? end)
  const firstOff = Math.min(...offSince)
  const steps = await facts.query<Row>(WALKS, [ids, offSince, end, metrics.steps.id, firstOff])
  const stepsOf = byDevice(steps.rows)
  const movesOf = (id: number) => handovers(wearersOf(id))
  const broken = ids.filter((id) =>
    isBroken(runsOf(id), {
      always: [...eventsOf(id).map(({ time }) => time), ...movesOf(id)],
      whileOff: stepsOf(id).map(({ time }) => time),
    }),
  )
  const each =
    broken.length > 0
      ? await facts.query<Row>(WORN, [broken, broken.map(() => lead), end, metrics.wearing.id, lead])
      : { rows: [] }
  const eachOf = byDevice(each.rows)
  return new Map(
    ids.map((id) => {
      const reports = inTime([
        ...wearingOf(id, broken.includes(id) ? eachOf(id) : runsOf(id)),
        ...stepsOf(id).map((row): Reported => ({ type: 'reading', metric: 'steps', ...row })),
      ])
      const spans = spansBetween(movesOf(id), reports)
        .map((span) => ({ ...span, from: Math.max(span.from, from.getTime()) }))
        .filter((span) => span.to > span.from && span.from <= end)
      return [id, spans]
    }),
  )
}

/** Over less it is as quickly asked of its readings. */
const MONTH_MS = 28 * 86_400_000

const FIRST_OFF = `select date_part('epoch', min(time)) * 1000 as time from device_events
  where device_id = $1 and type = 'OFF_WRIST' and time >= $2 and time <= $3`

/** A time from when on it may have lain off the wrist: of a long one that begins with years in which it never did only the rest. Null: it never did. */
async function fromFirstOff(facts: Facts, range: Range): Promise<Range | null> {
  const since = new Date(range.from.getTime() - LEAD_MS)
  const to = new Date(Math.min(range.to.getTime(), Date.now()))
  const first = await firstZeroIn(facts, { ...range, from: since, to }, metrics.wearing.id)
  if (first === null) return range
  const values = [range.deviceId, since, to]
  const { rows } = await facts.query<{ time: number | null }>(FIRST_OFF, values)
  const off = Math.min(first, rows[0]?.time ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(off) ? { ...range, from: laterOf(range.from, new Date(off)) } : null
}

/** The same of one device. */
export async function offWristIn(facts: Facts, asked: Range): Promise<TimeSpan[]> {
  const isLong = Math.min(asked.to.getTime(), Date.now()) - asked.from.getTime() >= MONTH_MS
  const range = isLong ? await fromFirstOff(facts, asked) : asked
  if (!range || range.from > range.to) return []
  const { deviceId, from, to } = range
  return (await offWristOf(facts, { deviceIds: [deviceId], from, to })).get(deviceId) ?? []
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
