import type { findDevice as contract } from '@carewatch/contracts/http/device-changes'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { seen } from '../access/seen.ts'

/** Whether the wizard's IMEI is known; another company's device is as unknown as none. */
export async function findDevice(db: Db, caller: Caller, imei: string): Promise<Reply<typeof contract>> {
  const [found] = await db
    .select(seen(devices))
    .from(devices)
    .where(and(eq(devices.imei, imei), visibleDevices(caller)))
  const detail = { by: 'imei', existingFound: found !== undefined }
  await audit(db, caller, { action: 'viewed', entity: 'device', uuid: found?.uuid, detail })
  if (!found) return { existingFound: false, device: null }
  const { uuid, name, isSold, ownerId } = found
  return { existingFound: true, device: { uuid, name, isSold, hasOwner: ownerId !== null } }
}
