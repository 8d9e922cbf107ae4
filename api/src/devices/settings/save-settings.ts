import { Refusal } from '@carewatch/contracts/refusal'
import type { SettingChanges, WatchSettings } from '@carewatch/contracts/settings'
import type { Db } from '@carewatch/platform/database/client'
import { devices, watchSettings, watchSettingsHistory } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { changedAfter, namesOfChanged } from '../../http/changed.ts'
import type { DeviceRow } from '../save-device.ts'
import { columnsOf } from './columns.ts'
import { settingsOf, type SettingsRow } from './state.ts'

/** The settings of a device, held until the transaction ends: who changes them at once takes turns. */
export async function holdSettings(tx: Db, deviceId: number): Promise<SettingsRow> {
  const [row] = await tx
    .select()
    .from(watchSettings)
    .where(eq(watchSettings.deviceId, deviceId))
    .for('update')
  if (!row) throw new Refusal('notFound')
  return row
}

/** One revision on, with a line in the history; answers the names of what is different. */
export async function saveSettings(
  tx: Db,
  by: { id: number | null },
  { device, row, changes }: { device: DeviceRow; row: SettingsRow; changes: SettingChanges },
): Promise<string[]> {
  const before = settingsOf(device, row)
  const fields = namesOfChanged(before, changes)
  const { operationMode } = changes
  const revision = row.revision + 1
  await tx
    .update(watchSettings)
    .set({ ...columnsOf(changes, row.limits), revision, updatedAt: changedAfter(watchSettings.updatedAt) })
    .where(eq(watchSettings.deviceId, device.id))
  if (operationMode !== undefined && operationMode !== device.operationMode)
    await tx
      .update(devices)
      .set({ operationMode, updatedAt: changedAfter(devices.updatedAt) })
      .where(eq(devices.id, device.id))
  const change = Object.fromEntries(
    // Safe: the names are those of the changes.
    (fields as (keyof WatchSettings)[]).map((name) => [name, { from: before[name], to: changes[name] }]),
  )
  await tx.insert(watchSettingsHistory).values({ deviceId: device.id, userId: by.id, revision, change })
  return fields
}
