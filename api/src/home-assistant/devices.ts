import { devices, deviceStatus } from '@carewatch/migrations/schema/devices'
import type { Db } from '@carewatch/platform/database/client'
import { asc, eq, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { wearerOfDevice } from '../access/wearer-summary.ts'
import { shownSince } from '../access/worn.ts'

/** A family has a few; more are not told to its house. */
const MOST = 50

export type HomeDevice = {
  id: number
  uuid: string
  /** Whose it is, where somebody wears it. */
  name: string
  model: string
  isOnline: boolean
  /** From when on its owner may see what it reports. */
  shownSince: Date
}

/** The watches that somebody is responsible for. */
export async function listHomeDevices(db: Db, viewer: Viewer): Promise<HomeDevice[]> {
  const rows = await db
    .select({
      id: devices.id,
      uuid: devices.uuid,
      name: devices.name,
      model: devices.deviceModel,
      isOnline: sql<boolean>`coalesce(${deviceStatus.online}, false)`,
      wearer: wearerOfDevice(viewer),
      shownSince: shownSince(viewer),
    })
    .from(devices)
    .leftJoin(deviceStatus, eq(deviceStatus.deviceId, devices.id))
    .where(visibleDevices(viewer))
    .orderBy(asc(devices.id))
    .limit(MOST)
  return rows.map(({ wearer, ...device }) => ({ ...device, name: wearer?.name ?? device.name }))
}
