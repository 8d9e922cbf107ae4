import type { Measuring } from '../measuring.ts'
import { isLimited, type LimitedMetric, type MetricName } from '../metrics.ts'
import { type DayAndNight, partOf } from './changed.ts'
import { createObserver } from './observer.ts'

/** A day and the night after it, by the clocks of who lives it. */
export type DaySpan = { from: number; nightFrom: number; to: number }

/**
 * Sorts what a watch measured into days and nights, as far as it is worth judging: what was measured in motion, off the wrist or cannot be is left out.
 * Samples come in the order they were measured, of one moment first what says what the others are worth.
 */
export function createDaysAndNights(spans: readonly DaySpan[], measuring?: Measuring) {
  const observer = createObserver({ measuring })
  const found = new Map<LimitedMetric, { day: number[]; night: number[] }[]>()
  let at = 0

  return {
    /** Takes in that the watch said that it is worn, or is not. */
    note: observer.note.bind(observer),
    add(time: number, value: number, name: MetricName): void {
      observer.note({ type: 'reading', metric: name, value, time })
      const { quality } = observer.observe(name, value, time)
      if (quality !== 'GOOD' || !isLimited(name)) return
      while (time >= (spans[at]?.to ?? Number.POSITIVE_INFINITY)) at++
      const span = spans[at]
      if (!span || time < span.from) return
      const days = found.get(name) ?? spans.map(() => ({ day: [], night: [] }))
      found.set(name, days)
      days[at]?.[time < span.nightFrom ? 'day' : 'night'].push(value)
    },
    days: (): Map<LimitedMetric, DayAndNight[]> =>
      new Map(
        [...found].map(([name, days]) => [
          name,
          days.map(({ day, night }) => ({ day: partOf(day), night: partOf(night) })),
        ]),
      ),
  }
}
