import type { SettingsState } from '@carewatch/contracts/http/device-settings'
import { boundsFor } from '@carewatch/contracts/limits'
import { limitSettingsOf, settingNames, type WatchSettings } from '@carewatch/contracts/settings'
import type { Db } from '@carewatch/platform/database/client'
import { deviceStatus, watchSettings } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { Refusal } from '@carewatch/contracts/refusal'
import { bounded, limitsBehind } from './limits.ts'
import { readSettingStates } from './setting-states.ts'
import { formatOfDevice } from '../models/model.ts'
import type { DeviceRow } from '../save-device.ts'

export type SettingsRow = typeof watchSettings.$inferSelect
type Of = Pick<DeviceRow, 'id' | 'operationMode' | 'deviceModel' | 'chosenProfile' | 'companyId' | 'branchId'>

/** The settings alone; how a watch operates stands on the device itself. */
export function settingsOf({ operationMode }: Pick<Of, 'operationMode'>, row: SettingsRow): WatchSettings {
  const all = { ...row, ...limitSettingsOf(row.limits), operationMode }
  // Safe: every setting is a column of that name and type, a limit, or the operation mode.
  return Object.fromEntries(settingNames.map((name) => [name, all[name]])) as WatchSettings
}

export async function settingsState(db: Db, device: Of): Promise<SettingsState> {
  const [found] = await db
    .select({ row: watchSettings, lastSeenAt: deviceStatus.lastSeenAt })
    .from(watchSettings)
    .leftJoin(deviceStatus, eq(deviceStatus.deviceId, watchSettings.deviceId))
    .where(eq(watchSettings.deviceId, device.id))
  if (!found) throw new Refusal('notFound')
  const { row, lastSeenAt } = found
  const { revision, reported, reportedRevision, reportedAt, sentRevision, sentAt, updatedAt } = row
  const settings = settingsOf(device, row)
  const behind = await limitsBehind(db, device)
  const format = await formatOfDevice(db, device)
  return {
    settings,
    revision,
    reported,
    reportedRevision,
    reportedAt,
    sentRevision,
    sentAt,
    confirms: format.confirms,
    usualLimits: bounded((name) => boundsFor(name, ...behind)),
    supported: [...format.settings],
    ...(await readSettingStates(db, { id: device.id, whole: row, settings }, format)),
    updatedAt,
    lastSeenAt,
  }
}
