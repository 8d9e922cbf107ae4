import { crossedBound, limitBounds, type LimitMap } from '@carewatch/contracts/limits'
import type { HouseLimits } from '@carewatch/contracts/http/house-limits'
import { isMetricName } from '@carewatch/contracts/metrics'
import type { z } from 'zod'
import { InvalidFields } from '../../http/invalid-fields.ts'

/** The limits of a company or branch as its row keeps them. A bound that is not given is that of who is behind, else the metric's own: those that will hold must make sense together. */
export function houseLimitsOf(given: z.output<typeof HouseLimits>, ...behind: (LimitMap | null)[]): LimitMap {
  const limits: LimitMap = {}
  const wrong: Record<string, string> = {}
  for (const [name, bounds] of Object.entries(given)) {
    if (!bounds || !isMetricName(name)) continue
    const named = limitBounds.filter((bound) => bounds[bound] !== undefined)
    limits[name] = Object.fromEntries(named.map((bound) => [bound, bounds[bound]]))
    const crossed = crossedBound(name, limits, ...behind)
    if (crossed) wrong[`limits.${name}.${crossed.bound}`] = crossed.why
  }
  if (Object.keys(wrong).length > 0) throw new InvalidFields(wrong)
  return limits
}
