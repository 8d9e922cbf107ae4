import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { uploadComplete } from '@carewatch/contracts/http/uploads'
import { permissions } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { uploads, users } from '@carewatch/migrations/schema/people'
import { and, eq, inArray } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { storedKind } from './upload.ts'
import { locationOf, toUpload, uploadColumns } from './upload-rows.ts'

type Body = Input<typeof uploadComplete>['body']

async function refuseForeignDevice(db: Db, caller: Caller, { type, deviceUUID }: Body): Promise<void> {
  if (deviceUUID === undefined) {
    if (type === 'device') throw new InvalidFields({ deviceUUID: 'required' })
    return
  }
  if (!permissions.updateDevices.some((role) => role === caller.role)) throw new Refusal('forbidden')
  const isSeen = and(eq(devices.uuid, deviceUUID), visibleDevices(caller))
  if ((await db.$count(devices, isSeen)) === 0) throw new Refusal('notFound')
}

/** The picture of a person or a device is the one hung up last. */
async function showPicture(
  tx: Db,
  caller: Caller,
  { type, deviceUUID, location }: Body & { location: string },
) {
  if (type === 'profile')
    await tx.update(users).set({ imageUrl: location, updatedAt: new Date() }).where(eq(users.id, caller.id))
  if (type === 'device' && deviceUUID)
    await tx
      .update(devices)
      .set({ imageUrl: location, updatedAt: new Date() })
      .where(eq(devices.uuid, deviceUUID))
}

/** Hangs one's own files on one's profile or on a device. */
export async function completeUpload(
  db: Db,
  caller: Caller,
  { body }: Input<typeof uploadComplete>,
): Promise<Reply<typeof uploadComplete>> {
  const { uuids, type, deviceUUID } = body
  await refuseForeignDevice(db, caller, body)
  return db.transaction(async (tx) => {
    const isTheirs = and(
      inArray(uploads.uuid, uuids),
      eq(uploads.userId, caller.id),
      eq(uploads.kind, storedKind(type)),
    )
    const hung = await tx
      .update(uploads)
      .set({
        completedAt: new Date(),
        deviceUuid: deviceUUID ?? null,
        ofUserId: type === 'profile' ? caller.id : null,
        updatedAt: new Date(),
      })
      .where(isTheirs)
      .returning(uploadColumns)
    const [first] = hung
    if (!first || hung.length < new Set(uuids).size) throw new Refusal('notFound')
    const location = locationOf(first.uuid)
    await showPicture(tx, caller, { ...body, location })
    await audit(tx, caller, { action: 'updated', entity: 'upload', uuid: first.uuid, detail: { type } })
    return { location, files: hung.map(toUpload) }
  })
}
