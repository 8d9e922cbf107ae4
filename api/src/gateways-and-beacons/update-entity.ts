import type { updateEntity as contract } from '@carewatch/contracts/http/gateways-and-beacons'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import type { Caller, Viewer } from '../access/viewer.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { identityOf } from './beacon-identity.ts'
import { limitNames, limitsOf, refuseCrossedLimits } from './beacon-limits.ts'
import { changeEntity, refuseFields } from './change-entity.ts'
import {
  type EntityPlace,
  findEntityPlace,
  getStaffId,
  getWearerId,
  refuseTwoHolders,
} from './entity-place.ts'
import { refuseTakenKey } from './free-mac.ts'
import type { BeaconRow } from './entity-rows.ts'

type Body = Input<typeof contract>['body']

const OF_GATEWAYS = ['model', 'rssiOffset']
const OF_BEACONS = [
  'deviceType',
  'deviceUUID',
  'staffUUID',
  'ibeacon',
  'bindKey',
  'identityKey',
  ...limitNames,
]

type Holding = { row: BeaconRow; body: Body; companyId: EntityPlace['companyId'] }

/** Who of the staff carries it: as was asked, else whoever does, unless a watch is named or it moves to another branch. */
async function staffOf(tx: Db, viewer: Viewer, { row, body, companyId }: Holding): Promise<number | null> {
  const { staffUUID, deviceUUID, branchId } = body
  if (staffUUID) return getStaffId(tx, viewer, { staffUUID, companyId })
  return staffUUID === null || deviceUUID || branchId !== undefined ? null : row.staffId
}

/** Whose tag it is, which stays of the same company as the beacon. */
async function wearerOf(tx: Db, viewer: Viewer, { row, body, companyId }: Holding): Promise<number | null> {
  const { deviceUUID, staffUUID } = body
  if (staffUUID) return null
  if (deviceUUID) return getWearerId(tx, viewer, { deviceUUID, companyId })
  if (deviceUUID === null || row.deviceId === null) return null
  const [worn] = await tx
    .select({ companyId: devices.companyId })
    .from(devices)
    .where(eq(devices.id, row.deviceId))
  if (body.branchId !== undefined && worn?.companyId !== companyId)
    throw new InvalidFields({ deviceUUID: 'invalid' })
  return row.deviceId
}

const common = ({ name, isActive }: Body) => ({
  ...(name !== undefined && { name }),
  ...(isActive !== undefined && { isActive }),
})

export const updateEntity = (
  db: Db,
  caller: Caller,
  { params: { uuid }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> =>
  changeEntity(db, caller, {
    uuid,
    action: 'updated',
    seenAt: body.updatedAt,
    gateway: async (row, tx) => {
      refuseFields(body, OF_BEACONS)
      const { model, rssiOffset } = body
      return {
        ...common(body),
        ...(model !== undefined && { model }),
        ...(rssiOffset !== undefined && { rssiOffset }),
        ...(await findEntityPlace(tx, caller, { asked: body, standing: row })),
      }
    },
    beacon: async (row, tx) => {
      refuseFields(body, OF_GATEWAYS)
      const limits = limitsOf(body)
      refuseCrossedLimits({ ...row, ...limits })
      refuseTwoHolders(body)
      const identity = identityOf(body)
      await refuseTakenKey(tx, { ...identity, but: row.id })
      const { companyId, ...place } = await findEntityPlace(tx, caller, { asked: body, standing: row })
      const deviceId = await wearerOf(tx, caller, { row, body, companyId })
      const staffId = await staffOf(tx, caller, { row, body, companyId })
      const { deviceType } = body
      return {
        ...common(body),
        ...(deviceType && { deviceType }),
        ...identity,
        ...limits,
        ...place,
        deviceId,
        staffId,
        // What its buttons meant was for whoever carried it.
        ...(deviceId !== row.deviceId && { buttons: {} }),
      }
    },
  })
