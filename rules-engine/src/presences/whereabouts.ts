import { confidenceOf, decideRoom } from '@carewatch/contracts/rules/rooms/decide-room'
import { type GatewayPlacement, levelAfter } from '@carewatch/contracts/rules/rooms/levels'
import { type Nearest, nearestAfter, nearestNowhere } from '@carewatch/contracts/rules/rooms/nearest'
import { nowhere, type Whereabouts } from '@carewatch/contracts/rules/rooms/where'
import type { OpenRow, PresenceRow } from './presence-rows.ts'
import type { RecentSighting } from './recent-sightings.ts'

/** What was not received for so long is away, and need not be remembered. */
const FORGOTTEN_MS = 600_000
/** A change of confidence is written when a screen would show it. */
const CONFIDENCE_STEP = 0.1
/** The room is received 6 dB better than the next. */
const SURE = confidenceOf(6)

/** A room of which one may be sure: as its own gateways heard it last. */
export type Sure = {
  beaconId: number
  roomId: number
  since: number
  receivedAt: number
  /** Since and until when what they hear is of somebody in the room itself, whatever they heard before; null: it is not. */
  near: { since: number; until: number } | null
}

type Known = { state: Whereabouts; nearest: Nearest; written: PresenceRow | undefined }
export type Place = { beaconId: number } & Pick<Whereabouts, 'roomId' | 'unknown' | 'cameAt' | 'lastRoomId'>
export type Decided = {
  moved: (PresenceRow & { fromRoomId: number | null })[]
  stayed: PresenceRow[]
}

/** Where every beacon is, as far as any gateway receives it. In memory: how strongly it is received; in `presences`: where it is. */
export function createWhereabouts() {
  const known = new Map<number, Known>()

  return {
    /** Whom nobody received while no engine ran is waited for as after a gateway that was down. */
    recall(rows: readonly OpenRow[], now: number): void {
      for (const { lastSeenAt, cameAt, ...row } of rows) {
        const { beaconId, ...place } = row
        const times = { cameAt, downAt: now, silentAt: now, lastSeenAt: lastSeenAt ?? row.since }
        const state = { ...nowhere(row.since), ...place, ...times }
        known.set(beaconId, { state, nearest: nearestNowhere, written: row })
      }
    },
    addSightings(
      sightings: readonly RecentSighting[],
      gateways: ReadonlyMap<number, GatewayPlacement>,
    ): void {
      for (const { beaconId, gatewayId, dbm, time } of sightings) {
        const before = known.get(beaconId) ?? unseen(time)
        const { levels } = before.state
        const level = levelAfter(levels.get(gatewayId), { dbm, time })
        if (level === levels.get(gatewayId)) continue
        const state = { ...before.state, levels: new Map(levels).set(gatewayId, level) }
        const nearest = nearestAfter(before.nearest, { gatewayId, dbm, time }, gateways)
        known.set(beaconId, { ...before, state, nearest })
      }
    },
    decide(gatewayStatus: ReadonlyMap<number, GatewayPlacement>, now: number): Decided {
      const decided: Decided = { moved: [], stayed: [] }
      for (const [beaconId, one] of known) {
        const state = decideRoom(one.state, gatewayStatus, now)
        note(decided, beaconId, { ...one, state })
        if (isForgotten(state, now)) known.delete(beaconId)
        else known.set(beaconId, { ...one, state })
      }
      return decided
    },
    /** What was decided stands in the table. */
    wrote(rows: readonly PresenceRow[]): void {
      for (const { beaconId, roomId, unknown, lastRoomId, since, confidence } of rows) {
        const one = known.get(beaconId)
        const written = { beaconId, roomId, unknown, lastRoomId, since, confidence }
        if (one) known.set(beaconId, { ...one, written })
      }
    },
    forget: (beaconId: number): boolean => known.delete(beaconId),
    /** Of each where it is, and where it was last. */
    all: (): Place[] =>
      [...known].map(([beaconId, { state }]) => {
        const { roomId, unknown, cameAt, lastRoomId } = state
        return { beaconId, roomId, unknown, cameAt, lastRoomId: roomId ?? lastRoomId }
      }),
    /** Who is in a room so clearly that somebody may go by it. */
    sure: (gatewayStatus: ReadonlyMap<number, GatewayPlacement>): Sure[] =>
      [...known].flatMap(([beaconId, one]) => sureOf(one, gatewayStatus, beaconId)),
    forgetAll: (): void => known.clear(),
  }
}
const unseen = (time: number): Known => ({
  state: nowhere(time),
  nearest: nearestNowhere,
  written: undefined,
})

/** The levels follow slowly what becomes weaker: who was there a moment ago is not sure to be there. */
function sureOf(
  { state: { roomId, since, confidence, levels }, nearest: { stay } }: Known,
  gatewayStatus: ReadonlyMap<number, GatewayPlacement>,
  beaconId: number,
): Sure[] {
  if (roomId === null || confidence < SURE || stay?.roomId !== roomId) return []
  const own = [...levels].filter(([id]) => gatewayStatus.get(id)?.roomId === roomId)
  const receivedAt = Math.max(...own.map(([, { time }]) => time))
  const near = stay.isNear ? stay : null
  return Number.isFinite(receivedAt) ? [{ beaconId, roomId, since, receivedAt, near }] : []
}

export type AllWhereabouts = ReturnType<typeof createWhereabouts>

function note({ moved, stayed }: Decided, beaconId: number, { state, written }: Known): void {
  const { roomId, unknown, lastRoomId, since, confidence } = state
  const row = { beaconId, roomId, unknown, lastRoomId, since, confidence }
  // Received only by gateways that stand nowhere, it is nowhere: nothing changes.
  if (!written && roomId === null && unknown === null) return
  if (written?.roomId !== roomId || written.unknown !== unknown)
    moved.push({ ...row, fromRoomId: written ? (written.roomId ?? written.lastRoomId) : null })
  else if (Math.abs(written.confidence - confidence) >= CONFIDENCE_STEP) stayed.push(row)
}

const isForgotten = ({ roomId, unknown, levels }: Whereabouts, now: number): boolean =>
  roomId === null && unknown === null && ![...levels.values()].some(({ time }) => now - time < FORGOTTEN_MS)
