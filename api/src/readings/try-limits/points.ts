import type { Point } from '@carewatch/contracts/http/readings'
import { rounded } from '../decimate.ts'
import type { Reading } from '../replay.ts'

/** As many as a small graph has pixels for. */
const SPANS = 400

/** Of each span the lowest and the highest reading, in order of time. */
export function extremesOf(readings: readonly Reading[], { from, to }: { from: Date; to: Date }): Point[] {
  const width = Math.max(1, (to.getTime() - from.getTime()) / SPANS)
  const spans = new Map<number, { low: Reading; high: Reading }>()
  for (const reading of readings) {
    const span = Math.floor((reading[0] - from.getTime()) / width)
    const known = spans.get(span)
    if (!known) spans.set(span, { low: reading, high: reading })
    else if (reading[1] < known.low[1]) known.low = reading
    else if (reading[1] > known.high[1]) known.high = reading
  }
  return [...spans.values()]
    .flatMap(({ low, high }) => (low === high ? [low] : [low, high]))
    .toSorted(([one], [other]) => one - other)
    .map(([time, value]) => ({ time: new Date(time), value: rounded(value) }))
}
