import type { LimitMap } from '@carewatch/contracts/limits'
import {
  limitMapOf,
  limitSettingsOf,
  type SettingChanges,
  withoutLimits,
} from '@carewatch/contracts/settings'
import type { watchSettings } from '@carewatch/migrations/schema/devices'

type Columns = Partial<typeof watchSettings.$inferInsert>

/** Changes as the row keeps them: limits by metric over those it has; how a watch operates stands on the device itself. */
export function columnsOf({ operationMode: _onDevice, ...changes }: SettingChanges, has: LimitMap): Columns {
  const { limits, others } = withoutLimits(changes)
  return { ...others, limits: limitMapOf({ ...limitSettingsOf(has), ...limits }) }
}
