import { type LimitedMetric, metric, type MetricName, metrics } from '@carewatch/contracts/metrics'

export type Measured = {
  metric: LimitedMetric
  side: 'low' | 'high'
  /** What all but one of two hundred readings lay inside of. */
  edge: number
  present: number
}

const clean = (name: MetricName, value: number): number => Number(value.toFixed(metric(name).decimals))

/** The limit outside of what this wearer usually measures; none where the present one lies there already. */
export function suggestedLimit({ metric: name, side, edge, present }: Measured): number | null {
  const { limitStep: step } = metrics[name]
  const { min, max } = metric(name).range
  // A hair inwards, so that a value that lies on a step by arithmetic is not moved to the next.
  const steps = side === 'high' ? Math.ceil(edge / step - 1e-9) : Math.floor(edge / step + 1e-9)
  const suggested = clean(name, Math.min(max, Math.max(min, steps * step)))
  const isWider = side === 'high' ? suggested > present : suggested < present
  return isWider ? suggested : null
}
