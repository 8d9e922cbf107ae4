import type { updateCompany } from '@carewatch/contracts/http/companies'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { crossedBound, limitBounds, type LimitMap } from '@carewatch/contracts/limits'
import { isMetricName } from '@carewatch/contracts/metrics'
import type { companies } from '@carewatch/migrations/schema/people'
import { InvalidFields } from '../http/invalid-fields.ts'

export type Given = Omit<Input<typeof updateCompany>['body'], 'manager' | 'updatedAt'>

/** A bound that is not given is the metric's own: those that will hold must make sense together. */
function limitsOf(given: NonNullable<Given['limits']>): LimitMap {
  const limits: LimitMap = {}
  const wrong: Record<string, string> = {}
  for (const [name, bounds] of Object.entries(given)) {
    if (!bounds || !isMetricName(name)) continue
    const named = limitBounds.filter((bound) => bounds[bound] !== undefined)
    limits[name] = Object.fromEntries(named.map((bound) => [bound, bounds[bound]]))
    const crossed = crossedBound(name, limits)
    if (crossed) wrong[`limits.${name}.${crossed.bound}`] = crossed.why
  }
  if (Object.keys(wrong).length > 0) throw new InvalidFields(wrong)
  return limits
}

/** What was told, as the row keeps it; what was not told is not there. */
type Columns = Partial<typeof companies.$inferInsert>

export function columnsOf(given: Given): Columns {
  const { name, code, address, bookmarkValues, limits, sourcePinning, twoStepRoles, graceDays } = given
  const { idleMinutes } = given
  return {
    ...(name !== undefined && { name }),
    ...(code !== undefined && { code }),
    ...(address !== undefined && { address: address || null }),
    ...(bookmarkValues !== undefined && { bookmarkValues: [...new Set(bookmarkValues)] }),
    ...(limits !== undefined && { limits: limitsOf(limits) }),
    ...(sourcePinning !== undefined && { sourcePinning }),
    ...(twoStepRoles !== undefined && { twoStepRoles: [...new Set(twoStepRoles)].toSorted() }),
    ...(idleMinutes !== undefined && { idleMinutes }),
    ...(graceDays !== undefined && { graceDays }),
  }
}
