import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { uploadComplete } from '@carewatch/contracts/http/uploads'
import { permissions } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { uploads, users } from '@carewatch/migrations/schema/people'
import { and, eq, inArray } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { getManageableUser, type Person } from '../users/find-user.ts'
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

type Whose = Pick<Person, 'id' | 'uuid' | 'companyId'>

/** Whose profile it is: one's own, or that of somebody the caller may change. */
async function findWhose(db: Db, caller: Caller, { type, userUUID }: Body): Promise<Whose | null> {
  if (userUUID !== undefined && type !== 'profile') throw new InvalidFields({ userUUID: 'invalid' })
  if (type !== 'profile') return null
  if (userUUID === undefined || userUUID === caller.uuid) return caller
  if (!permissions.manageUsers.some((role) => role === caller.role)) throw new Refusal('forbidden')
  return getManageableUser(db, caller, userUUID)
}

type Shown = { whose: Whose | null; deviceUUID: string | undefined; location: string }

/** The picture of a person or a device is the one hung up last. */
async function showPicture(tx: Db, caller: Caller, { whose, deviceUUID, location }: Shown) {
  if (whose)
    await tx.update(users).set({ imageUrl: location, updatedAt: new Date() }).where(eq(users.id, whose.id))
  if (whose && whose.id !== caller.id) {
    const { uuid, companyId } = whose
    const detail = { fields: ['imageUrl'] }
    await audit(tx, caller, { action: 'updated', entity: 'user', uuid, companyId, detail })
  }
  if (deviceUUID)
    await tx
      .update(devices)
      .set({ imageUrl: location, updatedAt: new Date() })
      .where(eq(devices.uuid, deviceUUID))
}

/** Hangs one's own files on a profile or on a device. */
export async function completeUpload(
  db: Db,
  caller: Caller,
  { body }: Input<typeof uploadComplete>,
): Promise<Reply<typeof uploadComplete>> {
  const { uuids, type, deviceUUID } = body
  await refuseForeignDevice(db, caller, body)
  const whose = await findWhose(db, caller, body)
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
        ofUserId: whose?.id ?? null,
        updatedAt: new Date(),
      })
      .where(isTheirs)
      .returning(uploadColumns)
    const [first] = hung
    if (!first || hung.length < new Set(uuids).size) throw new Refusal('notFound')
    const location = locationOf(first.uuid)
    const pictured = type === 'device' ? deviceUUID : undefined
    await showPicture(tx, caller, { whose, deviceUUID: pictured, location })
    await audit(tx, caller, { action: 'updated', entity: 'upload', uuid: first.uuid, detail: { type } })
    return { location, files: hung.map(toUpload) }
  })
}
