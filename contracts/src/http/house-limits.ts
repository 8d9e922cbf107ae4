import { z } from 'zod'
import { limitedMetrics, metric, MetricName } from '../metrics.ts'

function LimitsOf(name: MetricName) {
  const { min, max } = metric(name).range
  const bound = z.number().min(min, { error: 'tooSmall' }).max(max, { error: 'tooLarge' }).optional()
  return z.strictObject({ criticalLow: bound, low: bound, high: bound, criticalHigh: bound })
}

/** Alarm limits of a company or a branch, for the watches that have none of their own, within what a sensor can report. */
export const HouseLimits = z
  .strictObject(Object.fromEntries(limitedMetrics.map((name) => [name, LimitsOf(name)])))
  .partial()
  .meta({ id: 'HouseLimits', examples: [{ heartRate: { low: 50, high: 120 } }] })

const bound = z.number().optional()
/** As they stand, also where they were set before a bound was drawn. */
export const ShownHouseLimits = z
  .partialRecord(MetricName, z.object({ criticalLow: bound, low: bound, high: bound, criticalHigh: bound }))
  .meta({ examples: [{ heartRate: { low: 50, high: 120 } }] })
