import type { Calibration } from '@carewatch/contracts/http/calibration'
import type { Examined } from '@carewatch/contracts/rules/rooms/examine-calibration'
import {
  isTooLarge,
  type WalkPlacement,
  type WalkRow,
  walksThatCount,
} from '@carewatch/contracts/rules/rooms/walk-rows'
import { roomWalks } from '@carewatch/migrations/schema/room-walks'
import { rooms } from '@carewatch/migrations/schema/rooms'
import type { Db } from '@carewatch/platform/database/client'
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { type Caller, fullName, type Viewer } from '../access/viewer.ts'
import { visibleRooms } from '../access/visible.ts'
import { getBranch } from '../devices/place.ts'
import type { Examinations } from './examinations.ts'
import { goingWalks, tagsSeen } from './tags.ts'
import { isDown, placedGateways, type PlacedGateway } from './walk.ts'

const { id, roomId, startedAt, endedAt, placements } = roomWalks

/** The newest walk of each room; what was received in it is long, and read where it is examined. */
const finishedWalks = (db: Db, viewer: Viewer, branchId: number) =>
  db
    .selectDistinctOn([roomId], {
      id,
      roomId,
      startedAt,
      endedAt,
      placements,
      by: nameBy(roomWalks.userId),
    })
    .from(roomWalks)
    .innerJoin(rooms, eq(rooms.id, roomId))
    .where(and(eq(roomWalks.branchId, branchId), isNotNull(endedAt), visibleRooms(viewer)))
    .orderBy(roomId, desc(endedAt))
type Walked = Awaited<ReturnType<typeof finishedWalks>>[number]

const walkRowOf = (walk: Walked, readings: WalkRow['readings'] = []): WalkRow => ({
  roomId: walk.roomId,
  ms: (walk.endedAt?.getTime() ?? 0) - walk.startedAt.getTime(),
  readings,
  placements: walk.placements ?? [],
})

async function withReadings(db: Db, viewer: Viewer, walks: readonly Walked[]): Promise<WalkRow[]> {
  const rows = await db
    .select({ id, readings: roomWalks.readings })
    .from(roomWalks)
    .innerJoin(rooms, eq(rooms.id, roomId))
    .where(
      and(
        inArray(
          id,
          walks.map((walk) => walk.id),
        ),
        visibleRooms(viewer),
      ),
    )
  const readings = new Map(rows.map((row) => [row.id, row.readings ?? []]))
  return walks.map((walk) => walkRowOf(walk, readings.get(walk.id)))
}

/** With the names of the rooms that are mixed up. */
function named(
  { decisions, right, mostMixedUp }: Examined,
  placed: readonly PlacedGateway[],
): Calibration['examined'] {
  const roomOf = (of: number) => placed.find((each) => each.roomId === of)?.room
  const room = mostMixedUp && roomOf(mostMixedUp.roomId)
  const other = mostMixedUp && roomOf(mostMixedUp.otherRoomId)
  return {
    decisions,
    right,
    mostMixedUp: room && other ? { room, other, count: mostMixedUp.count } : null,
  }
}

type Counted = { walks: readonly Walked[]; counting: ReadonlySet<number>; examined: Examined | null }

function roomsOf(
  placed: readonly PlacedGateway[],
  { walks, counting, examined }: Counted,
): Calibration['rooms'] {
  return [...new Map(placed.map((each) => [each.roomId, each.room]))].map(([ofRoom, room]) => {
    const own = walks.find((walk) => walk.roomId === ofRoom)
    const score = examined?.rooms.find((each) => each.roomId === ofRoom)
    const walk = own?.endedAt
      ? { endedAt: own.endedAt, by: fullName(own.by), isValid: counting.has(ofRoom) }
      : null
    return { ...room, walk, examined: score ? { decisions: score.decisions, right: score.right } : null }
  })
}

export async function readCalibration(
  { db, examinations }: { db: Db; examinations: Examinations },
  viewer: Caller,
  uuid: string,
): Promise<Calibration> {
  const branch = await getBranch(db, viewer, uuid)
  const placed = await placedGateways(db, viewer, branch.id)
  const walks = await finishedWalks(db, viewer, branch.id)
  const now = placed.map((each): WalkPlacement => [each.id, each.roomId])
  const { counting, whole } = walksThatCount(
    walks.map((walk) => walkRowOf(walk)),
    now,
  )
  const load = async () => walksThatCount(await withReadings(db, viewer, walks), now).whole ?? []
  const of = `${walks.map((walk) => walk.id).join(' ')} ${now.join(' ')}`
  const examined = whole && (await examinations({ branchId: branch.id, of, load }))
  const asked = new Date()
  return {
    isCalibrated: whole !== null,
    isTooLarge: isTooLarge(now),
    rooms: roomsOf(placed, { walks, counting, examined }),
    examined: examined && named(examined, placed),
    going: await goingWalks(db, viewer, branch.id),
    tags: await tagsSeen(db, viewer, { branchId: branch.id, placed }),
    down: placed.filter((each) => isDown(each, asked)).map(({ gateway }) => gateway),
  }
}
