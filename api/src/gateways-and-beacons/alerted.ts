import type { AlarmKind, Direction, Severity } from '@carewatch/contracts/alarms'
import { MAX_INTERACTIONS } from '@carewatch/contracts/http/interactions'
import { alarmTriage } from '../alarms/triage.ts'
import { alarms } from '@carewatch/migrations/schema/alarms'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Viewer } from '../access/viewer.ts'
import { visibleBeacons, visibleRoomAlarms } from '../access/visible.ts'
import { type Asked, type BeaconSighting, placeColumns } from './sightings.ts'

export type Alerted = Omit<BeaconSighting, 'facts' | 'temperature' | 'humidity'> & {
  alarm: {
    uuid: string
    kind: AlarmKind
    direction: Direction
    severity: Severity
    metric: string | null
    value: number | null
    late: boolean
    acknowledged: boolean
    openedAt: number
    closedAt: number | null
  }
}

const tags = alias(beacons, 'tags')

/** An alarm that names no beacon but a watch is about the tag of whoever wears that watch. */
const tagOfWatch = sql`(select ${tags.id} from ${beacons} ${tags}
  where ${tags.deviceId} = ${alarms.deviceId} and ${tags.deletedAt} is null order by ${tags.id} limit 1)`

const millis = (column: typeof alarms.openedAt | typeof alarms.closedAt | typeof alarms.lastAt) =>
  sql`date_part('epoch', ${column}) * 1000`

const alarmColumn = sql`jsonb_build_object(
  'uuid', ${alarms.uuid}, 'kind', ${alarms.kind}, 'direction', ${alarms.direction},
  'severity', ${alarms.severity}, 'metric', ${alarms.metric}, 'value', ${alarms.value}, 'late', ${alarms.late},
  'acknowledged', ${alarms.acknowledgedAt} is not null,
  'openedAt', ${millis(alarms.openedAt)}, 'closedAt', ${millis(alarms.closedAt)}) as alarm`

/** Of each beacon that raised an alarm of a room since a moment: the first that is open, else the newest. */
export async function lastAlerted(
  db: Db,
  viewer: Viewer,
  { since, beaconId, gatewayId }: Asked,
): Promise<Alerted[]> {
  const isIt = beaconId === undefined ? sql`true` : eq(beacons.id, beaconId)
  const isByGateway = gatewayId === undefined ? sql`true` : eq(alarms.gatewayId, gatewayId)
  const { rows } = await db.execute<Alerted>(sql`
    select * from (
      select distinct on (${beacons.id}) ${placeColumns(viewer)}, ${alarmColumn}, ${millis(alarms.lastAt)} as at,
        ${beacons.rssi} as rssi, ${beacons.battery} as battery
      from ${alarms}
      join ${beacons} on ${beacons.id} = coalesce(${alarms.beaconId}, ${tagOfWatch})
      left join ${gateways} on ${gateways.id} = ${alarms.gatewayId} and ${gateways.deletedAt} is null
      left join ${rooms} on ${rooms.id} = coalesce(${alarms.roomId}, ${gateways.roomId}) and ${rooms.deletedAt} is null
      left join ${devices} on ${devices.id} = ${beacons.deviceId} and ${devices.deletedAt} is null
      where ${alarms.lastAt} > ${since.toISOString()}::timestamptz and ${isIt} and ${isByGateway}
        and ${visibleRoomAlarms(viewer)} and ${visibleBeacons(viewer)}
      order by ${beacons.id}, ${alarmTriage.key}
    ) alerted order by at desc, uuid limit ${MAX_INTERACTIONS}`)
  return [...rows]
}
