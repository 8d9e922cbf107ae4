import { BREAK_AT_MOST_MS } from '@carewatch/contracts/rules/rooms/whereabouts'
import { applyRoomChanges } from '../alarms/room.ts'
import { type EvaluationContext, withRuleMemory } from '../evaluate/evaluate-batches.ts'
import { alarmEvents, publishAll } from '../alarms/publish.ts'
import { expiredFacts } from '../rooms/expired-facts.ts'
import { type GatewayStatus, readGatewayStatus } from './gateway-status.ts'
import { evaluatePresences } from './evaluate-presences.ts'
import { createRoomContext, evaluateRoomFacts, type RoomContext } from '../rooms/evaluate-room-facts.ts'
import {
  forgetGone,
  forgetStaffMoves,
  openPresences,
  roomsLeftSince,
  writeConfidence,
  writeMoves,
} from './presence-rows.ts'
import { staffAtBedsides } from './bedsides.ts'
import { createCalibrations } from './calibrations.ts'
import { recentSightings } from './recent-sightings.ts'
import { createWhereabouts, type Decided } from './whereabouts.ts'

type Placed = { beaconId: number }

/** Which of these are tags of the staff. */
async function staffIn(
  db: EvaluationContext['db'],
  { profiles }: RoomContext,
  all: readonly Placed[],
): Promise<(one: Placed) => boolean> {
  const known = await profiles.load(
    db,
    all.map(({ beaconId }) => beaconId),
  )
  return ({ beaconId }) => known.get(beaconId)?.isStaff === true
}

async function writeDecided(
  db: EvaluationContext['db'],
  { moved, stayed }: Decided,
  isStaff: (one: Placed) => boolean,
): Promise<void> {
  await writeMoves(db, moved)
  await forgetStaffMoves(
    db,
    moved.filter(isStaff).map(({ beaconId }) => beaconId),
  )
  await writeConfidence(db, stayed)
}

/** The rooms that somebody came to, left, or is thought to be in still. */
const roomsSeenChange = ({ moved }: Decided, isStaff: (one: Placed) => boolean): number[] =>
  moved
    .filter((one) => !isStaff(one))
    .flatMap(({ roomId, lastRoomId, fromRoomId }) => [roomId, lastRoomId, fromRoomId])
    .filter((id) => id !== null)

/** Decides every few seconds where each beacon is, writes where it has come to, and lets the rules say what its being there means. one leader at a time: what is remembered here is true as long as its lock is held. */
export function createPresenceDecision() {
  const whereabouts = createWhereabouts()
  const calibrations = createCalibrations()
  let isFirst = true

  async function look(
    { db }: Pick<EvaluationContext, 'db'>,
    now: number,
  ): Promise<{ decided: Decided; gatewayStatus: GatewayStatus }> {
    const gatewayStatus = await readGatewayStatus(db)
    if (isFirst) whereabouts.recall(await openPresences(db), await roomsLeftSince(db, now - BREAK_AT_MOST_MS))
    whereabouts.addSightings(await recentSightings(db, gatewayStatus.gatewayStatus, { now, isFirst }))
    isFirst = false
    const gone = await forgetGone(db)
    await forgetStaffMoves(db, gone)
    for (const id of gone) whereabouts.forget(id)
    const gateways = gatewayStatus.gatewayStatus
    const floors = { gateways, calibrations: await calibrations.load(db, gateways) }
    return { decided: whereabouts.decide(floors, now), gatewayStatus }
  }

  return {
    async decide(
      { db, memory, rooms = createRoomContext(), publish }: EvaluationContext,
      now: number,
    ): Promise<void> {
      try {
        const events = await withRuleMemory({ db, memory, rooms }, async () => {
          const { decided, gatewayStatus } = await look({ db }, now)
          const isStaff = await staffIn(db, rooms, whereabouts.all())
          await writeDecided(db, decided, isStaff)
          for (const id of roomsSeenChange(decided, isStaff)) rooms.changed.add(id)
          const calmed = await evaluateRoomFacts(db, rooms, await expiredFacts(db, now))
          const placed = await evaluatePresences({ db, rooms, now }, whereabouts.all(), gatewayStatus)
          const outcomes = await applyRoomChanges(db, [...calmed, ...placed])
          const sure = whereabouts
            .sure(gatewayStatus.gatewayStatus)
            .filter(({ roomId }) => !gatewayStatus.deafRooms.has(roomId))
          const attended = await staffAtBedsides(db, { sure, isStaff, now })
          whereabouts.wrote([...decided.moved, ...decided.stayed])
          return alarmEvents(db, [...outcomes, ...attended])
        })
        publishAll(events, publish)
      } catch (error) {
        forgetAll()
        throw error
      }
    },
    /** After another engine was the leader. */
    forgetAll,
  }

  function forgetAll(): void {
    whereabouts.forgetAll()
    isFirst = true
  }
}
export type PresenceDecision = ReturnType<typeof createPresenceDecision>
