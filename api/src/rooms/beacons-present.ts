import type { WearerSummary } from '@carewatch/contracts/wearers'
import { asItself } from '@carewatch/platform/database/as-itself'
import { AWAY_AFTER_MS, type BeaconType, type UnknownReason } from '@carewatch/contracts/rooms'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { beacons, gateways, presences, sightings } from '@carewatch/migrations/schema/rooms'
import { type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { wearerOfDevice } from '../access/wearer-summary.ts'
import { locatedBeacons } from '../access/visible.ts'

type Named = { uuid: string; name: string }
export type Present = Named & {
  roomId: number
  macAddress: string
  deviceType: BeaconType
  battery: number | null
  rssi: number
  /** Milliseconds since 1970. */
  at: number
  /** Since when it is there. */
  from: number
  confidence: number
  device: (Named & { companyId: number | null }) | null
  person: WearerSummary | null
}

/** A gateway that was told to report seldom is waited for. */
const REPORTS_EVERY_MS = sql`coalesce((${gateways.config} ->> 'reportIntervalSeconds')::int, 0) * 1000`

/** Who of these beacons, or in these rooms, is where, as it was decided, with how well the room's best gateway hears it; what was decided of one that nobody hears any more is old. */
export async function beaconsPresent(db: Db, viewer: Viewer, which: SQL): Promise<Present[]> {
  const { rows } = await asItself(db, () =>
    db.execute<Present>(sql`
    select ${beacons.uuid} as uuid, ${beacons.name} as name, ${beacons.mac} as "macAddress",
      ${beacons.deviceType} as "deviceType", ${beacons.battery} as battery, ${presences.roomId} as "roomId",
      ${presences.confidence} as confidence, date_part('epoch', coalesce(${presences.stayedSince}, ${presences.since})) * 1000 as from,
      heard.rssi, date_part('epoch', heard.time) * 1000 as at,
      case when ${devices.id} is not null then jsonb_build_object(
        'uuid', ${devices.uuid}, 'name', ${devices.name}, 'companyId', ${devices.companyId}) end as device,
      ${wearerOfDevice(viewer)} as person
    from ${presences}
    join ${beacons} on ${beacons.id} = ${presences.beaconId}
    cross join lateral (
      select last.rssi, last.time from ${gateways} cross join lateral (
        select ${sightings.rssi} as rssi, ${sightings.time} as time from ${sightings}
        where ${sightings.gatewayId} = ${gateways.id} and ${sightings.beaconId} = ${beacons.id}
          and ${sightings.time} > now() - (${AWAY_AFTER_MS} + 2 * ${REPORTS_EVERY_MS}) * interval '1 ms'
        order by ${sightings.time} desc limit 1) last
      where ${gateways.roomId} = ${presences.roomId} and ${gateways.deletedAt} is null
      order by last.rssi + ${gateways.rssiOffset} desc limit 1) heard
    left join ${devices} on ${devices.id} = ${beacons.deviceId} and ${devices.deletedAt} is null
    where ${presences.until} is null and ${which} and ${locatedBeacons(viewer)}
    order by ${beacons.name}, ${beacons.id}`),
  )
  return [...rows]
}

export type LastHere = Pick<Present, 'uuid' | 'name' | 'macAddress' | 'deviceType' | 'device' | 'person'> & {
  /** Where it was last. */
  roomId: number
  unknown: UnknownReason
  /** Milliseconds since 1970. */
  from: number
}

/** Of whom nobody knows where they are, by the room where they were last. */
export async function beaconsLastHere(db: Db, viewer: Viewer, which: SQL): Promise<LastHere[]> {
  const { rows } = await asItself(db, () =>
    db.execute<LastHere>(sql`
    select ${beacons.uuid} as uuid, ${beacons.name} as name, ${beacons.mac} as "macAddress", ${beacons.deviceType} as "deviceType",
      ${presences.lastRoomId} as "roomId", ${presences.unknown} as unknown, date_part('epoch', ${presences.since}) * 1000 as from,
      case when ${devices.id} is not null then jsonb_build_object(
        'uuid', ${devices.uuid}, 'name', ${devices.name}, 'companyId', ${devices.companyId}) end as device,
      ${wearerOfDevice(viewer)} as person
    from ${presences}
    join ${beacons} on ${beacons.id} = ${presences.beaconId}
    left join ${devices} on ${devices.id} = ${beacons.deviceId} and ${devices.deletedAt} is null
    where ${presences.until} is null and ${presences.unknown} is not null and ${which} and ${locatedBeacons(viewer)}
    order by ${beacons.name}, ${beacons.id}`),
  )
  return [...rows]
}
