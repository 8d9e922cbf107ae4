import type { ReadingColumns } from '@carewatch/contracts/batches'
import { arrayOf } from './columns.ts'

/** As TimescaleDB divides time: whole weeks since 1970. */
const WEEK_MS = 7 * 86_400_000
/** What 90,000 watches with eleven metrics each take: some 50 MB. */
const MOST = 1_000_000

const METRICS = 2 ** 8
const WEEKS = 2 ** 13
const METRICS_AND_WEEKS = METRICS * WEEKS

/** Of one row of `reading_weeks`, as one number below 2^53 until the year 2126. */
const keyOf = (deviceId: number, metric: number, week: number): number =>
  deviceId * METRICS_AND_WEEKS + metric * WEEKS + week

const deviceOf = (key: number): number => Math.floor(key / METRICS_AND_WEEKS)
const metricOf = (key: number): number => Math.floor(key / WEEKS) % METRICS
const weekOf = (key: number): number => (key % WEEKS) * WEEK_MS

/** Which rows of `reading_weeks` were committed, so that each is written about once; when too many are known, it begins anew. */
export function createKnownWeeks(most = MOST) {
  const known = new Set<number>()

  /** Of these readings, in one order whoever asks, that two who write the same wait for each other and not in a ring. */
  function unknownOf({ count, deviceId, metric, time }: ReadingColumns): number[] {
    const unknown = new Set<number>()
    for (let row = 0; row < count; row++) {
      const week = Math.floor((time[row] ?? 0) / WEEK_MS)
      const key = keyOf(deviceId[row] ?? 0, metric[row] ?? 0, week)
      if (!known.has(key)) unknown.add(key)
    }
    return [...unknown].sort((one, other) => one - other)
  }

  /** Only after the commit that wrote them. */
  function learn(keys: readonly number[]): void {
    if (known.size + keys.length > most) known.clear()
    for (const key of keys) known.add(key)
  }

  return { unknownOf, learn, forget: () => known.clear() }
}
export type KnownWeeks = ReturnType<typeof createKnownWeeks>

/** As parameters of a statement: device, metric, and the first moment of the week. */
export const weekArrays = (keys: readonly number[]): Buffer[] => [
  arrayOf('int4', keys.map(deviceOf)),
  arrayOf('int2', keys.map(metricOf)),
  arrayOf('timestamptz', keys.map(weekOf)),
]
