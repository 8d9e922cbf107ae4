import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from './viewer.ts'
import { visibleLocations } from './visible.ts'
import { getVisibleDevice, type VisibleDevice } from './visible-device.ts'

/** The device, if the viewer may see where it is; a relative without the grant knows the device and hears why not. */
export async function getLocatedDevice(
  db: Db,
  viewer: Viewer,
  by: { uuid: string } | { imei: string },
): Promise<VisibleDevice> {
  const device = await getVisibleDevice(db, viewer, by)
  const isLocated = await db.$count(devices, and(eq(devices.id, device.id), visibleLocations(viewer)))
  if (isLocated === 0) throw new Refusal('forbidden', 'noLocation')
  return device
}
