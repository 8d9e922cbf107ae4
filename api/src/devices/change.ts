import type { AuditAction } from '@carewatch/contracts/audit'
import type { Device } from '@carewatch/contracts/http/devices'
import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { changedDevice, type DeviceColumns, type DeviceRow, saveDevice } from './save-device.ts'
import { getVisibleDevice } from '../access/visible-device.ts'

type Decided = { columns: DeviceColumns; detail?: Record<string, unknown> }

/** One change of one device of the viewer's scope, with its trace: `decide` says what it is, or refuses. */
export async function changeDevice(
  db: Db,
  caller: Caller,
  change: {
    uuid: string
    action: AuditAction
    decide: (device: DeviceRow, tx: Db) => Promise<Decided> | Decided
  },
): Promise<{ device: Device }> {
  const { uuid, action, decide } = change
  const id = await db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, { uuid })
    const { columns, detail } = await decide(device, tx)
    await saveDevice(tx, device, { columns })
    const { companyId } = device
    await audit(tx, caller, { action, entity: 'device', uuid, companyId, ...(detail && { detail }) })
    return device.id
  })
  return changedDevice(db, id)
}

/** When a device was sold: the first time it was said. */
export const sold = ({ isSold, soldAt }: Pick<DeviceRow, 'isSold' | 'soldAt'>, becomes: boolean) => ({
  isSold: becomes,
  soldAt: becomes ? ((isSold ? soldAt : null) ?? new Date()) : null,
})

export const setSold = (db: Db, caller: Caller, asked: { deviceUUID: string; isSold: boolean }) =>
  changeDevice(db, caller, {
    uuid: asked.deviceUUID,
    action: 'updated',
    decide: (device) => ({ columns: sold(device, asked.isSold), detail: { isSold: asked.isSold } }),
  })

/** The broker hears of it and drops the line of a device that may no longer in. */
export const changeStatus = (
  db: Db,
  caller: Caller,
  { uuid, isActive }: { uuid: string; isActive: boolean },
) =>
  changeDevice(db, caller, {
    uuid,
    action: 'statusChanged',
    decide: () => ({ columns: { isActive }, detail: { isActive } }),
  })
