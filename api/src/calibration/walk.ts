import type { Walk } from '@carewatch/contracts/http/calibration'
import { Refusal } from '@carewatch/contracts/refusal'
import { GatewayConfig } from '@carewatch/contracts/rooms'
import type { WalkReadingRow } from '@carewatch/contracts/rules/rooms/walk-rows'
import { branches } from '@carewatch/migrations/schema/people'
import { roomWalks } from '@carewatch/migrations/schema/room-walks'
import { beacons, gateways, rooms, sightings } from '@carewatch/migrations/schema/rooms'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, gte, inArray, isNull, lte } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleGateways, visibleRooms } from '../access/visible.ts'

/** As the rules take it (`readGatewayStatus` of the engine). */
const LEAST_SILENCE_S = 30
const USUAL_REPORT_S = 60
/** More than every gateway of a large floor reports in three minutes. */
const READ_MOST = 20_000

/** A walk that goes on, with its room and tag; finished or unseen it does not exist. */
export async function getWalk(db: Db, viewer: Viewer, uuid: string) {
  const [found] = await db
    .select({
      walk: roomWalks,
      room: rooms,
      companyId: branches.companyId,
      beacon: { uuid: beacons.uuid, name: beacons.name },
    })
    .from(roomWalks)
    .innerJoin(rooms, eq(rooms.id, roomWalks.roomId))
    .innerJoin(branches, eq(branches.id, roomWalks.branchId))
    .innerJoin(beacons, eq(beacons.id, roomWalks.beaconId))
    .where(and(eq(roomWalks.uuid, uuid), isNull(roomWalks.endedAt), visibleRooms(viewer)))
  if (!found) throw new Refusal('notFound')
  return found
}
export type GoingWalk = Awaited<ReturnType<typeof getWalk>>

/** The active gateways of a branch that stand in a room. */
export const placedGateways = (db: Db, viewer: Viewer, branchId: number) =>
  db
    .select({
      id: gateways.id,
      gateway: { uuid: gateways.uuid, name: gateways.name },
      online: gateways.online,
      lastMessageAt: gateways.lastMessageAt,
      config: gateways.config,
      roomId: rooms.id,
      room: { uuid: rooms.uuid, name: rooms.name },
    })
    .from(gateways)
    .innerJoin(rooms, eq(rooms.id, gateways.roomId))
    .where(
      and(
        eq(rooms.branchId, branchId),
        eq(gateways.isActive, true),
        visibleGateways(viewer),
        visibleRooms(viewer),
      ),
    )
    .orderBy(asc(rooms.name), asc(rooms.id), asc(gateways.id))
export type PlacedGateway = Awaited<ReturnType<typeof placedGateways>>[number]

const reportsEverySeconds = ({ config }: Pick<PlacedGateway, 'config'>): number | null =>
  GatewayConfig.safeParse(config).data?.reportIntervalSeconds ?? null

/** Nothing that it receives comes to us: without its connection, or without a word for three of its reports. */
export function isDown(gateway: PlacedGateway, now: Date): boolean {
  const { online, lastMessageAt } = gateway
  if (!online || !lastMessageAt) return true
  const seconds = Math.max(LEAST_SILENCE_S, 3 * (reportsEverySeconds(gateway) ?? USUAL_REPORT_S))
  return now.getTime() - lastMessageAt.getTime() > seconds * 1_000
}

/** Without it the walk would teach that it receives nothing there: it is down, or was told to report later than the walk took. */
export const isMissing = (gateway: PlacedGateway, walk: { startedAt: Date; until: Date }): boolean =>
  isDown(gateway, walk.until) ||
  (reportsEverySeconds(gateway) !== null && (gateway.lastMessageAt ?? 0) < walk.startedAt)

/** What these gateways received of the tag while the walk went on. */
export async function readingsOf(
  db: Db,
  { beaconId, startedAt }: GoingWalk['walk'],
  { placed, until }: { placed: readonly PlacedGateway[]; until: Date },
): Promise<WalkReadingRow[]> {
  if (placed.length === 0) return []
  const ids = placed.map(({ id }) => id)
  const rows = await asItself(db, () =>
    db
      .select({ gatewayId: sightings.gatewayId, time: sightings.time, dbm: sightings.rssi })
      .from(sightings)
      .where(
        and(
          eq(sightings.beaconId, beaconId),
          inArray(sightings.gatewayId, ids),
          gte(sightings.time, startedAt),
          lte(sightings.time, until),
        ),
      )
      .orderBy(asc(sightings.time))
      .limit(READ_MOST),
  )
  return rows.map(({ gatewayId, time, dbm }) => [gatewayId, time.getTime() - startedAt.getTime(), dbm])
}

const wholeSeconds = (ms: number): number => Math.max(0, Math.floor(ms / 1_000))

/** How a walk goes. */
export async function progressOf(db: Db, viewer: Viewer, found: GoingWalk): Promise<Walk> {
  const now = new Date()
  const { walk, room, beacon } = found
  const placed = await placedGateways(db, viewer, walk.branchId)
  const readings = await readingsOf(db, walk, { placed, until: now })
  const own = Map.groupBy(readings, ([id]) => id)
  const sinceStart = now.getTime() - walk.startedAt.getTime()
  const lastMs = readings.at(-1)?.[1]
  return {
    uuid: walk.uuid,
    room: { uuid: room.uuid, name: room.name },
    beacon,
    startedAt: walk.startedAt,
    seconds: wholeSeconds(sinceStart),
    silentSeconds: lastMs === undefined ? null : wholeSeconds(sinceStart - lastMs),
    received: placed.map((each) => ({
      gateway: each.gateway,
      room: each.room,
      readings: own.get(each.id)?.length ?? 0,
      rssi: own.get(each.id)?.at(-1)?.[2] ?? null,
      isDown: isDown(each, now),
    })),
  }
}
