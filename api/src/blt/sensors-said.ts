import { ROOM_LOOK_BACK_MS } from '@carewatch/contracts/rooms'
import type { Db } from '@carewatch/migrations/client'
import { beacons } from '@carewatch/migrations/schema/rooms'
import { sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBeacons } from '../access/visible.ts'
import { isAmong } from '../http/among.ts'
import { LAST_WORDS } from './heard.ts'

type Value = boolean | number | string
type Figure = { value: number; at: number }
export type Said = {
  roomId: number
  beacon: { uuid: string; name: string; macAddress: string }
  temperature: Figure | null
  humidity: Figure | null
  facts: { fact: string; value: Value; at: number }[] | null
}

/** What the sensors fixed in these rooms said last, by the server's clock in milliseconds; a person's tag is no sensor of a room. */
export async function sensorsSaid(db: Db, viewer: Viewer, roomIds: readonly number[]): Promise<Said[]> {
  const figure = (column: 'temperature' | 'humidity') => sql`(
    select jsonb_build_object('value', ${sql.raw(column)}, 'at', at) from last
    where ${sql.raw(column)} is not null order by at desc limit 1)`
  const rows = await db.execute<Said>(sql`
    select ${beacons.roomId} as "roomId", said.*, jsonb_build_object(
      'uuid', ${beacons.uuid}, 'name', ${beacons.name}, 'macAddress', ${beacons.mac}) as beacon
    from ${beacons} cross join lateral (
      with last as materialized (
        select temperature, humidity, facts, date_part('epoch', time) * 1000 as at from sightings
        where beacon_id = ${beacons.id} and time > now() - ${ROOM_LOOK_BACK_MS} * interval '1 ms'
          and (temperature is not null or humidity is not null or facts is not null)
        order by time desc limit ${LAST_WORDS})
      select ${figure('temperature')} as temperature, ${figure('humidity')} as humidity, (
        select jsonb_agg(jsonb_build_object('fact', key, 'value', value, 'at', at) order by key) from (
          select distinct on (key) key, value, at from last, jsonb_each(last.facts)
          where jsonb_typeof(value) in ('boolean', 'number', 'string') order by key, at desc) newest) as facts
    ) said
    where ${isAmong(beacons.roomId, roomIds)} and ${beacons.deviceId} is null and ${visibleBeacons(viewer)}
    order by ${beacons.name}, ${beacons.id}`)
  return [...rows]
}
