import {
  decideRoom,
  type GatewayPlacement,
  type LeftRoom,
  levelAfter,
  nowhere,
  type Whereabouts,
} from '@carewatch/contracts/rules/rooms/decide-room'
import type { PresenceRow } from './presence-rows.ts'
import type { RecentSighting } from './recent-sightings.ts'

/** What was not received for so long is away, and need not be remembered. */
const FORGOTTEN_MS = 600_000
/** A change of confidence is written when a screen would show it. */
const CONFIDENCE_STEP = 0.2
/** The room is received 6 dB better than the next. */
const SURE = 0.3

/** A room of which one may be sure: as its own gateways heard it last. */
export type Sure = { beaconId: number; roomId: number; since: number; receivedAt: number; dbm: number }

/** Where one is, and where it was last. */
type Placed = Pick<Whereabouts, 'roomId' | 'since' | 'stayedSince' | 'left'> & {
  beaconId: number
  lastRoomId: number | null
}

type Recalled = PresenceRow & { lastSeenAt: number | null }

type Known = { state: Whereabouts; written: PresenceRow | undefined; lastRoomId: number | null }
export type Decided = {
  moved: (PresenceRow & { fromRoomId: number | null })[]
  stayed: PresenceRow[]
}

/** Where every beacon is, as far as any gateway receives it. In memory: how strongly it is received; in `presences`: where it is. */
export function createWhereabouts() {
  const known = new Map<number, Known>()

  return {
    recall(rows: readonly Recalled[], left: readonly (LeftRoom & { beaconId: number })[]): void {
      const leftBy = Map.groupBy(left, ({ beaconId }) => beaconId)
      for (const row of rows) known.set(row.beaconId, recalled(row, leftBy.get(row.beaconId) ?? []))
    },
    addSightings(sightings: readonly RecentSighting[]): void {
      for (const { beaconId, gatewayId, dbm, time } of sightings) {
        const before = known.get(beaconId) ?? { state: nowhere(time), written: undefined, lastRoomId: null }
        const { levels } = before.state
        const level = levelAfter(levels.get(gatewayId), { dbm, time })
        if (level === levels.get(gatewayId)) continue
        const state = { ...before.state, levels: new Map(levels).set(gatewayId, level) }
        known.set(beaconId, { ...before, state })
      }
    },
    decide(gatewayStatus: ReadonlyMap<number, GatewayPlacement>, now: number): Decided {
      const decided: Decided = { moved: [], stayed: [] }
      for (const [beaconId, one] of known) {
        const state = decideRoom(one.state, gatewayStatus, now)
        note(decided, beaconId, { ...one, state })
        const next = { state, written: one.written, lastRoomId: state.roomId ?? one.lastRoomId }
        if (isForgotten(state, now)) known.delete(beaconId)
        else known.set(beaconId, next)
      }
      return decided
    },
    /** What was decided stands in the table. */
    wrote(rows: readonly PresenceRow[]): void {
      for (const { beaconId, roomId, since, stayedSince, confidence } of rows) {
        const one = known.get(beaconId)
        if (one)
          known.set(beaconId, { ...one, written: { beaconId, roomId, since, stayedSince, confidence } })
      }
    },
    forget: (beaconId: number): boolean => known.delete(beaconId),
    /** Of each where it is, and where it was last. */
    all: (): Placed[] =>
      [...known].map(([beaconId, { state, lastRoomId }]) => {
        const { roomId, since, stayedSince, left } = state
        return { beaconId, roomId, since, stayedSince, left, lastRoomId }
      }),
    /** Who is in a room so clearly that somebody may go by it. */
    sure: (gatewayStatus: ReadonlyMap<number, GatewayPlacement>): Sure[] =>
      [...known].flatMap(([beaconId, { state }]) => sureOf(state, gatewayStatus, beaconId)),
    forgetAll: (): void => known.clear(),
  }
}

function recalled(
  { lastSeenAt, ...row }: Recalled,
  left: readonly (LeftRoom & { beaconId: number })[],
): Known {
  const { roomId, since, stayedSince, confidence } = row
  const rooms = left.map(({ beaconId: _, ...room }) => room)
  const seen = { ...nowhere(since), lastSeenAt: lastSeenAt ?? since }
  return {
    state: { ...seen, roomId, stayedSince, confidence, left: rooms },
    written: row,
    lastRoomId: roomId,
  }
}

function sureOf(
  { roomId, since, confidence, levels }: Whereabouts,
  gatewayStatus: ReadonlyMap<number, GatewayPlacement>,
  beaconId: number,
): Sure[] {
  if (roomId === null || confidence < SURE) return []
  const own = [...levels].filter(([id]) => gatewayStatus.get(id)?.roomId === roomId)
  const receivedAt = Math.max(...own.map(([, { time }]) => time))
  const dbm = Math.max(...own.map(([, level]) => level.dbm))
  return Number.isFinite(receivedAt) ? [{ beaconId, roomId, since, receivedAt, dbm }] : []
}

export type AllWhereabouts = ReturnType<typeof createWhereabouts>

function note({ moved, stayed }: Decided, beaconId: number, { state, written, lastRoomId }: Known): void {
  const { roomId, since, stayedSince, confidence } = state
  const row = { beaconId, roomId, since, stayedSince, confidence }
  // Received only by gateways that stand nowhere, it is nowhere: nothing changes.
  if (!written && roomId === null) return
  if (written?.roomId !== roomId) moved.push({ ...row, fromRoomId: written ? lastRoomId : null })
  else if (Math.abs(written.confidence - confidence) >= CONFIDENCE_STEP) stayed.push(row)
}

/** Not before the rules have seen for that long that it is nowhere: else what they hold for a while would never end. */
const isForgotten = ({ roomId, since, levels }: Whereabouts, now: number): boolean =>
  roomId === null &&
  now - since >= FORGOTTEN_MS &&
  ![...levels.values()].some(({ time }) => now - time < FORGOTTEN_MS)
