import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { uploadComplete } from '@carewatch/contracts/http/uploads'
import { permissions } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { uploads, users } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { visibleDevices, visibleUploads } from '../access/visible.ts'
import { visibleWearers } from '../access/visible-wearers.ts'
import { changedAfter } from '../http/changed.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { getManageableUser, type Person } from '../users/find-user.ts'
import { storedKind } from './upload.ts'
import { locationOf } from '../http/upload-location.ts'
import { toUpload, uploadColumns } from './upload-rows.ts'

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

type Pictured = Pick<typeof wearers.$inferSelect, 'id' | 'uuid' | 'companyId'>

/** Which person under care it shows: one whom the caller may change. */
async function findWearer(db: Db, caller: Caller, { type, wearerUUID }: Body): Promise<Pictured | null> {
  if (type !== 'wearer') {
    if (wearerUUID !== undefined) throw new InvalidFields({ wearerUUID: 'invalid' })
    return null
  }
  if (wearerUUID === undefined) throw new InvalidFields({ wearerUUID: 'required' })
  if (!permissions.changeWearers.some((role) => role === caller.role)) throw new Refusal('forbidden')
  const [wearer] = await db
    .select({ id: wearers.id, uuid: wearers.uuid, companyId: wearers.companyId })
    .from(wearers)
    .where(and(eq(wearers.uuid, wearerUUID), visibleWearers(caller)))
  if (!wearer) throw new Refusal('notFound')
  return wearer
}

type Whose = Pick<Person, 'id' | 'uuid' | 'companyId'>

/** Whose profile it is: one's own, or that of somebody the caller may change. */
async function findWhose(db: Db, caller: Caller, { type, userUUID }: Body): Promise<Whose | null> {
  if (userUUID !== undefined && type !== 'profile') throw new InvalidFields({ userUUID: 'invalid' })
  if (type !== 'profile') return null
  if (userUUID === undefined || userUUID === caller.uuid) return caller
  if (!permissions.manageUsers.some((role) => role === caller.role)) throw new Refusal('forbidden')
  return getManageableUser(db, caller, userUUID)
}

type Shown = {
  whose: Whose | null
  wearer: Pictured | null
  deviceUUID: string | undefined
  location: string
}

/** The photo of a person under care; the one before is gone for good. */
async function hangPhoto(
  tx: Db,
  caller: Caller,
  { wearer, location }: { wearer: Pictured; location: string },
): Promise<void> {
  const { id, uuid, companyId } = wearer
  await tx
    .update(wearers)
    .set({ imageUrl: location, updatedAt: changedAfter(wearers.updatedAt) })
    .where(eq(wearers.id, id))
  const others = and(eq(uploads.wearerUuid, uuid), ne(uploads.uuid, location.split('/').at(-1) ?? ''))
  // unscoped: an upload names a person by the uuid, and this one was found in the caller's scope
  await tx.delete(uploads).where(others)
  const detail = { fields: ['imageUrl'] }
  await audit(tx, caller, { action: 'updated', entity: 'wearer', uuid, companyId, detail })
}

/** The picture of a person or a device is the one hung up last. */
async function showPicture(tx: Db, caller: Caller, { whose, wearer, deviceUUID, location }: Shown) {
  if (whose)
    await tx.update(users).set({ imageUrl: location, updatedAt: new Date() }).where(eq(users.id, whose.id))
  if (whose && whose.id !== caller.id) {
    const { uuid, companyId } = whose
    const detail = { fields: ['imageUrl'] }
    await audit(tx, caller, { action: 'updated', entity: 'user', uuid, companyId, detail })
  }
  if (wearer) await hangPhoto(tx, caller, { wearer, location })
  if (!deviceUUID) return
  const [pictured] = await tx
    .update(devices)
    .set({ imageUrl: location, updatedAt: new Date() })
    .where(and(eq(devices.uuid, deviceUUID), visibleDevices(caller)))
    .returning({ id: devices.id })
  // It went elsewhere since it was looked for.
  if (!pictured) throw new Refusal('notFound')
}

/** Hangs one's own files on a profile, a device or a person under care. */
export async function completeUpload(
  db: Db,
  caller: Caller,
  { body }: Input<typeof uploadComplete>,
): Promise<Reply<typeof uploadComplete>> {
  const { uuids, type, deviceUUID } = body
  await refuseForeignDevice(db, caller, body)
  const whose = await findWhose(db, caller, body)
  const wearer = await findWearer(db, caller, body)
  return db.transaction(async (tx) => {
    const isTheirs = and(
      inArray(uploads.uuid, uuids),
      eq(uploads.userId, caller.id),
      eq(uploads.kind, storedKind(type)),
      // The photo of somebody whom they see no longer is not theirs to hang elsewhere.
      visibleUploads(caller),
    )
    const hung = await tx
      .update(uploads)
      .set({
        completedAt: new Date(),
        deviceUuid: deviceUUID ?? null,
        ofUserId: whose?.id ?? null,
        wearerUuid: wearer?.uuid ?? null,
        updatedAt: new Date(),
      })
      .where(isTheirs)
      .returning(uploadColumns)
    const [first] = hung
    if (!first || hung.length < new Set(uuids).size) throw new Refusal('notFound')
    const location = locationOf(first.uuid)
    const pictured = type === 'device' ? deviceUUID : undefined
    await showPicture(tx, caller, { whose, wearer, deviceUUID: pictured, location })
    await audit(tx, caller, { action: 'updated', entity: 'upload', uuid: first.uuid, detail: { type } })
    return { location, files: hung.map(toUpload) }
  })
}
