import type { BeaconType, UnknownReason } from '@carewatch/contracts/rooms'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import { devices } from '@carewatch/migrations/schema/devices'
import { beacons, presences } from '@carewatch/migrations/schema/rooms'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { type SQL, sql } from 'drizzle-orm'
import { locatedBeacons } from '../access/visible.ts'
import type { Viewer } from '../access/viewer.ts'
import { wearerOfDevice } from '../access/wearer-summary.ts'

type Named = { uuid: string; name: string }
export type Unknown = Named & {
  /** In which it was last. */
  roomId: number
  macAddress: string
  deviceType: BeaconType
  reason: UnknownReason
  /** Since when nobody knows, in milliseconds since 1970. */
  from: number
  device: (Named & { companyId: number | null }) | null
  person: WearerSummary | null
}

/** Of which of these nobody knows in which room they are, by the room in which they were last. */
export async function beaconsUnknown(db: Db, viewer: Viewer, which: SQL): Promise<Unknown[]> {
  const { rows } = await asItself(db, () =>
    db.execute<Unknown>(sql`
    select ${beacons.uuid} as uuid, ${beacons.name} as name, ${beacons.mac} as "macAddress",
      ${beacons.deviceType} as "deviceType", ${presences.lastRoomId} as "roomId", ${presences.unknown} as reason,
      date_part('epoch', ${presences.since}) * 1000 as from,
      case when ${devices.id} is not null then jsonb_build_object(
        'uuid', ${devices.uuid}, 'name', ${devices.name}, 'companyId', ${devices.companyId}) end as device,
      ${wearerOfDevice(viewer)} as person
    from ${presences}
    join ${beacons} on ${beacons.id} = ${presences.beaconId}
    left join ${devices} on ${devices.id} = ${beacons.deviceId} and ${devices.deletedAt} is null
    where ${presences.until} is null and ${presences.unknown} is not null and ${presences.lastRoomId} is not null
      and ${which} and ${locatedBeacons(viewer)}
    order by ${beacons.name}, ${beacons.id}`),
  )
  return [...rows]
}
