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
import { type EntityPlace, findEntityPlace, getWearerId } from './entity-place.ts'
import type { BeaconRow } from './entity-rows.ts'

type Body = Input<typeof contract>['body']

const OF_GATEWAYS = ['model', 'rssiOffset']
const OF_BEACONS = ['deviceType', 'deviceUUID', 'ibeacon', 'bindKey', ...limitNames]

/** Whose tag it is, which stays of the same company as the beacon. */
async function wearerOf(
  tx: Db,
  viewer: Viewer,
  { row, body, companyId }: { row: BeaconRow; body: Body; companyId: EntityPlace['companyId'] },
): Promise<number | null> {
  const { deviceUUID } = body
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
      const { companyId, ...place } = await findEntityPlace(tx, caller, { asked: body, standing: row })
      const deviceId = await wearerOf(tx, caller, { row, body, companyId })
      const { deviceType } = body
      return {
        ...common(body),
        ...(deviceType && { deviceType }),
        ...identityOf(body),
        ...limits,
        ...place,
        deviceId,
        // What its buttons meant was for whoever carried it.
        ...(deviceId !== row.deviceId && { buttons: {} }),
      }
    },
  })
