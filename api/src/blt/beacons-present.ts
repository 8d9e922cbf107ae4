import { AWAY_AFTER_MS, type BeaconType } from '@carewatch/contracts/rooms'
import type { Db } from '@carewatch/migrations/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { beacons, gateways, sightings } from '@carewatch/migrations/schema/rooms'
import { sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBeacons } from '../access/visible.ts'
import { isAmong } from '../http/among.ts'

type Named = { uuid: string; name: string }
export type Present = Named & {
  roomId: number
  macAddress: string
  deviceType: BeaconType
  battery: number | null
  rssi: number
  /** Milliseconds since 1970. */
  at: number
  device: (Named & { companyId: number | null }) | null
  person: Named | null
}

/** Who is where: of the gateways that heard a beacon a moment ago, the one that heard it best, each by its last word. */
export async function beaconsPresent(db: Db, viewer: Viewer, roomIds: readonly number[]): Promise<Present[]> {
  const rows = await db.execute<Present>(sql`
    with heard as (
      select distinct on (${beacons.id}, ${sightings.gatewayId}) ${beacons.id} as beacon_id,
        ${gateways.roomId} as room_id, ${sightings.time} as time, ${sightings.rssi} as rssi,
        ${sightings.rssi} + ${gateways.rssiOffset} as strength
      from ${beacons}
      join ${sightings} on ${sightings.beaconId} = ${beacons.id}
        and ${sightings.time} > now() - ${AWAY_AFTER_MS} * interval '1 ms'
      join ${gateways} on ${gateways.id} = ${sightings.gatewayId} and ${gateways.deletedAt} is null
        and ${gateways.roomId} is not null
      where ${visibleBeacons(viewer)}
      order by ${beacons.id}, ${sightings.gatewayId}, ${sightings.time} desc),
    best as (select distinct on (beacon_id) * from heard order by beacon_id, strength desc, time desc)
    select ${beacons.uuid} as uuid, ${beacons.name} as name, ${beacons.mac} as "macAddress",
      ${beacons.deviceType} as "deviceType", ${beacons.battery} as battery,
      best.room_id as "roomId", best.rssi, date_part('epoch', best.time) * 1000 as at,
      case when ${devices.id} is not null then jsonb_build_object(
        'uuid', ${devices.uuid}, 'name', ${devices.name}, 'companyId', ${devices.companyId}) end as device,
      case when ${users.id} is not null then jsonb_build_object(
        'uuid', ${users.uuid}, 'name', trim(${users.firstName} || ' ' || ${users.lastName})) end as person
    from best
    join ${beacons} on ${beacons.id} = best.beacon_id
    left join ${devices} on ${devices.id} = ${beacons.deviceId} and ${devices.deletedAt} is null
    left join ${users} on ${users.id} = ${devices.ownerId} and ${users.deletedAt} is null
    where ${isAmong(sql`best.room_id`, roomIds)}
    order by ${beacons.name}, ${beacons.id}`)
  return [...rows]
}
