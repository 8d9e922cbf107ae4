import type { Db } from '@carewatch/migrations/client'
import { makeCredential } from '@carewatch/migrations/device-credentials'
import { devices } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { getVisibleDevice } from './visible-device.ts'

/** A new password for a device; the front door hears of it from the database and drops the old one. */
export async function rotateCredentials(db: Db, viewer: Viewer, uuid: string) {
  const device = await getVisibleDevice(db, viewer, { uuid })
  const { password, hash } = makeCredential()
  const now = new Date()
  await db.transaction(async (tx) => {
    await tx
      .update(devices)
      .set({ credentialHash: hash, credentialRotatedAt: now, updatedAt: now })
      .where(eq(devices.id, device.id))
    await tx.insert(auditLog).values({
      userId: viewer.id,
      companyId: device.companyId,
      action: 'device.credentialsRotated',
      entity: 'device',
      entityUuid: device.uuid,
    })
  })
  return { credentials: { username: device.imei, password } }
}
