import { metric, type Metric, type MetricName, metricNames, type Steady } from '@carewatch/contracts/metrics'
import type { Profile } from './profile.ts'
import { between, correlated } from './random.ts'

const LEVEL = 200
const CHANNEL = 300
const STEP_MS = 10 * 60_000
/** Noise is seldom beyond this: what is cut off is not seen. */
const MOST_NOISE = 3

/** A value that stays about a person's own level, within what somebody has who is well. */
export function steadyValue(
  { id, decimals }: Pick<Metric, 'id' | 'decimals'>,
  { low, high }: Steady,
  { seed, time }: { seed: number; time: number },
): number {
  const quarter = (high - low) / 4
  const level = between(low + quarter, high - quarter, seed, LEVEL + id)
  const noise = correlated(seed, { channel: CHANNEL + id, stepMs: STEP_MS, memory: 0.8 }, time)
  const value = Math.min(high, Math.max(low, level + (quarter / MOST_NOISE) * noise))
  return Number(value.toFixed(decimals))
}

/** Every metric that needs no more of a model than this. */
export const steadyMetrics: readonly { name: MetricName; steady: Steady }[] = metricNames.flatMap((name) => {
  const { simulated } = metric(name)
  return simulated.as === 'steady' ? [{ name, steady: simulated }] : []
})

export const steadyAt = ({ seed }: Profile, time: number): Partial<Record<MetricName, number>> =>
  Object.fromEntries(
    steadyMetrics.map(({ name, steady }) => [name, steadyValue(metric(name), steady, { seed, time })]),
  )
