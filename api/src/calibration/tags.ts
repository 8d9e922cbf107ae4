import { type Calibration, WALK_MOST_SECONDS } from '@carewatch/contracts/http/calibration'
import { roomWalks } from '@carewatch/migrations/schema/room-walks'
import { beacons, rooms, sightings } from '@carewatch/migrations/schema/rooms'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, countDistinct, eq, gt, inArray, isNull } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { type Caller, fullName, type Viewer } from '../access/viewer.ts'
import { visibleBeacons, visibleRooms } from '../access/visible.ts'
import type { PlacedGateway } from './walk.ts'

/** A tag that a gateway received so short a time ago is there to be walked with. */
const SEEN_WITHIN_MS = 30_000

const ago = (ms: number): Date => new Date(Date.now() - ms)

/** Those that can still be finished. */
export async function goingWalks(db: Db, viewer: Caller, branchId: number): Promise<Calibration['going']> {
  const rows = await db
    .select({
      uuid: roomWalks.uuid,
      startedAt: roomWalks.startedAt,
      userId: roomWalks.userId,
      by: nameBy(roomWalks.userId),
      room: { uuid: rooms.uuid, name: rooms.name },
      beacon: { uuid: beacons.uuid, name: beacons.name },
    })
    .from(roomWalks)
    .innerJoin(rooms, eq(rooms.id, roomWalks.roomId))
    .innerJoin(beacons, eq(beacons.id, roomWalks.beaconId))
    .where(
      and(
        eq(roomWalks.branchId, branchId),
        isNull(roomWalks.endedAt),
        gt(roomWalks.startedAt, ago(WALK_MOST_SECONDS * 1_000)),
        visibleRooms(viewer),
      ),
    )
    .orderBy(asc(roomWalks.startedAt))
  return rows.map(({ userId, by, ...walk }) => ({ ...walk, by: fullName(by), isOwn: userId === viewer.id }))
}

const freeTags = (db: Db, viewer: Viewer, branchId: number) =>
  db
    .select({ id: beacons.id, uuid: beacons.uuid, name: beacons.name, macAddress: beacons.mac })
    .from(beacons)
    .where(
      and(
        eq(beacons.branchId, branchId),
        eq(beacons.deviceType, 'TAG'),
        eq(beacons.isActive, true),
        isNull(beacons.deviceId),
        isNull(beacons.staffId),
        gt(beacons.lastSeenAt, ago(SEEN_WITHIN_MS)),
        visibleBeacons(viewer),
      ),
    )
    .orderBy(asc(beacons.name), asc(beacons.id))

/** Tags that nobody carries and a gateway received a moment ago, and how many of these gateways did. */
export async function tagsSeen(
  db: Db,
  viewer: Viewer,
  { branchId, placed }: { branchId: number; placed: readonly PlacedGateway[] },
): Promise<Calibration['tags']> {
  const tags = await freeTags(db, viewer, branchId)
  if (tags.length === 0 || placed.length === 0)
    return tags.map(({ id: _, ...tag }) => ({ ...tag, gateways: 0 }))
  const ids = tags.map(({ id }) => id)
  const gatewayIds = placed.map(({ id }) => id)
  const counts = await asItself(db, () =>
    db
      .select({ beaconId: sightings.beaconId, gateways: countDistinct(sightings.gatewayId) })
      .from(sightings)
      .where(
        and(
          inArray(sightings.beaconId, ids),
          inArray(sightings.gatewayId, gatewayIds),
          gt(sightings.time, ago(SEEN_WITHIN_MS)),
        ),
      )
      .groupBy(sightings.beaconId),
  )
  const by = new Map(counts.map(({ beaconId, gateways }) => [beaconId, gateways]))
  return tags.map(({ id, ...tag }) => ({ ...tag, gateways: by.get(id) ?? 0 }))
}
