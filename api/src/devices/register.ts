import type { newDevice, NewDevice } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { makeCredential } from '@carewatch/migrations/device-credentials'
import { devices, deviceStatus, watchSettings } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { orConflict } from '../http/unique.ts'
import { selectDevices, toDevice } from './device-rows.ts'
import { findPlace } from './place.ts'

type Body = z.output<typeof NewDevice>

/** Registers a watch. Its password is answered here and nowhere else: only the hash is kept. */
export async function registerDevice(db: Db, viewer: Caller, body: Body): Promise<Reply<typeof newDevice>> {
  const { imei, imsi, name, deviceModel, mobileNumber } = body
  const place = await findPlace(db, viewer, body)
  const { password, hash } = makeCredential()
  const values = {
    imei,
    imsi,
    name,
    deviceModel,
    mobileNumber: mobileNumber || null,
    ...place,
    credentialHash: hash,
    credentialRotatedAt: new Date(),
  }
  const row = await orConflict(
    'imeiTaken',
    db.transaction(async (tx) => {
      const [device] = await tx.insert(devices).values(values).returning()
      if (!device) throw new Refusal('conflict')
      await tx.insert(watchSettings).values({ deviceId: device.id })
      await tx.insert(deviceStatus).values({ deviceId: device.id })
      const { uuid, companyId } = device
      await audit(tx, viewer, { action: 'created', entity: 'device', uuid, companyId })
      const [made] = await selectDevices(tx).where(eq(devices.id, device.id))
      return made
    }),
  )
  if (!row) throw new Refusal('conflict')
  return { device: toDevice(row, new Date()), credentials: { username: imei, password } }
}
