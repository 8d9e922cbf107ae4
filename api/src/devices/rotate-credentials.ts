import type { Db } from '@carewatch/platform/database/client'
import { asItself } from '@carewatch/platform/database/as-itself'
import { makeCredential } from '@carewatch/platform/credentials/device-credentials'
import { devices } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'

/** A new password for a device; the broker hears of it from the database and drops the old one. */
export async function rotateCredentials(db: Db, viewer: Caller, uuid: string) {
  const device = await getVisibleDevice(db, viewer, { uuid })
  const { password, hash } = makeCredential()
  const now = new Date()
  await db.transaction(async (tx) => {
    const columns = { credentialHash: hash, credentialRotatedAt: now, updatedAt: now }
    await asItself(tx, () => tx.update(devices).set(columns).where(eq(devices.id, device.id)))
    const { companyId } = device
    await audit(tx, viewer, { action: 'credentialsRotated', entity: 'device', uuid, companyId })
  })
  return { credentials: { username: device.imei, password } }
}
