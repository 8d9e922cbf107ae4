import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from './viewer.ts'
import { visibleDevices } from './visible.ts'
import { changedSince, handledSince, shownSince } from './worn.ts'
import { seen, type Seen } from './seen.ts'

export type VisibleDevice = Seen<typeof devices.$inferSelect> & {
  /** From when on the viewer may see what it reports. */
  shownSince: Date
  /** From when on the viewer may see what was done with it. */
  handledSince: Date
  /** From when on the viewer may see who changed what on it. */
  changedSince: Date
}

/** The device, if the viewer may see it; else it does not exist. */
export async function getVisibleDevice(
  db: Db,
  viewer: Viewer,
  by: { uuid: string } | { imei: string },
): Promise<VisibleDevice> {
  const isIt = 'uuid' in by ? eq(devices.uuid, by.uuid) : eq(devices.imei, by.imei)
  const [found] = await db
    .select({
      device: seen(devices),
      shownSince: shownSince(viewer),
      handledSince: handledSince(viewer),
      changedSince: changedSince(viewer),
    })
    .from(devices)
    .where(and(isIt, visibleDevices(viewer)))
  if (!found) throw new Refusal('notFound')
  const { device, ...since } = found
  return { ...device, ...since }
}
