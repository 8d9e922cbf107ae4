import type { updateCompany } from '@carewatch/contracts/http/companies'
import type { Input } from '@carewatch/contracts/http/endpoint'
import type { companies } from '@carewatch/migrations/schema/people'
import { houseLimitsOf } from '../devices/settings/house-limits.ts'

export type Given = Omit<Input<typeof updateCompany>['body'], 'manager' | 'updatedAt'>

/** What was told, as the row keeps it; what was not told is not there. */
type Columns = Partial<typeof companies.$inferInsert>

export function columnsOf(given: Given): Columns {
  const { name, code, address, bookmarkValues, limits, sourcePinning, twoStepRoles, graceDays } = given
  const { idleMinutes, routine } = given
  return {
    ...(name !== undefined && { name }),
    ...(code !== undefined && { code }),
    ...(address !== undefined && { address: address || null }),
    ...(bookmarkValues !== undefined && { bookmarkValues: [...new Set(bookmarkValues)] }),
    ...(limits !== undefined && { limits: houseLimitsOf(limits) }),
    ...(routine !== undefined && { routine }),
    ...(sourcePinning !== undefined && { sourcePinning }),
    ...(twoStepRoles !== undefined && { twoStepRoles: [...new Set(twoStepRoles)].toSorted() }),
    ...(idleMinutes !== undefined && { idleMinutes }),
    ...(graceDays !== undefined && { graceDays }),
  }
}
