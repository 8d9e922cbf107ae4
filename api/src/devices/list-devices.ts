import type { Device, deviceFilters } from '@carewatch/contracts/http/devices'
import type { Db } from '@carewatch/migrations/client'
import { devices, deviceStatus, relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { and, asc, count, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { containing, pageOf, type Paging, sortBy } from '../http/paging.ts'
import { ownerName, selectDevices, toDevice } from './device-rows.ts'

type FilterKey = (typeof deviceFilters)[number]
type Query = Paging & { filterKey: FilterKey }
type Page = { devices: Device[]; total: number }

const isOnline = sql`coalesce(${deviceStatus.online}, false)`

const filters: Record<FilterKey, SQL | undefined> = {
  all: undefined,
  isSold: eq(devices.isSold, true),
  isNotSold: eq(devices.isSold, false),
  active: eq(devices.isActive, true),
  inactive: eq(devices.isActive, false),
  online: isOnline,
  offline: sql`not ${isOnline}`,
}

const sortable = {
  name: devices.name,
  imei: devices.imei,
  deviceModel: devices.deviceModel,
  ownerName,
  battery: deviceStatus.battery,
  lastSeenAt: deviceStatus.lastSeenAt,
  createdAt: devices.createdAt,
  isSold: devices.isSold,
  isActive: devices.isActive,
}

/** The devices in the viewer's scope. */
export const listDevices = (db: Db, viewer: Viewer, query: Query): Promise<Page> =>
  list(db, query, visibleDevices(viewer))

/** Of those in scope, the ones the viewer owns or is a relative of. */
export function listOwnedDevices(db: Db, viewer: Viewer, query: Query): Promise<Page> {
  const isMine = or(
    eq(devices.ownerId, viewer.id),
    sql`${devices.id} in (select ${relatives.deviceId} from ${relatives} where ${relatives.userId} = ${viewer.id})`,
  )
  return list(db, query, and(visibleDevices(viewer), isMine))
}

async function list(db: Db, query: Query, scope: SQL | undefined): Promise<Page> {
  const where = and(
    scope,
    filters[query.filterKey],
    containing(query.search, [devices.name, devices.imei, ownerName]),
  )
  const [rows, [counted]] = await Promise.all([
    selectDevices(db)
      .where(where)
      .orderBy(sortBy(query.sort, sortable, asc(devices.name)), asc(devices.id))
      .limit(query.size)
      .offset(pageOf(query).offset),
    db
      .select({ total: count() })
      .from(devices)
      .leftJoin(deviceStatus, eq(deviceStatus.deviceId, devices.id))
      .leftJoin(users, eq(users.id, devices.ownerId))
      .where(where),
  ])
  const now = new Date()
  return { devices: rows.map((row) => toDevice(row, now)), total: counted?.total ?? 0 }
}
