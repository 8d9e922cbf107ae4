import { AWAY_AFTER_MS } from '../../rooms.ts'

/** A new level takes half of what is stronger and a fifth of what is weaker: a body between beacon and gateway is no way to another room. */
const ATTACK = 0.5
const RELEASE = 0.2

/** How often it is decided where each beacon is. */
export const DECIDE_EVERY_MS = 3_000
const STALE_MS = 15_000
/** Stronger by so much in two decisions running, or by so much at once. */
const AHEAD_DB = 4
const AHEAD_DECISIONS = 2
const FAR_AHEAD_DB = 12
const CERTAIN_DB = 20
/** Nothing is received below it; a beacon that one room alone receives is ahead of it. */
const FLOOR_DBM = -100

/**
 * A body in the way makes a neighbour's gateway the better one for a while: whoever is back within a fifth of the time that they had been there
 * was never gone, and within three minutes. On models of radio with slow fades, who stays for good is so found to stay.
 */
const BREAK_SHARE = 0.2
export const BREAK_AT_MOST_MS = 180_000

/** How strongly one gateway receives one beacon, and when it did last. */
export type Level = { dbm: number; time: number }

/** A gateway as it is mounted. */
export type GatewayPlacement = {
  /** Null: nobody said where it stands, so it cannot win. */
  roomId: number | null
  /** Added to the levels that it receives, in dB. */
  offset: number
  /** How often it is set to report; null: as it comes. */
  reportsEveryMs: number | null
}

/** A room that it left a moment ago, and since when it had been there. */
export type LeftRoom = { roomId: number; stayedSince: number; leftAt: number }

export type Whereabouts = {
  /** By gateway. */
  levels: ReadonlyMap<number, Level>
  /** Null: no gateway that stands in a room receives it. */
  roomId: number | null
  since: number
  /** Since when it is there, but for short breaks. */
  stayedSince: number
  /** The rooms that it may yet be back in as if it had never left. */
  left: readonly LeftRoom[]
  /** When a gateway that stands in a room received it last. */
  lastSeenAt: number
  /** From 0 to 1. */
  confidence: number
  /** Who would win if they were ahead once more. */
  ahead: { roomId: number; decisions: number } | null
}

export const nowhere = (since: number): Whereabouts => ({
  levels: new Map(),
  roomId: null,
  since,
  stayedSince: since,
  left: [],
  lastSeenAt: Number.NEGATIVE_INFINITY,
  confidence: 0,
  ahead: null,
})

const staleAfterMs = ({ reportsEveryMs }: GatewayPlacement): number =>
  Math.max(STALE_MS, 2 * (reportsEveryMs ?? 0))

/** After a silence the first level is taken as it is; one that is older than the last is dropped. */
export function levelAfter(before: Level | undefined, { dbm, time }: Level): Level {
  if (!before || time - before.time > STALE_MS) return { dbm, time }
  if (time <= before.time) return before
  const share = dbm > before.dbm ? ATTACK : RELEASE
  return { dbm: before.dbm + share * (dbm - before.dbm), time }
}

/** Where it is now, by which gateways received it a moment ago and how strongly. The same object again: as it was. */
export function decideRoom(
  state: Whereabouts,
  gateways: ReadonlyMap<number, GatewayPlacement>,
  now: number,
): Whereabouts {
  const strengths = strengthsOf(state.levels, gateways, now)
  const [best, next] = [...strengths].toSorted(([, one], [, other]) => other - one)
  if (!best) return withoutSignal(state, gateways, now)
  const [roomId, strength] = best
  const evaluated = { ...state, lastSeenAt: now }
  if (roomId === state.roomId)
    return { ...evaluated, ahead: null, confidence: confidenceOf(strength, next?.[1]) }
  const own = state.roomId === null ? undefined : strengths.get(state.roomId)
  const byDb = own === undefined ? Number.POSITIVE_INFINITY : strength - own
  const decisions = byDb < AHEAD_DB ? 0 : (state.ahead?.roomId === roomId ? state.ahead.decisions : 0) + 1
  if (byDb >= FAR_AHEAD_DB || decisions >= AHEAD_DECISIONS)
    return { ...cameTo(evaluated, roomId, now), confidence: confidenceOf(strength, next?.[1]) }
  return { ...evaluated, ahead: decisions > 0 ? { roomId, decisions } : null, confidence: 0 }
}

/** The rooms of these that it left so short a time ago that it may yet be back as if it had never been gone. */
export const leftBarely = (left: readonly LeftRoom[], now: number): readonly LeftRoom[] =>
  left.filter(
    ({ stayedSince, leftAt }) =>
      now - leftAt <= Math.min(BREAK_AT_MOST_MS, BREAK_SHARE * (leftAt - stayedSince)),
  )

/** It is in this room now, or in none. */
function cameTo(before: Whereabouts, roomId: number | null, now: number): Whereabouts {
  const others = leftBarely(before.left, now)
  const stayedSince = others.find((one) => one.roomId === roomId)?.stayedSince ?? now
  const left = others.filter((one) => one.roomId !== roomId)
  if (before.roomId !== null)
    left.push({ roomId: before.roomId, stayedSince: before.stayedSince, leftAt: now })
  return { ...before, roomId, since: now, stayedSince, left, ahead: null }
}

const confidenceOf = (strength: number, next: number = FLOOR_DBM): number =>
  Math.min(1, Math.max(0, (strength - next) / CERTAIN_DB))

/** How strongly each room receives it: as its best gateway does. */
function strengthsOf(
  levels: Whereabouts['levels'],
  gateways: ReadonlyMap<number, GatewayPlacement>,
  now: number,
): Map<number, number> {
  const strengths = new Map<number, number>()
  for (const [gatewayId, { dbm, time }] of levels) {
    const gateway = gateways.get(gatewayId)
    if (!gateway || gateway.roomId === null || now - time > staleAfterMs(gateway)) continue
    const before = strengths.get(gateway.roomId) ?? Number.NEGATIVE_INFINITY
    strengths.set(gateway.roomId, Math.max(before, dbm + gateway.offset))
  }
  return strengths
}

/** It may be behind somebody: only after half a minute and a minute of grace it is gone. A gateway that reports seldom is waited for. */
function withoutSignal(
  state: Whereabouts,
  gateways: ReadonlyMap<number, GatewayPlacement>,
  now: number,
): Whereabouts {
  if (state.roomId === null) return state
  const slowest = Math.max(
    STALE_MS,
    ...[...gateways.values()].filter(({ roomId }) => roomId === state.roomId).map(staleAfterMs),
  )
  if (now - lastReceived(state, gateways) <= AWAY_AFTER_MS + slowest - STALE_MS) return state
  return { ...cameTo(state, null, now), confidence: 1 }
}

function lastReceived(
  { levels, lastSeenAt }: Whereabouts,
  gateways: ReadonlyMap<number, GatewayPlacement>,
): number {
  const times = [...levels].flatMap(([id, { time }]) => (gateways.get(id)?.roomId != null ? [time] : []))
  return times.length > 0 ? Math.max(...times) : lastSeenAt
}
