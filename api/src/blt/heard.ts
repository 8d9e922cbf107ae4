import { MAX_INTERACTIONS } from '@carewatch/contracts/http/blt-interactions'
import type { BeaconType } from '@carewatch/contracts/rooms'
import type { Db } from '@carewatch/migrations/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBeacons } from '../access/visible.ts'

type Named = { uuid: string; name: string }
type WithMac = Named & { macAddress: string }
export type Heard = WithMac & {
  deviceType: BeaconType
  /** Milliseconds since 1970. */
  at: number
  rssi: number | null
  battery: number | null
  facts: Record<string, boolean | number | string> | null
  temperature: number | null
  humidity: number | null
  device: (Named & { companyId: number | null }) | null
  gateway: WithMac | null
  room: Named | null
}

/** Since when, and which: one beacon's, what one gateway heard, or all. */
export type Asked = { since: Date; beaconId?: number; gatewayId?: number }

/** The words of a beacon that carry something: `sightings_told` is the index of those that any of these name. */
const isTold = sql`(temperature is not null or humidity is not null or facts is not null)`
const carrying = {
  anything: sql`true`,
  temperature: sql`${isTold} and temperature is not null`,
  humidity: sql`${isTold} and humidity is not null`,
}

/** A beacon's columns beside where and whose it is, as JSON. To be joined with `gateways`, `rooms` and `devices`. */
export const placeColumns = sql`
  ${beacons.uuid} as uuid, ${beacons.name} as name, ${beacons.mac} as "macAddress",
  ${beacons.deviceType} as "deviceType",
  case when ${devices.id} is not null then jsonb_build_object(
    'uuid', ${devices.uuid}, 'name', ${devices.name}, 'companyId', ${devices.companyId}) end as device,
  case when ${gateways.id} is not null then jsonb_build_object(
    'uuid', ${gateways.uuid}, 'name', ${gateways.name}, 'macAddress', ${gateways.mac}) end as gateway,
  case when ${rooms.id} is not null then jsonb_build_object(
    'uuid', ${rooms.uuid}, 'name', ${rooms.name}) end as room`

/** Each beacon's last word since a moment that carries what is asked for: one step into an index per beacon, however often it spoke. */
export async function lastHeard(
  db: Db,
  viewer: Viewer,
  { since, beaconId, gatewayId, what }: Asked & { what: keyof typeof carrying },
): Promise<Heard[]> {
  const isByGateway = gatewayId === undefined ? sql`` : sql`and gateway_id = ${gatewayId}`
  const isIt: SQL = beaconId === undefined ? sql`true` : eq(beacons.id, beaconId)
  const rows = await db.execute<Heard>(sql`
    select ${placeColumns}, heard.rssi, heard.facts, heard.temperature, heard.humidity,
      coalesce(heard.battery, ${beacons.battery}) as battery, date_part('epoch', heard.time) * 1000 as at
    from ${beacons}
    cross join lateral (
      select * from sightings where beacon_id = ${beacons.id} ${isByGateway}
        and time > ${since.toISOString()}::timestamptz and ${carrying[what]}
      order by time desc, rssi desc limit 1) heard
    left join ${gateways} on ${gateways.id} = heard.gateway_id and ${gateways.deletedAt} is null
    left join ${rooms} on ${rooms.id} = ${gateways.roomId} and ${rooms.deletedAt} is null
    left join ${devices} on ${devices.id} = ${beacons.deviceId} and ${devices.deletedAt} is null
    where ${isIt} and ${visibleBeacons(viewer)}
    order by heard.time desc, ${beacons.id} limit ${MAX_INTERACTIONS}`)
  return [...rows]
}
