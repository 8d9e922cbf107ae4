import type { RoomView, roomsData as contract } from '@carewatch/contracts/http/rooms'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { alarms } from '@carewatch/migrations/schema/alarms'
import type { Db } from '@carewatch/platform/database/client'
import { branches } from '@carewatch/migrations/schema/people'
import { gateways, presences, rooms } from '@carewatch/migrations/schema/rooms'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Caller, Viewer } from '../access/viewer.ts'
import { visibleGateways, visibleRoomAlarms, visibleRooms } from '../access/visible.ts'
import { getBranch } from '../devices/place.ts'
import { isAmong } from '../http/among.ts'
import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import type { Services } from '../services.ts'
import { beaconsLastHere, beaconsPresent, type LastHere, type Present } from './beacons-present.ts'
import { countUnacknowledged } from '../notifications/list.ts'
import { alarmTriage } from '../alarms/triage.ts'
import { roomIdOfAlarm } from '../alarms/end-room-alarms.ts'
import { type SensorValues, readSensorValues } from './sensor-values.ts'
import { seen } from '../access/seen.ts'

const loadRooms = (db: Db, viewer: Viewer, branchId: number | undefined) =>
  db
    .select({ room: rooms, branch: { uuid: branches.uuid, name: branches.name } })
    .from(rooms)
    .innerJoin(branches, eq(branches.id, rooms.branchId))
    .where(and(visibleRooms(viewer), branchId === undefined ? undefined : eq(rooms.branchId, branchId)))
    .orderBy(asc(rooms.name), asc(rooms.id))

const loadGateways = (db: Db, viewer: Viewer, roomIds: readonly number[]) =>
  db
    .select(seen(gateways))
    .from(gateways)
    .where(and(isAmong(gateways.roomId, roomIds), visibleGateways(viewer)))
    .orderBy(asc(gateways.name), asc(gateways.id))

const loadAlarms = (db: Db, viewer: Viewer, roomIds: readonly number[]) =>
  db
    .select({ alarm: alarms, roomId: roomIdOfAlarm })
    .from(alarms)
    .leftJoin(gateways, eq(gateways.id, alarms.gatewayId))
    .where(and(isNull(alarms.closedAt), visibleRoomAlarms(viewer), isAmong(roomIdOfAlarm, roomIds)))
    .orderBy(alarmTriage.key)

type Figure = 'temperature' | 'humidity'

/** The newest of what the sensors of a room measured. */
function newest(sensors: readonly SensorValues[], name: Figure, now: number): RoomView[Figure] {
  const measured = sensors.flatMap(({ beacon, [name]: figure }) => (figure ? [{ ...figure, beacon }] : []))
  const [last] = measured.toSorted((one, other) => other.at - one.at)
  if (!last) return null
  const ageSeconds = Math.max(0, Math.round((now - last.at) / 1_000))
  return { ...last, at: new Date(last.at), ageSeconds }
}

const factsOf = (sensors: readonly SensorValues[]): RoomView['facts'] =>
  sensors.flatMap(({ beacon, facts }) =>
    (facts ?? []).map((fact) => ({ ...fact, beacon, at: new Date(fact.at) })),
  )

const toPresent = ({ at, from, ...beacon }: Present) => ({
  ...beacon,
  lastSeenAt: new Date(at),
  since: new Date(from),
})

const toLastHere = ({ from, ...beacon }: LastHere) => ({ ...beacon, since: new Date(from) })

/** What each room has of something. */
function byRoom<Row extends { roomId: number | null }>(rows: readonly Row[]): (roomId: number) => Row[] {
  const grouped = Map.groupBy(rows, ({ roomId }) => roomId)
  return (roomId) => grouped.get(roomId) ?? []
}

/** The live room view: one statement for each kind of thing, however many rooms there are. */
export async function readRoomsData(
  services: Pick<Services, 'db' | 'log'>,
  caller: Caller,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { db } = services
  const at = new Date()
  const branch = query.branchUuid ? await getBranch(db, caller, query.branchUuid) : undefined
  const found = await loadRooms(db, caller, branch?.id)
  const ids = found.map(({ room }) => room.id)
  const [standing, sensors, present, lastHere, open, waiting] = await Promise.all([
    loadGateways(db, caller, ids).then(byRoom),
    readSensorValues(db, caller, ids).then(byRoom),
    beaconsPresent(db, caller, isAmong(presences.roomId, ids)),
    beaconsLastHere(db, caller, isAmong(presences.lastRoomId, ids)).then(byRoom),
    loadAlarms(db, caller, ids).then(byRoom),
    countUnacknowledged(db, caller, branch?.id),
  ])
  const presentIn = byRoom(present)
  const views = found.map(({ room, branch }) => ({
    ...room,
    branch,
    gateways: standing(room.id).map((gateway) => ({ ...gateway, macAddress: gateway.mac })),
    temperature: newest(sensors(room.id), 'temperature', at.getTime()),
    humidity: newest(sensors(room.id), 'humidity', at.getTime()),
    facts: factsOf(sensors(room.id)),
    beacons: presentIn(room.id).map(toPresent),
    lastHere: lastHere(room.id).map(toLastHere),
    alarms: open(room.id).map(({ alarm }) => ({
      ...alarm,
      message: alarmMessage(caller.language, alarm),
      acknowledged: alarm.acknowledgedAt !== null,
    })),
  }))
  return { rooms: views, at, waiting }
}
