import type { LimitMap } from '@carewatch/contracts/limits'
import { limitSettings, type SettingChanges, withoutLimits } from '@carewatch/contracts/settings'
import type { watchSettings } from '@carewatch/migrations/schema/devices'

type Columns = Partial<typeof watchSettings.$inferInsert>

/** Changes as the row keeps them: of its limits only those sides that change; how a watch operates stands on the device itself. */
export function columnsOf({ operationMode: _onDevice, ...changes }: SettingChanges, has: LimitMap): Columns {
  const { limits: changed, others } = withoutLimits(changes)
  if (Object.keys(changed).length === 0) return others
  const limits = structuredClone(has)
  for (const { name, metric, bound } of limitSettings) {
    const value = changed[name]
    if (value === undefined) continue
    const { [bound]: _before, ...rest } = limits[metric] ?? {}
    const next = value === null ? rest : { ...rest, [bound]: value }
    if (Object.keys(next).length === 0) delete limits[metric]
    else limits[metric] = next
  }
  return { ...others, limits }
}
