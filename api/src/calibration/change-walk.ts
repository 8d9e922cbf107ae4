import {
  type startWalk as contract,
  WALK_LEAST_READINGS,
  WALK_LEAST_SECONDS,
  WALK_MOST_SECONDS,
} from '@carewatch/contracts/http/calibration'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { WalkPlacement, WalkReadingRow } from '@carewatch/contracts/rules/rooms/walk-rows'
import { roomWalks } from '@carewatch/migrations/schema/room-walks'
import { beacons } from '@carewatch/migrations/schema/rooms'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNotNull, isNull, lt, ne } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { visibleBeacons } from '../access/visible.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { lockRoom } from '../rooms/lock-room.ts'
import {
  getWalk,
  isDown,
  isMissing,
  type PlacedGateway,
  placedGateways,
  progressOf,
  readingsOf,
} from './walk.ts'

const secondsBefore = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1_000)

/** A tag of the branch that nobody carries, held until the transaction ends: what somebody wears walks elsewhere. */
async function lockTag(tx: Db, caller: Caller, { uuid, branchId }: { uuid: string; branchId: number }) {
  const [tag] = await tx
    .select({ id: beacons.id })
    .from(beacons)
    .where(
      and(
        eq(beacons.uuid, uuid),
        eq(beacons.branchId, branchId),
        eq(beacons.deviceType, 'TAG'),
        eq(beacons.isActive, true),
        isNull(beacons.deviceId),
        isNull(beacons.staffId),
        visibleBeacons(caller),
      ),
    )
    .for('update')
  if (!tag) throw new InvalidFields({ beaconUuid: 'invalid' })
  return tag
}

/** What a gateway that says nothing did not receive would be taken for what it cannot receive. */
function refuseWithout(missing: PlacedGateway | undefined): void {
  if (missing) throw new Refusal('conflict', 'walkGatewayDown', { values: { gateway: missing.gateway.name } })
}

/** Received so much better by another room's gateway on the whole, nobody walked through this one, leaking walls or not. */
const ELSEWHERE_DB = 12

const meanOf = (readings: readonly WalkReadingRow[]): number =>
  readings.reduce((sum, [, , dbm]) => sum + dbm, 0) / readings.length

/** The gateway of another room that received the walk clearly better than the room's own did. */
function clearlyElsewhere(
  placed: readonly PlacedGateway[],
  { roomId, readings }: { roomId: number; readings: readonly WalkReadingRow[] },
): PlacedGateway | undefined {
  const received = Map.groupBy(readings, ([id]) => id)
  const levels = placed.flatMap((gateway) => {
    const own = received.get(gateway.id) ?? []
    return own.length < WALK_LEAST_READINGS ? [] : [{ gateway, dbm: meanOf(own) }]
  })
  const here = Math.max(...levels.flatMap(({ gateway, dbm }) => (gateway.roomId === roomId ? [dbm] : [])))
  return levels.find(({ gateway, dbm }) => gateway.roomId !== roomId && dbm - here >= ELSEWHERE_DB)?.gateway
}

function refuseElsewhere(other: PlacedGateway | undefined): void {
  if (other) throw new Refusal('conflict', 'walkElsewhere', { values: { room: other.room.name } })
}

/** Begins a walk. One that was begun with the same tag and can no more be finished is forgotten. */
export async function startWalk(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const uuid = await db.transaction(async (tx) => {
    const { room, branch } = await lockRoom(tx, caller, body.roomUuid)
    const tag = await lockTag(tx, caller, { uuid: body.beaconUuid, branchId: branch.id })
    const placed = await placedGateways(tx, caller, branch.id)
    if (!placed.some(({ roomId }) => roomId === room.id)) throw new InvalidFields({ roomUuid: 'invalid' })
    const now = new Date()
    refuseWithout(placed.find((each) => isDown(each, now)))
    const ofTag = and(eq(roomWalks.beaconId, tag.id), isNull(roomWalks.endedAt))
    await tx
      .delete(roomWalks)
      .where(and(ofTag, lt(roomWalks.startedAt, secondsBefore(now, WALK_MOST_SECONDS))))
    if ((await tx.$count(roomWalks, ofTag)) > 0) throw new Refusal('conflict', 'walkGoingOn')
    const [made] = await tx
      .insert(roomWalks)
      .values({ branchId: branch.id, roomId: room.id, beaconId: tag.id, userId: caller.id, startedAt: now })
      .returning({ uuid: roomWalks.uuid })
    if (!made) throw new Refusal('unavailable')
    const detail = { step: 'walkStarted' }
    await audit(tx, caller, {
      action: 'updated',
      entity: 'room',
      uuid: room.uuid,
      companyId: branch.companyId,
      detail,
    })
    return made.uuid
  })
  return { walk: await progressOf(db, caller, await getWalk(db, caller, uuid)) }
}

/** From now on it counts, in place of what was walked through the room before. */
export const finishWalk = (db: Db, caller: Caller, uuid: string): Promise<null> =>
  db.transaction(async (tx) => {
    const { walk, room, companyId } = await getWalk(tx, caller, uuid)
    const now = new Date()
    const seconds = (now.getTime() - walk.startedAt.getTime()) / 1_000
    if (seconds < WALK_LEAST_SECONDS || seconds > WALK_MOST_SECONDS)
      throw new Refusal('conflict', 'walkLength')
    const placed = await placedGateways(tx, caller, walk.branchId)
    refuseWithout(placed.find((each) => isMissing(each, { startedAt: walk.startedAt, until: now })))
    const readings = await readingsOf(tx, walk, { placed, until: now })
    const own = new Set(placed.flatMap(({ id, roomId }) => (roomId === room.id ? [id] : [])))
    if (readings.filter(([id]) => own.has(id)).length < WALK_LEAST_READINGS)
      throw new Refusal('conflict', 'walkNotReceived')
    refuseElsewhere(clearlyElsewhere(placed, { roomId: room.id, readings }))
    const placements = placed.map(({ id, roomId }): WalkPlacement => [id, roomId])
    const ended = await tx
      .update(roomWalks)
      .set({ endedAt: now, readings, placements })
      .where(and(eq(roomWalks.id, walk.id), isNull(roomWalks.endedAt)))
      .returning({ id: roomWalks.id })
    if (ended.length === 0) throw new Refusal('notFound')
    await tx
      .delete(roomWalks)
      .where(and(eq(roomWalks.roomId, room.id), isNotNull(roomWalks.endedAt), ne(roomWalks.id, walk.id)))
    const detail = { step: 'walkFinished' }
    await audit(tx, caller, { action: 'updated', entity: 'room', uuid: room.uuid, companyId, detail })
    return null
  })

export const discardWalk = (db: Db, caller: Caller, uuid: string): Promise<null> =>
  db.transaction(async (tx) => {
    const { walk, room, companyId } = await getWalk(tx, caller, uuid)
    await tx.delete(roomWalks).where(and(eq(roomWalks.id, walk.id), isNull(roomWalks.endedAt)))
    const detail = { step: 'walkDiscarded' }
    await audit(tx, caller, { action: 'updated', entity: 'room', uuid: room.uuid, companyId, detail })
    return null
  })
