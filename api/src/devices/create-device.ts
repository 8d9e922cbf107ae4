import { Refusal } from '@carewatch/contracts/refusal'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { SettingChanges } from '@carewatch/contracts/settings'
import type { Db } from '@carewatch/platform/database/client'
import { makeCredential } from '@carewatch/platform/credentials/device-credentials'
import { devices, deviceStatus, watchSettings } from '@carewatch/migrations/schema/devices'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { relateOwner } from '../assignments/assignments.ts'
import { closeClaim } from './claims/claim.ts'
import { columnsOf } from './settings/columns.ts'
import type { DeviceRow } from './save-device.ts'

type New = Omit<typeof devices.$inferInsert, 'credentialHash' | 'credentialRotatedAt'>
export type Made = { row: DeviceRow; credentials: { username: string; password: string } }

/** A device with all that belongs to one; `undefined`: the IMEI is taken. Its password is told to the caller and kept by nobody. */
export async function createDevice(
  tx: Db,
  caller: Caller,
  { values, settings = {} }: { values: New; settings?: SettingChanges },
): Promise<Made | undefined> {
  const { password, hash } = makeCredential()
  const { operationMode = 'NORMAL' } = settings
  const [row] = await asItself(tx, () =>
    tx
      .insert(devices)
      .values({ ...values, operationMode, credentialHash: hash, credentialRotatedAt: new Date() })
      .onConflictDoNothing()
      .returning(),
  )
  if (!row) return undefined
  await tx.insert(watchSettings).values({ ...columnsOf(settings, {}), deviceId: row.id })
  await tx.insert(deviceStatus).values({ deviceId: row.id })
  if (row.ownerId !== null) await relateOwner(tx, caller, { device: row, ownerId: row.ownerId, since: null })
  await closeClaim(tx, caller, row)
  const { uuid, companyId } = row
  await audit(tx, caller, { action: 'created', entity: 'device', uuid, companyId })
  return { row, credentials: { username: row.imei, password } }
}

/** The same, where a taken IMEI is the end of it. */
export async function requireNewDevice(...asked: Parameters<typeof createDevice>): Promise<Made> {
  const made = await createDevice(...asked)
  if (!made) throw new Refusal('conflict', 'imeiTaken')
  return made
}
