import { graphs } from './measurements.ts'
import { metric, metrics } from './metrics.ts'

/**
 * What is kept of a day of one graph (`reading_days`): of each quarter of an hour that has any, and of the whole day, how many readings there were and, of each
 * of its metrics, the lowest and the highest. Each of these stands there whole: its time and what was measured of all metrics at that time.
 * Made in the database (`rules-engine/src/schedule/sum-days-sql.ts`), big-endian: the count (int16), then the lowest and highest of the first metric, of the second …:
 * each the milliseconds since the day began (int32) and a value of each metric (float32).
 */
export const DAY_MS = 86_400_000
export const QUARTER_MS = 900_000

/** A day is summed so long after its end. */
export const SUMMED_AFTER_MS = 12 * 3_600_000
/** Whoever stores a reading of a day that ended longer ago than this says so: half of the other, for clocks that differ and commits that take long. */
export const TOUCHED_AFTER_MS = SUMMED_AFTER_MS / 2

/** The metrics of each graph, by the numbers they are stored under; and whether it was worn, which says of years when it ever lay off the wrist. */
export const summedGraphs: readonly (readonly number[])[] = [
  ...graphs.map(({ metrics: names }) => names.map((name) => metric(name).id)),
  [metrics.wearing.id],
]

/** Of which graph a day is summed, as one number: the first of its metrics, by which it is found, and how many there are, by which it is read. */
export const graphKey = (ids: readonly number[]): number => (ids[0] ?? 0) * 10 + ids.length
export const graphKeys: readonly number[] = summedGraphs.map(graphKey).toSorted((one, other) => one - other)

/** More in a quarter of an hour are not counted. */
export const COUNTED_MOST = 32_767

/** How many there were in a time; and the lowest and highest of each metric laid end to end, each its time and the values of all metrics. */
export type Extremes = { count: number; row: number[] }

const DAY_HEAD_BYTES = 8
const COUNT_BYTES = 2
const FIELD_BYTES = 4

/** The sample at a place: its time, and what was measured of each metric. */
const sampleAt = (view: DataView, at: number, { day, width }: { day: number; width: number }): number[] => [
  day + view.getInt32(at),
  ...Array.from({ length: width }, (_, value) => view.getFloat32(at + (1 + value) * FIELD_BYTES)),
]

/** Days one after another: each its number since 1970 and how many bytes follow (int32 both), then these. `width`: how many metrics. */
export function unpackDays(bytes: Uint8Array, width: number): Extremes[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entryBytes = COUNT_BYTES + 2 * width * (1 + width) * FIELD_BYTES
  const found: Extremes[] = []
  for (let at = 0; at < bytes.byteLength;) {
    const day = view.getInt32(at) * DAY_MS
    const end = at + DAY_HEAD_BYTES + view.getInt32(at + 4)
    for (at += DAY_HEAD_BYTES; at < end; at += entryBytes)
      found.push({ count: view.getInt16(at), row: rowAt(view, at + COUNT_BYTES, { day, width }) })
  }
  return found
}

/** The lowest and highest of each metric laid end to end. Written out for one metric: of a year there are 35,000. */
function rowAt(view: DataView, at: number, { day, width }: { day: number; width: number }): number[] {
  if (width === 1)
    return [
      day + view.getInt32(at),
      view.getFloat32(at + FIELD_BYTES),
      day + view.getInt32(at + 2 * FIELD_BYTES),
      view.getFloat32(at + 3 * FIELD_BYTES),
    ]
  const bytes = (1 + width) * FIELD_BYTES
  return Array.from({ length: 2 * width }, (_, n) => sampleAt(view, at + n * bytes, { day, width })).flat()
}
