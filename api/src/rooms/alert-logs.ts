import type { alertLogs as contract } from '@carewatch/contracts/http/interactions'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { alarms } from '@carewatch/migrations/schema/alarms'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { type Caller, fullName } from '../access/viewer.ts'
import { isNamed, worn } from '../access/visible-lives.ts'
import { wearerOfAlarm } from '../access/wearer-summary.ts'
import { visibleRoomAlarms } from '../access/visible.ts'
import { getBranch } from '../devices/place.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { naming, searchText } from '../http/search.ts'
import { alarmTriage } from '../alarms/triage.ts'
import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import { recent } from '../gateways-and-beacons/since.ts'
import { getVisibleRoom } from '../gateways-and-beacons/visible-entity.ts'

const list: List = {
  of: alarms,
  joins: sql`left join ${rooms} on ${rooms.id} = ${alarms.roomId}`,
  sortable: {
    openedAt: alarms.openedAt,
    closedAt: { value: alarms.closedAt, isLacking: true },
    kind: alarms.kind,
    severity: sql`array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], ${alarms.severity})`,
    room: { value: rooms.name, isLacking: true },
  },
  usual: 'triage',
  triage: alarmTriage,
  isEndless: true,
}

const selectLogs = (db: Db, reader: Caller) =>
  db
    .select({
      alarm: alarms,
      room: { uuid: rooms.uuid, name: rooms.name },
      gateway: { uuid: gateways.uuid, name: gateways.name, macAddress: gateways.mac },
      beacon: { uuid: beacons.uuid, name: beacons.name, macAddress: beacons.mac },
      device: { uuid: devices.uuid, name: devices.name },
      wearer: wearerOfAlarm(reader),
      acknowledger: nameBy(alarms.acknowledgedById),
      closer: nameBy(alarms.closedById),
    })
    .from(alarms)
    .leftJoin(rooms, eq(rooms.id, alarms.roomId))
    .leftJoin(gateways, eq(gateways.id, alarms.gatewayId))
    .leftJoin(beacons, eq(beacons.id, alarms.beaconId))
    .leftJoin(devices, and(eq(devices.id, alarms.deviceId), isNamed(reader, worn.alarms)))

type Query = Input<typeof contract>['query']

async function filters(db: Db, caller: Caller, { branchUuid, roomUuid }: Query): Promise<SQL | undefined> {
  const branch = branchUuid ? await getBranch(db, caller, branchUuid) : undefined
  const room = roomUuid ? await getVisibleRoom(db, caller, roomUuid) : undefined
  return and(branch && eq(alarms.branchId, branch.id), room && eq(alarms.roomId, room.id))
}

/** By the words of its room, gateway and beacon. */
async function found(db: Db, typed: string | undefined): Promise<SQL | undefined> {
  if (!typed) return undefined
  const roomName = sql`lower(${rooms.name})`
  return or(
    ...(await Promise.all([
      naming(db, alarms.roomId, { id: rooms.id, of: rooms, text: roomName, typed }),
      naming(db, alarms.gatewayId, { id: gateways.id, of: gateways, text: searchText(gateways), typed }),
      naming(db, alarms.beaconId, { id: beacons.id, of: beacons, text: searchText(beacons), typed }),
    ])),
  )
}

export async function listAlertLogs(
  db: Db,
  caller: Caller,
  { params, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const isSince = gte(alarms.openedAt, recent(params.since))
  const where = and(isSince, visibleRoomAlarms(caller), await filters(db, caller, query))
  const { ids, total } = await pickPage(db, list, { query, where, found: await found(db, query.search) })
  const rows = await selectLogs(db, caller).where(isAmong(alarms.id, ids))
  const logs = inOrder(ids, rows, ({ alarm }) => alarm.id)
  return {
    alertLogs: logs.map(({ alarm, acknowledger, closer, ...place }) => ({
      ...alarm,
      ...place,
      message: alarmMessage(caller.language, alarm),
      acknowledged: alarm.acknowledgedAt !== null,
      acknowledgedBy: acknowledger && fullName(acknowledger),
      closedBy: closer && fullName(closer),
    })),
    total,
  }
}
