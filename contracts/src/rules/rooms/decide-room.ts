import {
  becameUnknown,
  cameTo,
  floorOf,
  type GatewayPlacement,
  type Gateways,
  isSilentRoom,
  type Level,
  LOST_AFTER_MS,
  staleAfterMs,
  type Whereabouts,
  withoutSignal,
} from './whereabouts.ts'

/** What is stronger is taken faster than what is weaker: a body between beacon and gateway is no way to another room. By the second, however often it is received. */
const RISES_IN_MS = 4_000
const FALLS_IN_MS = 10_000
const STALE_MS = 15_000

/** Stronger by so much for so long, or by so much at once. */
const AHEAD_DB = 4
const AHEAD_FOR_MS = 6_000
const FAR_AHEAD_DB = 12
const CERTAIN_DB = 20
/** Whoever is received so much better than in the next room is surely there. */
const CLEAR_DB = 6
/** Nothing is received below it; a beacon that one room alone receives is ahead of it. */
const FLOOR_DBM = -100
/** So strongly a gateway receives what is beside it, and nothing from the other side of a wall for long. */
const BESIDE_DBM = -57
const BESIDE_FOR_MS = 9_000
/** More faintly it may be anywhere around. */
const IN_ROOM_DBM = -64

/** Received by a gateway so shortly before that fell silent, it may have gone to its room for so long; the rules about its own room rest no longer. */
const JUST_BEFORE_MS = 60_000
const NEAR_FOR_MS = 30 * 60_000

/** After a silence the first level is taken as it is; one that is older than the last is dropped. */
export function levelAfter(before: Level | undefined, { dbm, time }: Level): Level {
  if (!before || time - before.time > STALE_MS) return { dbm, time }
  if (time <= before.time) return before
  const share = 1 - Math.exp((before.time - time) / (dbm > before.dbm ? RISES_IN_MS : FALLS_IN_MS))
  return { dbm: before.dbm + share * (dbm - before.dbm), time }
}

/** By room, the strongest first. */
type Strengths = readonly (readonly [roomId: number, dbm: number])[]
type Situation = { gateways: Gateways; strengths: Strengths; now: number }

/** Where it is now, by which gateways received it a moment ago and how strongly. The same object again: as it was. */
export function decideRoom(state: Whereabouts, gateways: Gateways, now: number): Whereabouts {
  const situation = { gateways, strengths: strengthsOf(state.levels, gateways, now), now }
  const seen = situation.strengths.length > 0 ? { ...state, lastSeenAt: now } : state
  if (mayBeWhereItIsDown(state, gateways, now)) {
    const isLost = situation.strengths.length === 0 && now - state.lastSeenAt > LOST_AFTER_MS
    return isLost ? withoutSignal(state, gateways, now) : decideBesideSilence(seen, situation)
  }
  if (situation.strengths.length === 0) return withoutSignal(state, gateways, now)
  // Its gateway has said nothing for a moment: whether it is down is not known yet.
  const isHeld = state.roomId !== null && isSilentRoom(gateways, state.roomId)
  return isHeld ? { ...seen, confidence: 0, ahead: null, isClear: false } : decideByStrength(seen, situation)
}

function decideByStrength(state: Whereabouts, { strengths, now }: Situation): Whereabouts {
  const [best, next] = strengths
  if (!best) return state
  const [roomId, dbm] = best
  const sureness = surenessOf(dbm, next?.[1])
  if (roomId === state.roomId) return { ...state, ahead: null, ...sureness }
  const own = strengths.find(([id]) => id === state.roomId)?.[1]
  const byDb = own === undefined ? Number.POSITIVE_INFINITY : dbm - own
  const ahead = byDb < AHEAD_DB ? null : state.ahead?.roomId === roomId ? state.ahead : { roomId, since: now }
  if (byDb >= FAR_AHEAD_DB || (ahead && now - ahead.since >= AHEAD_FOR_MS))
    return { ...cameTo(state, roomId, now), ...sureness }
  return { ...state, ahead, confidence: 0, isClear: false }
}

/** It was last in a room whose gateways are all down, or one of them received it just before it fell silent: for a while it is near enough to be there. Who was away then is not. */
function mayBeWhereItIsDown(state: Whereabouts, gateways: Gateways, now: number): boolean {
  const { levels, roomId, unknown, lastRoomId } = state
  const { down } = floorOf(gateways)
  if (down.size === 0 || (roomId === null && unknown === null)) return false
  if (down.has(roomId ?? lastRoomId ?? -1)) return true
  return [...levels].some(([id, { time }]) => {
    const gateway = gateways.get(id)
    return gateway !== undefined && down.has(gateway.roomId ?? -1) && wasNear(gateway, time, now)
  })
}

const wasNear = ({ lastMessageAt }: GatewayPlacement, time: number, now: number): boolean =>
  lastMessageAt === null || (lastMessageAt - time <= JUST_BEFORE_MS && now - lastMessageAt <= NEAR_FOR_MS)

/** The neighbours of a gateway that is down receive its guests best: only who is right beside another gateway is there, and who never was faint stays there. */
function decideBesideSilence(state: Whereabouts, { strengths, now }: Situation): Whereabouts {
  const [best, next] = strengths
  const sureness = best && surenessOf(best[1], next?.[1])
  const isBeside = best && best[1] >= BESIDE_DBM && best[1] - (next?.[1] ?? FLOOR_DBM) >= FAR_AHEAD_DB
  if (best && state.roomId === best[0] && (isBeside || best[1] >= IN_ROOM_DBM))
    return { ...state, ahead: null, ...sureness }
  if (!best || !isBeside) return becameUnknown(state, 'GATEWAY_DOWN', now)
  const [roomId] = best
  const ahead = state.ahead?.roomId === roomId ? state.ahead : { roomId, since: now }
  if (now - ahead.since >= BESIDE_FOR_MS) return { ...cameTo(state, roomId, now), ...sureness }
  return { ...becameUnknown(state, 'GATEWAY_DOWN', now), ahead }
}

function surenessOf(dbm: number, next = FLOOR_DBM): Pick<Whereabouts, 'confidence' | 'isClear'> {
  const margin = dbm - next
  return { confidence: Math.min(1, Math.max(0, margin / CERTAIN_DB)), isClear: margin >= CLEAR_DB }
}

/** How strongly each room receives it: as its best gateway does. */
function strengthsOf(levels: Whereabouts['levels'], gateways: Gateways, now: number): Strengths {
  const strengths = new Map<number, number>()
  for (const [gatewayId, { dbm, time }] of levels) {
    const gateway = gateways.get(gatewayId)
    if (!gateway || gateway.roomId === null || now - time > staleAfterMs(gateway)) continue
    const before = strengths.get(gateway.roomId) ?? Number.NEGATIVE_INFINITY
    strengths.set(gateway.roomId, Math.max(before, dbm + gateway.offset))
  }
  return [...strengths].toSorted(([, one], [, other]) => other - one)
}
