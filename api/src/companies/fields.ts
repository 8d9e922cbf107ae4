import type { updateCompany } from '@carewatch/contracts/http/companies'
import type { Input } from '@carewatch/contracts/http/endpoint'
import type { LimitMap } from '@carewatch/contracts/limits'
import { isMetricName } from '@carewatch/contracts/metrics'
import type { companies } from '@carewatch/migrations/schema/people'
import { boundsOf } from '../devices/settings/limits.ts'
import { InvalidFields } from '../http/invalid-fields.ts'

export type Given = Omit<Input<typeof updateCompany>['body'], 'manager' | 'updatedAt'>

/** A side that is not given is the metric's own: the two sides that will hold must make sense together. */
function limitsOf(given: NonNullable<Given['limits']>): LimitMap {
  const limits: LimitMap = {}
  const wrong: Record<string, string> = {}
  for (const [name, sides] of Object.entries(given)) {
    if (!sides || !isMetricName(name)) continue
    const { low, high } = sides
    limits[name] = { ...(low !== undefined && { low }), ...(high !== undefined && { high }) }
    const both = boundsOf(name, limits)
    if (both.low !== null && both.high !== null && both.low >= both.high)
      wrong[`limits.${name}.low`] = 'belowUpper'
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
