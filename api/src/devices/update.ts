import type { updateDevice as contract } from '@carewatch/contracts/http/device-changes'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { permissions } from '@carewatch/contracts/permissions'
import type { Role } from '@carewatch/contracts/roles'
import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import type { Caller, Viewer } from '../access/viewer.ts'
import { followHome } from '../fences/follow-home.ts'
import { namesOfChanged } from '../http/changed.ts'
import { orConflict } from '../http/unique.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { moveAssignment } from '../assignments/assignments.ts'
import { holdDevices } from '../assignments/hold.ts'
import { sold } from './change.ts'
import { mobileNumberOf } from './mobile-number.ts'
import { refuseUnknownModel } from './models/model.ts'
import { moveOf } from './move.ts'
import { getAgentId } from './place.ts'
import { changedDevice, type DeviceColumns, type DeviceRow, saveDevice } from './save-device.ts'
import { getVisibleDevice } from '../access/visible-device.ts'

type Body = Input<typeof contract>['body']
type Known = { device: DeviceRow; body: Body }

const OWNERS_FIELDS: readonly string[] = ['name', 'homeLocation', 'imageUrl', 'updatedAt']

const isManager = (role: Role): boolean => permissions.manageDevices.some((one) => one === role)

/** What a role may not change is refused, never dropped in silence. */
function refuseOthersFields(role: Role, body: Body): void {
  const isTheirs = (field: string) =>
    role === 'OWNER' ? OWNERS_FIELDS.includes(field) : field !== 'isSold' || isManager(role)
  const others = Object.keys(body).filter((field) => !isTheirs(field))
  if (others.length > 0)
    throw new InvalidFields(Object.fromEntries(others.map((field) => [field, 'unknown'])))
}

/** A profile that was chosen for the model it was is none of the one it is. */
const itsModel = (device: DeviceRow, deviceModel: string): DeviceColumns => ({
  deviceModel,
  ...(deviceModel !== device.deviceModel && { chosenProfile: null }),
})

/** What was told and needs nobody else's row; what was not told is not there. */
function plainColumns({ device, body }: Known): DeviceColumns {
  const { name, imsi, deviceModel, mobileNumber, homeLocation, imageUrl, isSold } = body
  return {
    ...(name !== undefined && { name }),
    ...(imsi !== undefined && { imsi }),
    ...(deviceModel !== undefined && itsModel(device, deviceModel)),
    ...(mobileNumber !== undefined && { mobileNumber: mobileNumberOf(mobileNumber) }),
    ...(homeLocation !== undefined && {
      homeLat: homeLocation?.lat ?? null,
      homeLng: homeLocation?.lng ?? null,
    }),
    ...(imageUrl !== undefined && { imageUrl }),
    ...(isSold !== undefined && sold(device, isSold)),
  }
}

async function agentOf(tx: Db, viewer: Viewer, { device, body }: Known) {
  if (body.agentId === undefined) return {}
  if (body.agentId === null) return { agentId: null }
  const { companyId } = device
  return { agentId: await getAgentId(tx, viewer, { uuid: body.agentId, companyId }) }
}

async function columnsOf(tx: Db, viewer: Viewer, { device, body }: Known): Promise<DeviceColumns> {
  if (body.deviceModel !== undefined && body.deviceModel !== device.deviceModel)
    await refuseUnknownModel(tx, body.deviceModel)
  const moved = await moveOf(tx, viewer, { device, asked: body })
  const there = { ...device, companyId: moved.companyId === undefined ? device.companyId : moved.companyId }
  const agent = await agentOf(tx, viewer, { device: there, body })
  return { ...plainColumns({ device, body }), ...moved, ...agent }
}

const isMove = (
  device: DeviceRow,
  { companyId = device.companyId, branchId = device.branchId }: DeviceColumns,
) => companyId !== device.companyId || branchId !== device.branchId

/** Whoever wears it, where it was moved. */
async function moveAlong(
  tx: Db,
  caller: Caller,
  { device, columns }: { device: DeviceRow; columns: DeviceColumns },
): Promise<void> {
  if (!isMove(device, columns)) return
  const { companyId = device.companyId, branchId = device.branchId } = columns
  await moveAssignment(tx, caller, { device, to: { companyId, branchId } })
}

export async function updateDevice(
  db: Db,
  caller: Caller,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { uuid } = params
  const id = await db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, { uuid })
    refuseOthersFields(caller.role, body)
    const columns = await columnsOf(tx, caller, { device, body })
    if (isMove(device, columns)) await holdDevices(tx, [device.id])
    // Another model may call itself by digits that another device has.
    await orConflict('imeiTaken', saveDevice(tx, device, { columns, seenAt: body.updatedAt }))
    await moveAlong(tx, caller, { device, columns })
    if (body.homeLocation !== undefined) await followHome(tx, device.id, body.homeLocation)
    const detail = { fields: namesOfChanged(device, columns) }
    const { companyId } = device
    await audit(tx, caller, { action: 'updated', entity: 'device', uuid, companyId, detail })
    return device.id
  })
  return changedDevice(db, id)
}
