import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from './viewer.ts'
import { visibleDevices } from './visible.ts'

/** The device, if the viewer may see it; else it does not exist. */
export async function getVisibleDevice(db: Db, viewer: Viewer, by: { uuid: string } | { imei: string }) {
  const isIt = 'uuid' in by ? eq(devices.uuid, by.uuid) : eq(devices.imei, by.imei)
  const [device] = await db
    .select()
    .from(devices)
    .where(and(isIt, visibleDevices(viewer)))
  if (!device) throw new Refusal('notFound')
  return device
}
