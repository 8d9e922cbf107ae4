import type { Calibration } from '@carewatch/contracts/rules/rooms/calibration'
import { decideCalibrated } from '@carewatch/contracts/rules/rooms/decide-calibrated'
import { decideRoom, levelAfter } from '@carewatch/contracts/rules/rooms/decide-room'
import {
  type Gateways,
  type LeftRoom,
  nowhere,
  staleAfterMs,
  type Whereabouts,
} from '@carewatch/contracts/rules/rooms/whereabouts'
import type { PlacedGateway } from './gateway-status.ts'
import type { PresenceRow } from './presence-rows.ts'
import type { RecentSighting } from './recent-sightings.ts'

/** What was not received for so long is away, and need not be remembered. */
const FORGOTTEN_MS = 600_000
/** A change of confidence is written when a screen would show it. */
const CONFIDENCE_STEP = 0.2
/** What is older says nothing of now. */
const EVIDENCE_MS = 15_000

/** A room of which one may be sure: as its own gateways heard it last. */
export type Sure = { beaconId: number; roomId: number; since: number; receivedAt: number; dbm: number }

/** Where one is, and where it was last. */
type Placed = Pick<Whereabouts, 'roomId' | 'unknown' | 'lastRoomId' | 'since' | 'stayedSince' | 'left'> & {
  beaconId: number
}

type Recalled = PresenceRow & { lastSeenAt: number | null }

type Known = {
  state: Whereabouts
  /** Received since the last decision. */
  readings: readonly RecentSighting[]
  written: PresenceRow | undefined
}
export type Decided = {
  moved: (PresenceRow & { fromRoomId: number | null })[]
  stayed: PresenceRow[]
}

/** What is known of the floors: the gateways, and the branches through which somebody walked. */
export type Floors = {
  gateways: ReadonlyMap<number, PlacedGateway>
  calibrations: ReadonlyMap<number, Calibration>
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
      for (const sighting of sightings) {
        const { beaconId, gatewayId, dbm, time } = sighting
        const before = known.get(beaconId) ?? { state: nowhere(time), readings: [], written: undefined }
        const { levels } = before.state
        const level = levelAfter(levels.get(gatewayId), { dbm, time })
        if (level === levels.get(gatewayId)) continue
        const state = { ...before.state, levels: new Map(levels).set(gatewayId, level) }
        known.set(beaconId, { ...before, state, readings: [...before.readings, sighting] })
      }
    },
    decide(floors: Floors, now: number): Decided {
      const decided: Decided = { moved: [], stayed: [] }
      for (const [beaconId, one] of known) {
        const state = decideOne(one, floors, now)
        note(decided, { ...one, state }, { beaconId, fromRoomId: one.state.lastRoomId })
        if (isForgotten(state, now)) known.delete(beaconId)
        else known.set(beaconId, { state, readings: [], written: one.written })
      }
      return decided
    },
    /** What was decided stands in the table. */
    wrote(rows: readonly PresenceRow[]): void {
      for (const row of rows) {
        const one = known.get(row.beaconId)
        if (one) known.set(row.beaconId, { ...one, written: row })
      }
    },
    forget: (beaconId: number): boolean => known.delete(beaconId),
    /** Of each where it is, and where it was last. */
    all: (): Placed[] =>
      [...known].map(([beaconId, { state }]) => {
        const { roomId, unknown, lastRoomId, since, stayedSince, left } = state
        return { beaconId, roomId, unknown, lastRoomId, since, stayedSince, left }
      }),
    /** Who is in a room so clearly that somebody may go by it. */
    sure: (gateways: Gateways): Sure[] =>
      [...known].flatMap(([beaconId, { state }]) => sureOf(state, gateways, beaconId)),
    forgetAll: (): void => known.clear(),
  }
}

function decideOne({ state, readings }: Known, { gateways, calibrations }: Floors, now: number): Whereabouts {
  const branchId = calibrations.size === 0 ? undefined : branchOf(state, gateways, now)
  const calibration = branchId === undefined ? undefined : calibrations.get(branchId)
  if (!calibration) return decideRoom(state, gateways, now)
  const recent = readings.filter(({ time }) => now - time <= EVIDENCE_MS)
  return decideCalibrated(state, { calibration, gateways, readings: recent, now })
}

/** Whose gateways receive it, or did last; undefined: those of several branches, or of none. */
function branchOf(
  { levels, lastRoomId }: Whereabouts,
  gateways: Floors['gateways'],
  now: number,
): number | undefined {
  const branches = new Set<number>()
  for (const [id, { time }] of levels) {
    const gateway = gateways.get(id)
    if (gateway?.branchId != null && now - time <= staleAfterMs(gateway)) branches.add(gateway.branchId)
  }
  if (branches.size === 0) return branchOfRoom(gateways, lastRoomId)
  const [only] = branches
  return branches.size === 1 ? only : undefined
}

function branchOfRoom(gateways: Floors['gateways'], roomId: number | null): number | undefined {
  if (roomId === null) return undefined
  for (const gateway of gateways.values()) if (gateway.roomId === roomId) return gateway.branchId ?? undefined
  return undefined
}

function recalled(
  { lastSeenAt, ...row }: Recalled,
  left: readonly (LeftRoom & { beaconId: number })[],
): Known {
  const { roomId, unknown, lastRoomId, since, stayedSince, confidence } = row
  const rooms = left.map(({ beaconId: _, ...room }) => room)
  const seen = { ...nowhere(since), lastSeenAt: lastSeenAt ?? since }
  return {
    state: {
      ...seen,
      roomId,
      unknown,
      lastRoomId,
      stayedSince,
      confidence,
      left: rooms,
      unsureSince: unknown === 'UNSURE' ? since : null,
    },
    readings: [],
    written: row,
  }
}

function sureOf(
  { roomId, since, isClear, levels }: Whereabouts,
  gateways: Gateways,
  beaconId: number,
): Sure[] {
  if (roomId === null || !isClear) return []
  const own = [...levels].filter(([id]) => gateways.get(id)?.roomId === roomId)
  const receivedAt = Math.max(...own.map(([, { time }]) => time))
  const dbm = Math.max(...own.map(([, level]) => level.dbm))
  return Number.isFinite(receivedAt) ? [{ beaconId, roomId, since, receivedAt, dbm }] : []
}

export type AllWhereabouts = ReturnType<typeof createWhereabouts>

function note(
  { moved, stayed }: Decided,
  { state, written }: Known,
  { beaconId, fromRoomId }: { beaconId: number; fromRoomId: number | null },
): void {
  const { roomId, unknown, lastRoomId, since, stayedSince, confidence } = state
  const row = { beaconId, roomId, unknown, lastRoomId, since, stayedSince, confidence }
  // Received only by gateways that stand nowhere, or not yet known, it is nowhere: nothing changes.
  if (!written && roomId === null) return
  if (written?.roomId !== roomId || written.unknown !== unknown)
    moved.push({ ...row, fromRoomId: written ? fromRoomId : null })
  else if (Math.abs(written.confidence - confidence) >= CONFIDENCE_STEP) stayed.push(row)
}

/** Not before the rules have seen for that long that it is nowhere: else what they hold for a while would never end. */
const isForgotten = ({ roomId, unknown, since, levels }: Whereabouts, now: number): boolean =>
  roomId === null &&
  unknown === null &&
  now - since >= FORGOTTEN_MS &&
  ![...levels.values()].some(({ time }) => now - time < FORGOTTEN_MS)
