import { MAX_POINTS } from '@carewatch/contracts/http/readings'
import { DAY_MS, type Extremes, graphKey, QUARTER_MS, unpackDays } from '@carewatch/contracts/summed-days'
import type { Facts } from '../services.ts'
import { type Sample, samplesOf, spanBetween, widened } from './decimate.ts'
import { extremes, type Range, type Width } from './history-sql.ts'
import { daysWithin, type SummedDays, type Times, unsummedIn } from './summed-times.ts'

/** More than this of what is not summed is as quickly read with the rest. */
const MOST_PARTS = 6
const MOST_MS = 8 * DAY_MS

const EXTREMES = { 1: extremes(1), 2: extremes(2), 3: extremes(3) }

/** As `contracts/summed-days.ts` reads them. */
const laidOut = (column: string): string =>
  `string_agg(int4send((date_part('epoch', day) / 86400)::int4) || int4send(octet_length(${column})) || ${column}, ''::bytea)`

/**
 * Which days are summed and, of those, each as a whole: all at one moment, so that no day is taken for what it was before a reading came. Parameters: device, metric,
 * the first whole day, the one after the last, and the graph. Nothing where this graph is not summed.
 */
const DAYS = `select date_part('epoch', known.since) * 1000 as since, date_part('epoch', known.until) * 1000 as until,
    array(select distinct date_part('epoch', day) * 1000 from reading_days_touched where device_id = $1 and day >= $3 and day < $4) as touched,
    (select ${laidOut('whole')} from reading_days s where device_id = $1 and metric = $2
      and day >= greatest($3::timestamptz, known.since) and day < least($4::timestamptz, known.until)
      and not exists (select from reading_days_touched t where t.device_id = $1 and t.day = s.day)) as days
  from reading_days_known known where $5 = any(known.graphs)`

/** The quarters of an hour of the same days, but for those that were touched. */
const QUARTERS = `select ${laidOut('quarters')} as days from reading_days where device_id = $1 and metric = $2
  and day >= $3 and day < $4 and day <> all($5::timestamptz[])`

type Known = SummedDays & { days: Buffer | null }
type Found = { samples: Sample[]; spanMs: number }

const lengthOf = (parts: readonly Times[]): number =>
  parts.reduce((length, { from, to }) => length + to - from, 0)

/** Of what is not summed the extremes of each quarter of an hour; each part is planned for its own chunks. */
async function readParts(
  facts: Facts,
  { deviceId, ids }: { deviceId: number; ids: readonly number[] },
  parts: readonly Times[],
): Promise<Extremes[]> {
  // Safe: a graph shows one to three metrics.
  const width = ids.length as Width
  const answers = await Promise.all(
    parts.map(({ from, to }) =>
      facts.query<number[]>({
        text: EXTREMES[width],
        values: [deviceId, new Date(from), new Date(to), ...ids, QUARTER_MS],
        rowMode: 'array',
      }),
    ),
  )
  return answers.flatMap(({ rows }) => rows.map(([count = 0, ...row]) => ({ count, row })))
}

/** When the first and the last was, as far as the extremes say it. */
const outermost = (all: readonly Extremes[]): [number, number] => [
  all.reduce((first, { row }) => Math.min(first, row[0] ?? first), Number.POSITIVE_INFINITY),
  all.reduce((last, { row }) => Math.max(last, row[0] ?? last), Number.NEGATIVE_INFINITY),
]

/** What is known of a long time: each day that is summed as a whole, and of the rest the quarters of an hour. Null: too little of it is summed. */
async function readWhole(facts: Facts, range: Range, ids: readonly number[]) {
  // Safe: a graph shows one to three metrics.
  const width = ids.length as Width
  const times = { from: range.from.getTime(), to: range.to.getTime() }
  const { first, end } = daysWithin(times)
  const days = [range.deviceId, ids[0], new Date(first), new Date(end)]
  // unscoped: of a device that was found before, and one row for all houses that says which days are summed
  const [known] = (await facts.query<Known>(DAYS, [...days, graphKey(ids)])).rows
  if (!known) return null
  const parts = unsummedIn(times, known)
  if (parts.length > MOST_PARTS || lengthOf(parts) > MOST_MS) return null
  const unsummed = await readParts(facts, { deviceId: range.deviceId, ids }, parts)
  const summed = {
    from: Math.max(first, known.since),
    end: Math.min(end, known.until),
    touched: known.touched,
  }
  return { whole: [...unpackDays(known.days ?? Buffer.alloc(0), width), ...unsummed], unsummed, summed }
}
type Whole = NonNullable<Awaited<ReturnType<typeof readWhole>>>

/** The quarters of an hour of the same. */
async function readQuarters(
  facts: Facts,
  { deviceId, ids }: { deviceId: number; ids: readonly number[] },
  { unsummed, summed: { from, end, touched } }: Whole,
): Promise<Extremes[]> {
  const days = touched.map((day) => new Date(day))
  const values = [deviceId, ids[0], new Date(from), new Date(end), days]
  const { rows } = await facts.query<{ days: Buffer | null }>({ text: QUARTERS, values })
  return [...unpackDays(rows[0]?.days ?? Buffer.alloc(0), ids.length), ...unsummed]
}

/**
 * A long graph from what is kept of each day and, where that is not the truth yet, from the readings: the same as from the readings alone.
 * Null: too little of it is summed, or its readings are few and lie close together.
 */
export async function readSummed(facts: Facts, range: Range, ids: readonly number[]): Promise<Found | null> {
  // Safe: a graph shows one to three metrics.
  const width = ids.length as Width
  const found = await readWhole(facts, range, ids)
  if (!found) return null
  const count = found.whole.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return { samples: [], spanMs: 0 }

  const spanMs = spanBetween(range, outermost(found.whole), width)
  const isFew = count <= MAX_POINTS
  const isByDay = !isFew && spanMs % DAY_MS === 0
  const all = isByDay ? found.whole : await readQuarters(facts, { deviceId: range.deviceId, ids }, found)
  if (!isFew) return { samples: samplesOf(widened(all, spanMs, width), width), spanMs }
  // The lowest and the highest of two are both.
  if (all.some(({ count: of }) => of > 2)) return null
  const rows = all.map(({ row }) => row)
  return { samples: samplesOf(rows, width), spanMs: 0 }
}

/** When a metric that is never below it was first zero in a long time; `Infinity`: never. Null: too little of it is summed. */
export async function firstZeroIn(facts: Facts, range: Range, id: number): Promise<number | null> {
  const found = await readWhole(facts, range, [id])
  if (!found) return null
  const zeros = found.whole.flatMap(({ row: [time = 0, value] }) => (value === 0 ? [time] : []))
  return zeros.reduce((first, time) => Math.min(first, time), Number.POSITIVE_INFINITY)
}
