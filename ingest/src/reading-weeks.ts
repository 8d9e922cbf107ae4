import type { ReadingColumns } from '@carewatch/contracts/batches'
import { arrayOf } from './columns.ts'

/** As TimescaleDB divides time: whole weeks since 1970. */
const WEEK_MS = 7 * 86_400_000
/** Of so many devices it is known what is written: some 25 MB. */
const MOST_DEVICES = 250_000
/** As many as one whole number has bits; of a metric beyond them it is never known, and its weeks are written each time. */
const METRICS_KNOWN = 31

const METRICS = 2 ** 8
const WEEKS = 2 ** 13
const METRICS_AND_WEEKS = METRICS * WEEKS

/** Of one row of `reading_weeks`, as one number below 2^53 until the year 2126. */
const keyOf = (deviceId: number, metric: number, week: number): number =>
  deviceId * METRICS_AND_WEEKS + metric * WEEKS + week

const deviceOf = (key: number): number => Math.floor(key / METRICS_AND_WEEKS)
const metricOf = (key: number): number => Math.floor(key / WEEKS) % METRICS
const weekOf = (key: number): number => key % WEEKS

/** Which metrics of one week are written, as bits. */
type Known = { week: number; metrics: number }
const bitOf = (metric: number): number => (metric < METRICS_KNOWN ? 1 << metric : 0)

/** Which rows of `reading_weeks` were committed, of each device those of its newest week, so that each is written about once; of too many devices those that were learnt first are forgotten. */
export function createKnownWeeks(most = MOST_DEVICES) {
  const known = new Map<number, Known>()

  /** Of these readings, in one order whoever asks, that two who write the same wait for each other and not in a ring. */
  function unknownOf({ count, deviceId, metric, time }: ReadingColumns): number[] {
    const unknown = new Set<number>()
    for (let row = 0; row < count; row++) {
      const device = deviceId[row] ?? 0
      const id = metric[row] ?? 0
      const week = Math.floor((time[row] ?? 0) / WEEK_MS)
      const of = known.get(device)
      if (of?.week !== week || (of.metrics & bitOf(id)) === 0) unknown.add(keyOf(device, id, week))
    }
    return [...unknown].sort((one, other) => one - other)
  }

  /** Only after the commit that wrote them. */
  function learn(keys: readonly number[]): void {
    for (const key of keys) {
      const [device, week] = [deviceOf(key), weekOf(key)]
      const of = known.get(device)
      if (of?.week === week) of.metrics |= bitOf(metricOf(key))
      else if (!of || of.week < week) known.set(device, { week, metrics: bitOf(metricOf(key)) })
    }
    // A map keeps the order in which they came: those that were known first are forgotten.
    for (const device of known.keys()) {
      if (known.size <= most) break
      known.delete(device)
    }
  }

  return { unknownOf, learn, forget: () => known.clear() }
}
export type KnownWeeks = ReturnType<typeof createKnownWeeks>

/** As parameters of a statement: device, metric, and the first moment of the week. */
export const weekArrays = (keys: readonly number[]): Buffer[] => [
  arrayOf('int4', keys.map(deviceOf)),
  arrayOf('int2', keys.map(metricOf)),
  arrayOf(
    'timestamptz',
    keys.map((key) => weekOf(key) * WEEK_MS),
  ),
]
