import { limitedMetrics, metric, type MetricName } from './metrics.ts'

export const limitSides = ['low', 'high'] as const
export type LimitSide = (typeof limitSides)[number]

/** A low and a high bound; a missing side never alarms. */
export type Limits = { low?: number | undefined; high?: number | undefined }

/** Limits by metric, as one of those who set them left them. What is missing here is asked of the next behind. */
export type LimitMap = Partial<Record<MetricName, Limits>>

/** What counts for one metric, each side by itself: the nearest that says something (watch, company), behind them all the metric's own. */
export function limitsFor(name: MetricName, ...nearestFirst: readonly (LimitMap | null)[]): Limits {
  const { low, high } = metric(name).limits ?? {}
  const counting: Limits = { ...(low !== undefined && { low }), ...(high !== undefined && { high }) }
  for (const limits of nearestFirst.toReversed()) {
    for (const side of limitSides) {
      const bound = limits?.[name]?.[side]
      if (bound !== undefined) counting[side] = bound
    }
  }
  return counting
}

/** What counts for every metric that anybody limits. */
export function limitsForAll(...nearestFirst: readonly (LimitMap | null)[]): LimitMap {
  const named = nearestFirst.flatMap((limits) => Object.keys(limits ?? {}))
  // Safe: the keys of limits are names of metrics.
  const names = new Set([...limitedMetrics, ...(named as MetricName[])])
  return Object.fromEntries([...names].map((name) => [name, limitsFor(name, ...nearestFirst)]))
}
