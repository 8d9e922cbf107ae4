import type { Db } from '@carewatch/platform/database/client'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, or, type SQL } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { presentWearerId } from '../assignments/present.ts'
import { unrelateRelative } from '../assignments/relations.ts'
import type { Caller } from '../access/viewer.ts'
import { withdrawRelative } from '../invitations/withdraw.ts'
import { getVisibleRelative } from './find.ts'

/** They follow who wears the device no longer. */
export async function leaveWearer(
  tx: Db,
  { deviceId, userId }: typeof relatives.$inferSelect,
): Promise<void> {
  const wearerId = await presentWearerId(tx, deviceId)
  if (wearerId !== null && userId !== null) await unrelateRelative(tx, { wearerId, userId })
}

/** They see the device no more; their account stays theirs. */
async function remove(db: Db, caller: Caller, isIt: SQL | undefined): Promise<null> {
  await db.transaction(async (tx) => {
    const { relative, device } = await getVisibleRelative(tx, caller, isIt)
    await withdrawRelative(tx, relative.id)
    // As they are now: they may have said yes this very moment.
    const gone = await tx.delete(relatives).where(eq(relatives.id, relative.id)).returning()
    for (const one of gone) await leaveWearer(tx, one)
    const { uuid } = relative
    const { companyId } = device
    const detail = { device: device.uuid }
    await audit(tx, caller, { action: 'deleted', entity: 'relative', uuid, companyId, detail })
  })
  return null
}

export const deleteRelation = (db: Db, caller: Caller, uuid: string): Promise<null> =>
  remove(db, caller, eq(relatives.uuid, uuid))

/** By the relation, or by the account of the relative. */
export const deleteRelative = (
  db: Db,
  caller: Caller,
  { deviceUUID, relativeUuid }: { deviceUUID: string; relativeUuid: string },
): Promise<null> =>
  remove(
    db,
    caller,
    and(eq(devices.uuid, deviceUUID), or(eq(relatives.uuid, relativeUuid), eq(users.uuid, relativeUuid))),
  )
