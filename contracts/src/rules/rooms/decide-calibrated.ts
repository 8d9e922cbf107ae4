import type { Calibration, WalkReading } from './calibration.ts'
import { decideRoom } from './decide-room.ts'
import { type Belief, evenly, nextBelief } from './room-filter.ts'
import {
  becameUnknown,
  cameTo,
  floorOf,
  type Gateways,
  LOST_AFTER_MS,
  type Whereabouts,
  withoutSignal,
} from './whereabouts.ts'

/** So sure it must be before another room is believed, and so little before the own one is given up. */
const COMES_AT = 0.6
const STAYS_AT = 0.2
/** Whoever is so surely in a room may be gone by. */
const CLEAR_AT = 0.9
/** So unlikely it must be that somebody is in a room whose gateways are down before another is believed. */
const NOT_DOWN_AT = 0.005

/** Nobody is unsure for longer: then the strongest gateway decides, as where nobody walked. What may be wrong is better than an alarm that rests for good. */
export const UNSURE_AT_MOST_MS = 120_000

type Situation = {
  calibration: Calibration
  gateways: Gateways
  /** Received since the last decision. */
  readings: readonly WalkReading[]
  now: number
}

/** Where it is now, in a branch through whose rooms somebody walked: by the filter, which is not sure of what it cannot know. */
export function decideCalibrated(state: Whereabouts, situation: Situation): Whereabouts {
  const { calibration, gateways, readings, now } = situation
  const received = readings.filter(({ gatewayId }) => gateways.get(gatewayId)?.roomId != null)
  const isAway = state.roomId === null && state.unknown === null
  if (received.length === 0 && state.belief === null && isAway) return state
  const { silent, down } = floorOf(gateways)
  const before = state.belief && isOf(calibration, state.belief) ? state.belief : null
  const belief = nextBelief(calibration, before ?? startOf(calibration, state), {
    readings: received,
    down: silent,
    elapsedMs: before ? now - state.steppedAt : 0,
  })
  const stepped = { ...state, belief, steppedAt: now }
  const seen = received.length > 0 ? { ...stepped, lastSeenAt: now } : stepped
  const isLost = received.length === 0 && now - state.lastSeenAt > LOST_AFTER_MS
  if (!isLost && mayBeIn(belief, down)) return becameUnknown(seen, 'GATEWAY_DOWN', now)
  if (received.length === 0) return forgetting(withoutSignal(stepped, gateways, now))
  return decideByBelief(seen, belief, situation)
}

/** The rooms may be others since. */
const isOf = ({ fingerprints }: Calibration, belief: Belief): boolean =>
  belief.size === fingerprints.size && [...belief.keys()].every((id) => fingerprints.has(id))

/** After a restart it is most likely where it was. */
function startOf(calibration: Calibration, { roomId }: Whereabouts): Belief {
  const even = evenly(calibration)
  if (roomId === null || !even.has(roomId)) return even
  return new Map([...even].map(([id, chance]) => [id, (chance + (id === roomId ? 1 : 0)) / 2]))
}

/** Where somebody was who is away says nothing of where they come back. */
const forgetting = (state: Whereabouts): Whereabouts =>
  state.roomId === null && state.unknown === null ? { ...state, belief: null, unsureSince: null } : state

function decideByBelief(state: Whereabouts, belief: Belief, { gateways, now }: Situation): Whereabouts {
  const [roomId, chance] = likeliest(belief)
  const own = state.roomId === null ? 0 : (belief.get(state.roomId) ?? 0)
  const sureness = (confidence: number) => ({
    confidence,
    isClear: confidence >= CLEAR_AT,
    ahead: null,
    unsureSince: confidence >= CLEAR_AT ? null : state.unsureSince,
  })
  if (roomId === state.roomId || (own >= STAYS_AT && chance < COMES_AT)) return { ...state, ...sureness(own) }
  if (chance >= COMES_AT) return { ...cameTo(state, roomId, now), ...sureness(chance) }
  const unsureSince = state.unsureSince ?? now
  if (now - unsureSince < UNSURE_AT_MOST_MS) return { ...becameUnknown(state, 'UNSURE', now), unsureSince }
  const decided = decideRoom(state, gateways, now)
  const confidence = decided.roomId === null ? decided.confidence : (belief.get(decided.roomId) ?? 0)
  return { ...decided, confidence, isClear: false, unsureSince }
}

/** Of a room whose gateways are down nothing is claimed, and of another only where it is as good as impossible that they are in that one. */
const mayBeIn = (belief: Belief, rooms: ReadonlySet<number>): boolean =>
  [...rooms].reduce((sum, id) => sum + (belief.get(id) ?? 0), 0) >= NOT_DOWN_AT

function likeliest(belief: Belief): readonly [roomId: number, chance: number] {
  let best: readonly [number, number] = [-1, -1]
  for (const one of belief) if (one[1] > best[1]) best = one
  return best
}
