import { type LimitedMetric, limitedMetrics, metrics } from '../metrics.ts'

/** What is usual is known of so many days, of which so many were measured. */
export const BEFORE_DAYS = 14
const DAYS_MIN = 10
/** So many days running. */
const SHIFT_DAYS = 3
export const CHANGED_DAYS = BEFORE_DAYS + SHIFT_DAYS
/** Beyond so many spreads it is another level, and within so many the former one. */
const BEYOND = 2
const BACK = 1
/** A day or a night of fewer good samples says nothing. */
const SAMPLES_MIN = 5
/** The middle half of what is spread as errors are is so many of its standard deviations wide: as robust as it is, and as easily read. */
const DEVIATIONS_OF_HALF = 1.349

/** What one day, or one night, was like. */
export type Part = { median: number; half: number }

/** One day and the night after it; null: too little was measured that was worth judging. */
export type DayAndNight = { day: Part | null; night: Part | null }

const quantile = (sorted: readonly number[], share: number): number => {
  const at = (sorted.length - 1) * share
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return below + (above - below) * (at - Math.floor(at))
}
const sortedOf = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other)
/** How wide the middle half is. */
const halfOf = (sorted: readonly number[]): number => quantile(sorted, 0.75) - quantile(sorted, 0.25)
const medianOf = (values: readonly number[]): number => quantile(sortedOf(values), 0.5)

/** Of the good samples of one day or one night. */
export function partOf(values: readonly number[]): Part | null {
  if (values.length < SAMPLES_MIN) return null
  const sorted = sortedOf(values)
  return { median: quantile(sorted, 0.5), half: halfOf(sorted) }
}

type Side = 'HIGH' | 'LOW'

/** A shift that people know of: what had been usual before it, and since when. */
export type KnownShift = { isNight: boolean; usual: number; spread: number; since: number }
/** What is remembered of one watch, by side and metric: `HIGH:heartRate`. */
export type ChangedState = Readonly<Record<string, KnownShift>>

export type ChangedResult = { metric: LimitedMetric; direction: Side } & (
  | { change: 'trigger'; isNight: boolean; usual: number; value: number }
  | { change: 'clear' }
)

/** Of whole days the oldest first, the last of them the newest. */
export type ChangedFacts = {
  days: ReadonlyMap<LimitedMetric, readonly DayAndNight[]>
  state: ChangedState
  now: number
}

const DAY_MS = 86_400_000

type Level = { usual: number; spread: number }

/**
 * What was usual before the last days: the median of the medians, so that one odd day changes nothing. How far it spreads is how far the samples of one
 * day do, and how far one day lies from another; where nothing ever varies, a step of the sensor is no shift.
 */
function usualOf(name: LimitedMetric, before: readonly Part[]): Level | null {
  if (before.length < DAYS_MIN) return null
  const medians = sortedOf(before.map(({ median }) => median))
  const within = medianOf(before.map(({ half }) => half)) / DEVIATIONS_OF_HALF
  const between = halfOf(medians) / DEVIATIONS_OF_HALF
  const spread = Math.max(Math.hypot(within, between), metrics[name].hysteresis / BEYOND)
  return { usual: quantile(medians, 0.5), spread }
}

const isPart = (part: Part | null | undefined): part is Part => part !== null && part !== undefined

/** By how many spreads each of the last days lies on that side of what is usual; none: not each of them was measured. */
function beyond(last: readonly (Part | null)[], { usual, spread }: Level, direction: Side): number[] | null {
  const measured = last.filter(isPart)
  if (measured.length < SHIFT_DAYS) return null
  const sign = direction === 'HIGH' ? 1 : -1
  return measured.map(({ median }) => ((median - usual) * sign) / spread)
}

type Shift = Extract<ChangedResult, { change: 'trigger' }> & { spread: number; by: number }
type Asked = { name: LimitedMetric; days: readonly DayAndNight[]; direction: Side }

const partsOf = (days: readonly DayAndNight[], isNight: boolean): (Part | null)[] =>
  days.map((one) => (isNight ? one.night : one.day))

/** The day or the night that shifted more, if either did. */
function shiftOf({ name, days, direction }: Asked): Shift | undefined {
  const found = [true, false].flatMap((isNight): Shift[] => {
    const parts = partsOf(days, isNight)
    const last = parts.slice(-SHIFT_DAYS)
    const level = usualOf(name, parts.slice(-CHANGED_DAYS, -SHIFT_DAYS).filter(isPart))
    const by = level && beyond(last, level, direction)
    if (!level || !by?.every((spreads) => spreads > BEYOND)) return []
    const value = medianOf(last.filter(isPart).map(({ median }) => median))
    return [{ change: 'trigger', metric: name, direction, isNight, ...level, value, by: Math.min(...by) }]
  })
  return found.toSorted((one, other) => other.by - one.by)[0]
}

/** It is as it had been, or has become what is usual. */
function isOver(known: KnownShift, { days, direction }: Asked, now: number): boolean {
  if (now - known.since >= BEFORE_DAYS * DAY_MS) return true
  const last = partsOf(days, known.isNight).slice(-SHIFT_DAYS)
  return beyond(last, known, direction)?.every((spreads) => spreads <= BACK) === true
}

/**
 * What is not as it was for a fortnight, three days or three nights running: told once, and again only after it came back, or has become usual. One
 * day is none, however far off it is.
 */
export function evaluateChanged({ days: byMetric, state, now }: ChangedFacts): {
  results: ChangedResult[]
  state: ChangedState
} {
  const results: ChangedResult[] = []
  const next: Record<string, KnownShift> = { ...state }
  // Also what is measured no longer: what is known of it becomes old as well.
  for (const name of limitedMetrics)
    for (const direction of ['HIGH', 'LOW'] as const) {
      const asked = { name, days: byMetric.get(name) ?? [], direction }
      const key = `${direction}:${name}`
      const known = state[key]
      if (known && isOver(known, asked, now)) {
        delete next[key]
        results.push({ change: 'clear', metric: name, direction })
      }
      const shift = known ? undefined : shiftOf(asked)
      if (!shift) continue
      const { by: _by, spread, ...result } = shift
      next[key] = { isNight: shift.isNight, usual: shift.usual, spread, since: now }
      results.push(result)
    }
  return { results, state: next }
}
