import { MAX_INTERACTIONS } from '@carewatch/contracts/http/interactions'
import type { BeaconType, UnknownReason } from '@carewatch/contracts/rooms'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { beacons, gateways, presences, rooms, sightings } from '@carewatch/migrations/schema/rooms'
import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Viewer } from '../access/viewer.ts'
import { wearerOfDevice } from '../access/wearer-summary.ts'
import { locatedBeacons } from '../access/visible.ts'

const receivers = alias(gateways, 'receivers')

type Named = { uuid: string; name: string }
type WithMac = Named & { macAddress: string }
export type BeaconSighting = WithMac & {
  deviceType: BeaconType
  /** Milliseconds since 1970. */
  at: number
  rssi: number | null
  battery: number | null
  facts: Record<string, boolean | number | string> | null
  temperature: number | null
  humidity: number | null
  device: (Named & { companyId: number | null }) | null
  wearer: WearerSummary | null
  gateway: WithMac | null
  room: Named | null
  unknown: UnknownReason | null
}

/** Since when, and which: one beacon's, what one gateway heard, or all. */
export type Asked = { since: Date; beaconId?: number; gatewayId?: number }

export type Wanted = 'anything' | 'temperature' | 'humidity'

/** A sensor that measures says so again and again: in so many of its words of what it measured or noticed. */
export const LAST_REPORTS = 100

/** What a beacon said, to the gateway of the room where it is if that heard it lately; by an index however often it spoke; what a sensor said is looked for among its last words, or one that never measured would be read through. */
function reportsOf(what: Wanted, { since, gatewayId }: Asked): SQL {
  const isByGateway = gatewayId === undefined ? sql`` : sql`and ${sightings.gatewayId} = ${gatewayId}`
  const reports = sql`select ${sightings.time} as at, ${sightings.gatewayId} as gateway, ${sightings.rssi} as rssi, ${sightings.battery} as battery,
      ${sightings.temperature} as temperature, ${sightings.humidity} as humidity, ${sightings.facts} as facts
    from ${sightings} where ${sightings.beaconId} = ${beacons.id} ${isByGateway} and ${sightings.time} > ${since.toISOString()}::timestamptz`
  const newest = sql`order by ${sightings.time} desc limit ${LAST_REPORTS}`
  if (what === 'anything')
    return sql`select heard.* from (${reports} ${newest}) heard
      left join ${gateways} ${receivers} on ${receivers.id} = heard.gateway
      left join ${presences} on ${presences.beaconId} = ${beacons.id} and ${presences.until} is null
      order by (${receivers.roomId} = ${presences.roomId}) is true desc, heard.at desc, heard.rssi desc limit 1`
  const hasFacts = sql`(${sightings.temperature} is not null or ${sightings.humidity} is not null or ${sightings.facts} is not null)`
  return sql`select * from (${reports} and ${hasFacts} ${newest}) heard where ${sql.identifier(what)} is not null
    order by at desc, rssi desc limit 1`
}

/** A beacon's columns beside where and whose it is, as JSON. To be joined with `gateways`, `rooms` and `devices`. */
export const placeColumns = (viewer: Viewer): SQL => sql`
  ${beacons.uuid} as uuid, ${beacons.name} as name, ${beacons.mac} as "macAddress",
  ${beacons.deviceType} as "deviceType",
  case when ${devices.id} is not null then jsonb_build_object(
    'uuid', ${devices.uuid}, 'name', ${devices.name}, 'companyId', ${devices.companyId}) end as device,
  ${wearerOfDevice(viewer)} as wearer,
  case when ${gateways.id} is not null then jsonb_build_object(
    'uuid', ${gateways.uuid}, 'name', ${gateways.name}, 'macAddress', ${gateways.mac}) end as gateway,
  case when ${rooms.id} is not null then jsonb_build_object(
    'uuid', ${rooms.uuid}, 'name', ${rooms.name}) end as room,
  (select ${presences.unknown} from ${presences} where ${presences.beaconId} = ${beacons.id} and ${presences.until} is null
    and (${beacons.deviceType} = 'TAG' or ${beacons.deviceId} is not null)) as unknown`

/** Each beacon's last word since a moment that carries what is asked for. */
export async function lastSightings(
  db: Db,
  viewer: Viewer,
  { what, ...asked }: Asked & { what: Wanted },
): Promise<BeaconSighting[]> {
  const isIt: SQL = asked.beaconId === undefined ? sql`true` : eq(beacons.id, asked.beaconId)
  const { rows } = await asItself(db, () =>
    db.execute<BeaconSighting>(sql`
    select ${placeColumns(viewer)}, heard.rssi, heard.facts, heard.temperature, heard.humidity,
      coalesce(heard.battery, ${beacons.battery}) as battery, date_part('epoch', heard.at) * 1000 as at
    from ${beacons}
    cross join lateral (${reportsOf(what, asked)}) heard
    left join ${gateways} on ${gateways.id} = heard.gateway and ${gateways.deletedAt} is null
    left join ${rooms} on ${rooms.id} = ${gateways.roomId} and ${rooms.deletedAt} is null
    left join ${devices} on ${devices.id} = ${beacons.deviceId} and ${devices.deletedAt} is null
    where ${isIt} and ${locatedBeacons(viewer)}
    order by heard.at desc, ${beacons.id} limit ${MAX_INTERACTIONS}`),
  )
  return [...rows]
}
