import type { Calibration } from '@carewatch/contracts/http/calibration'
import { examine, type Examined } from '@carewatch/contracts/rules/rooms/examine-calibration'
import {
  isTooLarge,
  type WalkPlacement,
  type WalkRow,
  walksThatCount,
} from '@carewatch/contracts/rules/rooms/walk-rows'
import { roomWalks } from '@carewatch/migrations/schema/room-walks'
import { beacons, rooms } from '@carewatch/migrations/schema/rooms'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleBeacons, visibleRooms } from '../access/visible.ts'
import { getBranch } from '../devices/place.ts'
import { placedGateways, type PlacedGateway } from './walk.ts'

/** A tag that a gateway received so short a time ago is there to be walked with. */
const SEEN_WITHIN_MS = 30_000

/** The newest walk of each room. */
const finishedWalks = (db: Db, viewer: Viewer, branchId: number) =>
  db
    .selectDistinctOn([roomWalks.roomId], { walk: roomWalks, by: nameBy(roomWalks.userId) })
    .from(roomWalks)
    .innerJoin(rooms, eq(rooms.id, roomWalks.roomId))
    .where(and(eq(roomWalks.branchId, branchId), isNotNull(roomWalks.endedAt), visibleRooms(viewer)))
    .orderBy(roomWalks.roomId, desc(roomWalks.endedAt))

const goingWalks = (db: Db, viewer: Viewer, branchId: number) =>
  db
    .select({
      uuid: roomWalks.uuid,
      startedAt: roomWalks.startedAt,
      room: { uuid: rooms.uuid, name: rooms.name },
      beacon: { uuid: beacons.uuid, name: beacons.name },
    })
    .from(roomWalks)
    .innerJoin(rooms, eq(rooms.id, roomWalks.roomId))
    .innerJoin(beacons, eq(beacons.id, roomWalks.beaconId))
    .where(and(eq(roomWalks.branchId, branchId), isNull(roomWalks.endedAt), visibleRooms(viewer)))
    .orderBy(asc(roomWalks.startedAt))

const tagsSeen = (db: Db, viewer: Viewer, branchId: number) =>
  db
    .select({ uuid: beacons.uuid, name: beacons.name, macAddress: beacons.mac })
    .from(beacons)
    .where(
      and(
        eq(beacons.branchId, branchId),
        eq(beacons.deviceType, 'TAG'),
        eq(beacons.isActive, true),
        isNull(beacons.deviceId),
        isNull(beacons.staffId),
        gt(beacons.lastSeenAt, new Date(Date.now() - SEEN_WITHIN_MS)),
        visibleBeacons(viewer),
      ),
    )
    .orderBy(asc(beacons.name), asc(beacons.id))

type Row = Awaited<ReturnType<typeof finishedWalks>>[number]

const walkRowOf = ({ walk }: Row): WalkRow => ({
  roomId: walk.roomId,
  ms: (walk.endedAt?.getTime() ?? 0) - walk.startedAt.getTime(),
  readings: walk.readings ?? [],
  placements: walk.placements ?? [],
})

/** With the names of the rooms that are mixed up. */
function named(
  { decisions, right, mostMixedUp }: Examined,
  placed: readonly PlacedGateway[],
): Calibration['examined'] {
  const roomOf = (id: number) => placed.find(({ roomId }) => roomId === id)?.room
  const room = mostMixedUp && roomOf(mostMixedUp.roomId)
  const other = mostMixedUp && roomOf(mostMixedUp.otherRoomId)
  return {
    decisions,
    right,
    mostMixedUp: room && other ? { room, other, count: mostMixedUp.count } : null,
  }
}

export async function readCalibration(db: Db, viewer: Viewer, uuid: string): Promise<Calibration> {
  const { id } = await getBranch(db, viewer, uuid)
  const placed = await placedGateways(db, viewer, id)
  const walks = await finishedWalks(db, viewer, id)
  const placements = placed.map(({ id: gatewayId, roomId }): WalkPlacement => [gatewayId, roomId])
  const { counting, whole } = walksThatCount(walks.map(walkRowOf), placements)
  const inOrder = [...new Map(placed.map(({ roomId, room }) => [roomId, room]))]
  return {
    isCalibrated: whole !== null,
    isTooLarge: isTooLarge(placements),
    rooms: inOrder.map(([roomId, room]) => {
      const own = walks.find(({ walk }) => walk.roomId === roomId)
      const endedAt = own?.walk.endedAt
      const walk = own && endedAt ? { endedAt, by: fullName(own.by), isValid: counting.has(roomId) } : null
      return { ...room, walk }
    }),
    examined: whole && named(examine(whole).examined, placed),
    going: await goingWalks(db, viewer, id),
    tags: await tagsSeen(db, viewer, id),
  }
}
