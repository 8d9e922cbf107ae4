import type { Alarm, AlarmKind } from '@carewatch/contracts/alarms'
import { isMetricName } from '@carewatch/contracts/metrics'
import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { nameBy } from '../access/name-of.ts'
import { fullName } from '../access/viewer.ts'
import type { Who } from '../access/reach.ts'
import { isNamed, worn } from '../access/visible-lives.ts'
import { wearerOfAlarm } from '../access/wearer-summary.ts'

/** The first alarm of the incident of another; none: that one is the first. */
export const first = alias(alarms, 'first')

/** Alarms with their place and the people who answered them; the caller says which. */
export const selectAlarms = (db: Db, reader: Who) =>
  db
    .select({
      alarm: alarms,
      firstUuid: first.uuid,
      device: { uuid: devices.uuid, imei: devices.imei, name: devices.name },
      gatewayName: gateways.name,
      roomName: rooms.name,
      beaconName: beacons.name,
      branchUuid: branches.uuid,
      branchName: branches.name,
      wearer: wearerOfAlarm(reader),
      acknowledger: nameBy(alarms.acknowledgedById),
      closer: nameBy(alarms.closedById),
    })
    .from(alarms)
    .leftJoin(first, eq(first.id, alarms.incidentId))
    .leftJoin(devices, and(eq(devices.id, alarms.deviceId), isNamed(reader, worn.alarms)))
    .leftJoin(gateways, eq(gateways.id, alarms.gatewayId))
    .leftJoin(rooms, eq(rooms.id, alarms.roomId))
    .leftJoin(beacons, eq(beacons.id, alarms.beaconId))
    .leftJoin(branches, eq(branches.id, alarms.branchId))
    .$dynamic()

export type AlarmRow = Awaited<ReturnType<typeof selectAlarms>>[number]

type Place = Pick<
  AlarmRow,
  'device' | 'gatewayName' | 'roomName' | 'beaconName' | 'branchUuid' | 'branchName'
> & { alarm: { kind: AlarmKind } }

export const placeOf = ({
  alarm,
  device,
  gatewayName,
  roomName,
  beaconName,
  branchUuid,
  branchName,
}: Place) => ({
  deviceUuid: device?.uuid ?? null,
  deviceIMEI: device?.imei ?? null,
  deviceName: device?.name ?? null,
  gatewayName,
  roomName,
  beaconName,
  branchUuid,
  branchName: alarm.kind === 'OUTAGE' ? branchName : null,
})

export function toAlarm(row: AlarmRow): Alarm {
  const { alarm, acknowledger, closer } = row
  return {
    ...alarm,
    incidentUuid: row.firstUuid ?? alarm.uuid,
    wearer: row.wearer,
    ...placeOf(row),
    metric: alarm.metric !== null && isMetricName(alarm.metric) ? alarm.metric : null,
    isRehearsal: alarm.rehearsal,
    acknowledged: alarm.acknowledgedAt !== null,
    acknowledgedBy: acknowledger && fullName(acknowledger),
    closedBy: closer && fullName(closer),
  }
}
