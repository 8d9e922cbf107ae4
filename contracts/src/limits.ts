import { z } from 'zod'
import { limitedMetrics, metric, type MetricName } from './metrics.ts'

/** The two sides of a metric, each with a warning bound of that name. */
export const limitSides = ['low', 'high'] as const
export type LimitSide = (typeof limitSides)[number]

/** The bound of each side beyond which a value is dangerous, not only worth a look. */
export const criticalOf = { low: 'criticalLow', high: 'criticalHigh' } as const satisfies Record<
  LimitSide,
  string
>

/** Every bound of a metric, from the lowest to the highest. */
export const limitBounds = ['criticalLow', 'low', 'high', 'criticalHigh'] as const
export type LimitBound = (typeof limitBounds)[number]

/** A value beyond a warning bound is HIGH, beyond a critical one CRITICAL; the bound itself is inside. A missing bound never alarms. */
export type Limits = { [Bound in LimitBound]?: number | undefined }

/** Limits by metric, as one of those who set them left them. What is missing here is asked of the next behind. */
export type LimitMap = Partial<Record<MetricName, Limits>>

/** Every bound of a metric as it counts, on the wire; null: none. */
const shown = z.number().nullable()
export const Bounds = z
  .object({ criticalLow: shown, low: shown, high: shown, criticalHigh: shown })
  .meta({ id: 'Bounds', examples: [{ criticalLow: 40, low: 50, high: 120, criticalHigh: 140 }] })
export type Bounds = z.output<typeof Bounds>
export const NO_BOUNDS: Bounds = { criticalLow: null, low: null, high: null, criticalHigh: null }

/**
 * What counts for one metric, each bound by itself: the nearest that says something (watch, branch, company), behind them all the metric's own.
 * Whoever moves a warning bound alone moves the critical one with it, by the same distance.
 */
export const limitsFor = (name: MetricName, ...nearestFirst: readonly (LimitMap | null)[]): Limits =>
  withWarningsInside(asGiven(name, nearestFirst))

function asGiven(name: MetricName, nearestFirst: readonly (LimitMap | null)[]): Limits {
  const { limits: own = {}, unset = {}, decimals } = metric(name)
  let counting: Limits = { ...own }
  for (const layer of nearestFirst.toReversed()) {
    const given = layer?.[name]
    if (!given) continue
    for (const side of limitSides) counting = moved(counting, { side, given, unset, decimals })
  }
  return counting
}

type Move = { side: LimitSide; given: Limits; unset: Limits; decimals: number }

function moved(counting: Limits, { side, given, unset, decimals }: Move): Limits {
  const critical = criticalOf[side]
  const warning = given[side]
  const before = counting[side] === undefined ? unset : counting
  const distance = (before[critical] ?? Number.NaN) - (before[side] ?? Number.NaN)
  const kept = warning === undefined ? counting[critical] : Number((warning + distance).toFixed(decimals))
  const next = given[critical] ?? kept
  return {
    ...counting,
    ...(warning !== undefined && { [side]: warning }),
    ...(next !== undefined && !Number.isNaN(next) && { [critical]: next }),
  }
}

/** Nothing is dangerous before it is worth a look. */
function withWarningsInside(limits: Limits): Limits {
  const { criticalLow, low, high, criticalHigh } = limits
  return {
    ...limits,
    ...(low !== undefined && criticalLow !== undefined && { low: Math.max(low, criticalLow) }),
    ...(high !== undefined && criticalHigh !== undefined && { high: Math.min(high, criticalHigh) }),
  }
}

/** What counts for every metric that anybody limits. */
export function limitsForAll(...nearestFirst: readonly (LimitMap | null)[]): LimitMap {
  const named = nearestFirst.flatMap((limits) => Object.keys(limits ?? {}))
  // Safe: the keys of limits are names of metrics.
  const names = new Set([...limitedMetrics, ...(named as MetricName[])])
  return Object.fromEntries([...names].map((name) => [name, limitsFor(name, ...nearestFirst)]))
}

/** The same as the wire has it. */
export function boundsFor(name: MetricName, ...nearestFirst: readonly (LimitMap | null)[]): Bounds {
  const {
    criticalLow = null,
    low = null,
    high = null,
    criticalHigh = null,
  } = limitsFor(name, ...nearestFirst)
  return { criticalLow, low, high, criticalHigh }
}

/** The bound that is wrong where those that would count are out of order, and why; undefined: they are in order. */
export function crossedBound(
  name: MetricName,
  ...nearestFirst: readonly (LimitMap | null)[]
): { bound: LimitBound; why: 'belowUpper' | 'beyondWarning' } | undefined {
  const { criticalLow, low, high, criticalHigh } = asGiven(name, nearestFirst)
  if (low !== undefined && high !== undefined && low >= high) return { bound: 'low', why: 'belowUpper' }
  if ((criticalLow ?? Number.NEGATIVE_INFINITY) > (low ?? Number.POSITIVE_INFINITY))
    return { bound: 'criticalLow', why: 'beyondWarning' }
  if ((criticalHigh ?? Number.POSITIVE_INFINITY) < (high ?? Number.NEGATIVE_INFINITY))
    return { bound: 'criticalHigh', why: 'beyondWarning' }
  return undefined
}
