import { FENCES_MAX } from '@carewatch/contracts/fences'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { newFence as contract } from '@carewatch/contracts/http/fences'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices, fences } from '@carewatch/migrations/schema/devices'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { getLocatedDevice } from '../access/located-device.ts'
import { fenceById, shapeColumns } from './fence-rows.ts'

/** Two at once take turns, so that neither goes beyond the most there may be. */
async function refuseTooMany(tx: Db, deviceId: number): Promise<void> {
  await tx.select({ id: devices.id }).from(devices).where(eq(devices.id, deviceId)).for('update')
  const count = await tx.$count(fences, and(eq(fences.deviceId, deviceId), isNull(fences.deletedAt)))
  if (count >= FENCES_MAX) throw new InvalidFields({ deviceUUID: 'tooMany' })
}

export async function newFence(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { deviceUUID, shape, ...given } = body
  const id = await db.transaction(async (tx) => {
    const { id: deviceId, companyId } = await getLocatedDevice(tx, caller, { uuid: deviceUUID })
    await refuseTooMany(tx, deviceId)
    const [made] = await tx
      .insert(fences)
      .values({ deviceId, ...given, ...shapeColumns(shape) })
      .returning({ id: fences.id, uuid: fences.uuid })
    if (!made) throw new Refusal('unavailable')
    const detail = { device: deviceUUID, kind: shape.kind }
    await audit(tx, caller, { action: 'created', entity: 'fence', uuid: made.uuid, companyId, detail })
    return made.id
  })
  return fenceById(db, id)
}
