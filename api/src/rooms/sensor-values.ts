import { ROOM_LOOK_BACK_MS } from '@carewatch/contracts/rooms'
import type { Db } from '@carewatch/platform/database/client'
import { beaconFacts, beacons } from '@carewatch/migrations/schema/rooms'
import { sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { locatedBeacons } from '../access/visible.ts'
import { isAmong } from '../http/among.ts'

type Value = boolean | number | string
type Figure = { value: number; at: number }
export type SensorValues = {
  roomId: number
  beacon: { uuid: string; name: string; macAddress: string }
  temperature: Figure | null
  humidity: Figure | null
  facts: { fact: string; value: Value; at: number }[] | null
}

const figure = (kind: 'temperature' | 'humidity') => sql`(array_agg(
  jsonb_build_object('value', ${beaconFacts.value}, 'at', date_part('epoch', ${beaconFacts.at}) * 1000))
  filter (where ${beaconFacts.kind} = ${kind}))[1]`

/** What the sensors fixed in these rooms reported last, by the server's clock in milliseconds; a person's tag is no sensor of a room. */
export async function readSensorValues(
  db: Db,
  viewer: Viewer,
  roomIds: readonly number[],
): Promise<SensorValues[]> {
  const { rows } = await db.execute<SensorValues>(sql`
    select ${beacons.roomId} as "roomId", latest.*, jsonb_build_object(
      'uuid', ${beacons.uuid}, 'name', ${beacons.name}, 'macAddress', ${beacons.mac}) as beacon
    from ${beacons} cross join lateral (
      select ${figure('temperature')} as temperature, ${figure('humidity')} as humidity,
        jsonb_agg(jsonb_build_object('fact', ${beaconFacts.kind}, 'value', ${beaconFacts.value},
          'at', date_part('epoch', ${beaconFacts.at}) * 1000) order by ${beaconFacts.kind})
          filter (where ${beaconFacts.kind} not in ('temperature', 'humidity')) as facts
      from ${beaconFacts} where ${beaconFacts.beaconId} = ${beacons.id}
        and ${beaconFacts.at} > now() - ${ROOM_LOOK_BACK_MS} * interval '1 ms'
      having count(*) > 0
    ) latest
    where ${isAmong(beacons.roomId, roomIds)} and ${beacons.deviceId} is null and ${locatedBeacons(viewer)}
    order by ${beacons.name}, ${beacons.id}`)
  return [...rows]
}
