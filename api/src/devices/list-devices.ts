import type { ChosenFacets as Chosen } from '@carewatch/contracts/fleet'
import type { Device } from '@carewatch/contracts/http/devices'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices, deviceStatus, relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { seesEverything } from '../access/reach.ts'
import { visibleDevices, visibleUsers } from '../access/visible.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import type { Paging } from '../http/paging.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { selectDevices, toDevice } from './device-rows.ts'
import { foundInFleet } from './fleet/found.ts'
import { facetJoins } from './fleet/facet-columns.ts'
import { type FilterKey, filters, isNarrowed, readFacets } from './fleet/matching.ts'

type Query = Paging & { filterKey: FilterKey }
type Page = { devices: Device[]; total: number }

const deviceList: List = {
  of: devices,
  joins: facetJoins,
  sortable: {
    name: devices.name,
    imei: devices.imei,
    deviceModel: devices.deviceModel,
    ownerName: { value: sql`${devices}.owner_name`, isLacking: true },
    battery: { value: deviceStatus.battery, isLacking: true },
    lastSeenAt: { value: deviceStatus.lastSeenAt, isLacking: true },
    createdAt: devices.createdAt,
    isSold: devices.isSold,
    isActive: devices.isActive,
  },
  usual: 'name',
}

/** The devices in the viewer's scope, as far as they are of what is chosen of each facet. */
export async function listDevices(db: Db, viewer: Viewer, query: Query & Chosen): Promise<Page> {
  if (!isNarrowed(query))
    return list(db, viewer, { query, scope: visibleDevices(viewer), isAll: seesEverything(viewer) })
  const { columns, on } = await readFacets(db, viewer, { chosen: query })
  return list(db, viewer, { query, scope: and(visibleDevices(viewer), ...Object.values(on(columns))) })
}

/** Of those in scope, the ones the viewer owns or is a relative of. */
export function listOwnedDevices(db: Db, viewer: Viewer, query: Query): Promise<Page> {
  const isMine = or(
    eq(devices.ownerId, viewer.id),
    sql`${devices.id} = any(array(select ${relatives.deviceId} from ${relatives} where ${relatives.userId} = ${viewer.id}))`,
  )
  return list(db, viewer, { query, scope: and(visibleDevices(viewer), isMine) })
}

/** Of those in scope, the ones a person owns; whoever owns none of them and is not in scope does not exist. */
export async function listDevicesOwnedBy(
  db: Db,
  viewer: Viewer,
  { uuid, ...query }: Query & { uuid: string },
): Promise<Page> {
  const isTheirs = sql`${devices.ownerId} = (select ${users.id} from ${users} where ${users.uuid} = ${uuid})`
  const scope = and(visibleDevices(viewer), isTheirs)
  const page = await list(db, viewer, { query, scope })
  if (page.total > 0 || (await db.$count(devices, scope)) > 0) return page
  if ((await db.$count(users, and(eq(users.uuid, uuid), visibleUsers(viewer)))) === 0)
    throw new Refusal('notFound')
  return page
}

type Which = { query: Query; scope: SQL | undefined; isAll?: boolean }

async function list(db: Db, viewer: Viewer, { query, scope, isAll = false }: Which): Promise<Page> {
  const where = and(scope, filters[query.filterKey])
  const found = query.search ? await foundInFleet(db, viewer, query.search) : undefined
  const { ids, total } = await pickPage(db, deviceList, { query, where, found, isAll })
  const rows = await selectDevices(db, viewer).where(isAmong(devices.id, ids))
  const now = new Date()
  return { devices: inOrder(ids, rows, ({ device }) => device.id).map((row) => toDevice(row, now)), total }
}
