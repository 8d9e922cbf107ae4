import type { allEntities } from '@carewatch/contracts/http/gateways-and-beacons'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBeacons, visibleGateways } from '../access/visible.ts'
import { getBranch } from '../devices/place.ts'
import { isAmong } from '../http/among.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { contains, searchText } from '../http/search.ts'
import { selectBeacons, selectGateways, toBeacon, toGateway } from './entity-rows.ts'
import { getVisibleRoom } from './visible-entity.ts'

type Query = Input<typeof allEntities>['query']
/** Database ids; undefined: anywhere. */
type Place = { branchId: number | undefined; roomId: number | undefined }

const placesOf = (of: typeof gateways | typeof beacons): SQL =>
  sql`left join ${branches} on ${branches.id} = ${of.branchId} left join ${rooms} on ${rooms.id} = ${of.roomId}`

const lacking = <Value>(value: Value) => ({ value, isLacking: true as const })
const byPlace = { branch: lacking(branches.name), room: lacking(rooms.name) }

const gatewayList: List = {
  of: gateways,
  joins: placesOf(gateways),
  sortable: {
    ...byPlace,
    name: gateways.name,
    macAddress: gateways.mac,
    model: gateways.model,
    online: gateways.online,
    lastMessageAt: lacking(gateways.lastMessageAt),
    createdAt: gateways.createdAt,
  },
  usual: 'name',
}

const beaconList: List = {
  of: beacons,
  joins: sql`${placesOf(beacons)} left join ${devices} on ${devices.id} = ${beacons.deviceId}`,
  sortable: {
    ...byPlace,
    name: beacons.name,
    macAddress: beacons.mac,
    deviceType: beacons.deviceType,
    battery: lacking(beacons.battery),
    rssi: lacking(beacons.rssi),
    device: lacking(devices.name),
    lastSeenAt: lacking(beacons.lastSeenAt),
    createdAt: beacons.createdAt,
  },
  usual: 'name',
}

async function placeOf(db: Db, viewer: Viewer, { branchUuid, roomUuid }: Query): Promise<Place> {
  const branch = branchUuid ? await getBranch(db, viewer, branchUuid) : undefined
  const room = roomUuid ? await getVisibleRoom(db, viewer, roomUuid) : undefined
  return { branchId: branch?.id, roomId: room?.id }
}

const isThere = (of: typeof gateways | typeof beacons, { branchId, roomId }: Place): SQL | undefined =>
  and(
    branchId === undefined ? undefined : eq(of.branchId, branchId),
    roomId === undefined ? undefined : eq(of.roomId, roomId),
  )

const sorts = ({ sortable }: List, sort: string): boolean => Object.hasOwn(sortable, sort.replace(/^-/, ''))

/** A list that does not know the order keeps its usual one, as long as the other one asked for knows it. */
function queryFor(list: List, asked: readonly List[], query: Query): Query {
  const { sort } = query
  if (sort === undefined || sorts(list, sort)) return query
  if (!asked.some((other) => sorts(other, sort))) throw new InvalidFields({ sort: 'unknown' })
  return { ...query, sort: undefined }
}

type Wanted = { query: Query; place: Place }

async function pageOfGateways(db: Db, viewer: Viewer, { query, place }: Wanted) {
  const where = and(visibleGateways(viewer), isThere(gateways, place))
  const found = query.search ? contains(searchText(gateways), query.search) : undefined
  const { ids, total } = await pickPage(db, gatewayList, { query, where, found })
  const rows = await selectGateways(db).where(isAmong(gateways.id, ids))
  return { page: inOrder(ids, rows, ({ gateway }) => gateway.id).map(toGateway), total }
}

async function pageOfBeacons(db: Db, viewer: Viewer, { query, place }: Wanted) {
  const where = and(visibleBeacons(viewer), isThere(beacons, place))
  const found = query.search ? contains(searchText(beacons), query.search) : undefined
  const { ids, total } = await pickPage(db, beaconList, { query, where, found })
  const rows = await selectBeacons(db).where(isAmong(beacons.id, ids))
  return { page: inOrder(ids, rows, ({ beacon }) => beacon.id).map(toBeacon), total }
}

const listOf = { GATEWAY: gatewayList, BEACON: beaconList }
const noPage = { page: [], total: 0 }

export async function listEntities(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof allEntities>,
): Promise<Reply<typeof allEntities>> {
  const place = await placeOf(db, viewer, query)
  const types = query.entityType ? [query.entityType] : (['GATEWAY', 'BEACON'] as const)
  const wanted = (list: List) => {
    const asked = types.map((type) => listOf[type])
    return asked.includes(list) ? { place, query: queryFor(list, asked, query) } : undefined
  }
  const ofGateways = wanted(gatewayList)
  const ofBeacons = wanted(beaconList)
  const [gatewayPage, beaconPage] = await Promise.all([
    ofGateways ? pageOfGateways(db, viewer, ofGateways) : noPage,
    ofBeacons ? pageOfBeacons(db, viewer, ofBeacons) : noPage,
  ])
  return {
    gateways: gatewayPage.page,
    beacons: beaconPage.page,
    total: gatewayPage.total + beaconPage.total,
    totals: { gateways: gatewayPage.total, beacons: beaconPage.total },
  }
}
