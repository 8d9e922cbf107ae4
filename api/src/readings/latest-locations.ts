import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { DeviceLocation, latestLocation, latestLocations } from '@carewatch/contracts/http/positions'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import type { Caller, Viewer } from '../access/viewer.ts'
import { readOpenAlarms } from '../alarms/of-devices.ts'
import { foundDevices } from '../http/named-wearer.ts'
import { visibleLocations } from '../access/visible.ts'
import { shownSince } from '../access/worn.ts'
import { selectDevices, toDevice } from '../devices/device-rows.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import type { Services } from '../services.ts'
import { getLocatedDevice } from '../access/located-device.ts'
import { latestFixes } from './latest-fixes.ts'

type Row = Awaited<ReturnType<typeof selectDevices>>[number]
type Lines = Pick<Services, 'db' | 'facts' | 'log' | 'streets'>

const list: List = {
  of: devices,
  sortable: { name: devices.name, createdAt: devices.createdAt },
  usual: 'name',
}

/** From when on the viewer may see where each of these was. */
async function sincesOf(db: Db, viewer: Viewer, ids: readonly number[]): Promise<Map<number, Date>> {
  const rows = await db
    .select({ id: devices.id, since: shownSince(viewer) })
    .from(devices)
    .where(isAmong(devices.id, ids))
  return new Map(rows.map(({ id, since }) => [id, since]))
}

async function locate(
  { db, facts }: Pick<Lines, 'db' | 'facts'>,
  caller: Caller,
  located: readonly Row[],
): Promise<DeviceLocation[]> {
  const ids = located.map(({ device }) => device.id)
  const wornBy = ({ device, wearer }: Row) => ({ id: device.id, wearerUuid: wearer?.uuid ?? null })
  const [sinces, alarmsOf] = await Promise.all([
    sincesOf(db, caller, ids),
    readOpenAlarms(db, caller, located.map(wornBy)),
  ])
  const byDevice = await latestFixes(
    facts,
    [...sinces].map(([id, since]) => ({ id, since })),
  )
  const now = new Date()
  return located.map((row) => {
    const { id, uuid, imei, name, homeLat, homeLng } = row.device
    const { expectedIntervalMs, openAlarms, wearer } = toDevice(row, now)
    return {
      deviceUuid: uuid,
      deviceIMEI: imei,
      deviceName: name,
      wearer,
      home: homeLat === null || homeLng === null ? null : { lat: homeLat, lng: homeLng },
      position: byDevice.get(id) ?? null,
      expectedIntervalMs,
      openAlarms,
      alarms: alarmsOf(wornBy(row)),
    }
  })
}

const load = async (db: Db, viewer: Viewer, ids: readonly number[]): Promise<Row[]> =>
  inOrder(ids, await selectDevices(db, viewer).where(isAmong(devices.id, ids)), ({ device }) => device.id)

/** Where each device of the viewer's scope was last. */
export async function readLatestLocations(
  services: Lines,
  caller: Caller,
  { query }: Input<typeof latestLocations>,
): Promise<Reply<typeof latestLocations>> {
  const { db } = services
  const found = query.search ? await foundDevices(db, query.search) : undefined
  const where = visibleLocations(caller)
  const { ids, total } = await pickPage(db, list, { query, where, found })
  const located = await load(db, caller, ids)
  return { locations: await locate(services, caller, located), total }
}

/** Where one device was last. */
export async function readLatestLocation(
  services: Lines,
  caller: Caller,
  { params }: Input<typeof latestLocation>,
): Promise<Reply<typeof latestLocation>> {
  const device = await getLocatedDevice(services.db, caller, params)
  const [location] = await locate(services, caller, await load(services.db, caller, [device.id]))
  if (!location) throw new Error('A device that was asked for is located.')
  const [street = null] = location.position
    ? await services.streets([location.position], caller.language)
    : []
  return { location, street }
}
