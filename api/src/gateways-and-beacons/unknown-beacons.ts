import type {
  UnknownBeacon,
  unknownBeacons as contract,
} from '@carewatch/contracts/http/gateways-and-beacons'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { branches } from '@carewatch/migrations/schema/people'
import { beacons, gateways, rooms, unknownBeacons } from '@carewatch/migrations/schema/rooms'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleGateways } from '../access/visible.ts'
import { getBranch } from '../devices/place.ts'
import { pageOf } from '../http/paging.ts'
import { contains } from '../http/search.ts'

type Row = Omit<UnknownBeacon, 'firstSeenAt' | 'lastSeenAt'> & { firstSeenAt: number; lastSeenAt: number }

/** Registered since by anybody, it is unknown no more. */
const isUnknown = sql`not exists (select from ${beacons} where ${beacons.deletedAt} is null
  and (${beacons.mac} = ${unknownBeacons.mac} or ${beacons.ibeacon} = ${unknownBeacons.ibeacon}))`

const smallText = sql`lower(concat_ws(' ', ${unknownBeacons.mac}, ${unknownBeacons.name}, ${unknownBeacons.model}))`

const named = (of: typeof branches | typeof rooms): SQL =>
  sql`case when ${of.id} is not null then jsonb_build_object('uuid', ${of.uuid}, 'name', ${of.name}) end`

/** What stands in several rows of one beacon, by who hears it best. */
const best = (column: SQL | typeof unknownBeacons.name): SQL =>
  sql`(array_agg(${column} order by ${unknownBeacons.rssi} desc) filter (where ${column} is not null))[1]`

/** Who is around the viewer's gateways and nobody has registered, each once. */
export async function listUnknownBeacons(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const branch = query.branchUuid ? await getBranch(db, viewer, query.branchUuid) : undefined
  const { limit, offset } = pageOf(query)
  const where = [
    visibleGateways(viewer),
    isUnknown,
    branch ? eq(gateways.branchId, branch.id) : sql`true`,
    query.gatewayUuid ? eq(gateways.uuid, query.gatewayUuid) : sql`true`,
    query.search ? contains(smallText, query.search) : sql`true`,
  ]
  const { rows } = await db.execute<Row & { total: number }>(sql`
    select ${unknownBeacons.mac} as "macAddress", ${best(sql`${unknownBeacons.ibeacon}`)} as ibeacon, ${best(unknownBeacons.name)} as name,
      ${best(sql`${unknownBeacons.seems}`)} as seems, ${best(sql`${unknownBeacons.model}`)} as model,
      ${best(sql`${unknownBeacons.battery}`)} as battery, max(${unknownBeacons.rssi})::int as rssi,
      date_part('epoch', min(${unknownBeacons.firstSeenAt})) * 1000 as "firstSeenAt",
      date_part('epoch', max(${unknownBeacons.lastSeenAt})) * 1000 as "lastSeenAt", count(*) over ()::int as total,
      jsonb_agg(jsonb_build_object('uuid', ${gateways.uuid}, 'name', ${gateways.name}, 'macAddress', ${gateways.mac},
        'branch', ${named(branches)}, 'room', ${named(rooms)}, 'rssi', ${unknownBeacons.rssi}) order by ${unknownBeacons.rssi} desc) as "heardBy"
    from ${unknownBeacons}
    join ${gateways} on ${gateways.id} = ${unknownBeacons.gatewayId}
    left join ${branches} on ${branches.id} = ${gateways.branchId}
    left join ${rooms} on ${rooms.id} = ${gateways.roomId} and ${rooms.deletedAt} is null
    where ${sql.join(where, sql` and `)}
    group by ${unknownBeacons.mac} order by max(${unknownBeacons.rssi}) desc, ${unknownBeacons.mac} limit ${limit} offset ${offset}`)
  return {
    unknownBeacons: rows.map(({ total: _, ...row }) => ({
      ...row,
      firstSeenAt: new Date(row.firstSeenAt),
      lastSeenAt: new Date(row.lastSeenAt),
    })),
    total: rows[0]?.total ?? 0,
  }
}
