import { AWAY_AFTER_MS, type UnknownReason } from '../../rooms.ts'
import type { Belief } from './room-filter.ts'

/** How often it is decided where each beacon is. */
export const DECIDE_EVERY_MS = 3_000
const STALE_MS = 15_000
/** Received by no gateway for so long, it is no more where one is down than anywhere. */
export const LOST_AFTER_MS = 24 * 3_600_000

/**
 * A body in the way makes a neighbour's gateway the better one for a while: whoever is back within a fifth of the time that they had been there
 * was never gone, and within three minutes. On models of radio with slow fades, who stays for good is so found to stay.
 */
const BREAK_SHARE = 0.2
export const BREAK_AT_MOST_MS = 180_000

/** How strongly one gateway receives one beacon, and when it did last. */
export type Level = { dbm: number; time: number }

/** Up: it speaks. Quiet: it has not for a moment, so what it does not receive means nothing. Down: it is known not to. */
export type GatewayState = 'up' | 'quiet' | 'down'

/** A gateway as it is mounted. */
export type GatewayPlacement = {
  /** Null: nobody said where it stands, so it cannot win. */
  roomId: number | null
  /** Added to the levels that it receives, in dB. */
  offset: number
  /** How often it is set to report; null: as it comes. */
  reportsEveryMs: number | null
  /** When it spoke last; null: never, or that does not matter. */
  lastMessageAt: number | null
  state: GatewayState
}
export type Gateways = ReadonlyMap<number, GatewayPlacement>

/** A room that it left a moment ago, and since when it had been there. */
export type LeftRoom = { roomId: number; stayedSince: number; leftAt: number }

export type Whereabouts = {
  /** By gateway. */
  levels: ReadonlyMap<number, Level>
  /** Null: no gateway that stands in a room receives it, or nobody knows. */
  roomId: number | null
  /** Why nobody knows; null: it is in `roomId`, or away. */
  unknown: UnknownReason | null
  /** Where it was when that was known last. */
  lastRoomId: number | null
  since: number
  /** Since when it is there, but for short breaks. */
  stayedSince: number
  /** The rooms that it may yet be back in as if it had never left. */
  left: readonly LeftRoom[]
  /** When a gateway that stands in a room received it last. */
  lastSeenAt: number
  /** From 0 to 1. */
  confidence: number
  /** So clearly in its room that somebody may go by it. */
  isClear: boolean
  /** Who would win if they stayed ahead, and since when they are. */
  ahead: { roomId: number; since: number } | null
  /** Where it may be, in a calibrated branch, as of the last step. */
  belief: Belief | null
  steppedAt: number
  /** Since when it is not clear which room it is; null: it is. */
  unsureSince: number | null
}

export const nowhere = (since: number): Whereabouts => ({
  levels: new Map(),
  roomId: null,
  unknown: null,
  lastRoomId: null,
  since,
  stayedSince: since,
  left: [],
  lastSeenAt: Number.NEGATIVE_INFINITY,
  confidence: 0,
  isClear: false,
  ahead: null,
  belief: null,
  steppedAt: since,
  unsureSince: null,
})

/** A gateway that was told to report more seldom is waited for. */
export const staleAfterMs = ({ reportsEveryMs }: Pick<GatewayPlacement, 'reportsEveryMs'>): number =>
  Math.max(STALE_MS, 3 * (reportsEveryMs ?? 0))

/** The rooms of these that it left so short a time ago that it may yet be back as if it had never been gone. */
export const leftBarely = (left: readonly LeftRoom[], now: number): readonly LeftRoom[] =>
  left.filter(
    ({ stayedSince, leftAt }) =>
      now - leftAt <= Math.min(BREAK_AT_MOST_MS, BREAK_SHARE * (leftAt - stayedSince)),
  )

/** It is in this room now, or in none. Whoever is found where they were last, after nobody knew, was never seen to leave. */
export function cameTo(before: Whereabouts, roomId: number | null, now: number): Whereabouts {
  const was = before.unknown === null ? before.roomId : before.lastRoomId
  const isFoundThere = roomId !== null && before.unknown !== null && roomId === was
  const others = leftBarely(before.left, now)
  const back = others.find((one) => one.roomId === roomId)?.stayedSince ?? now
  const stayedSince = isFoundThere ? before.stayedSince : back
  const left = others.filter((one) => one.roomId !== roomId)
  if (was !== null && !isFoundThere) left.push({ roomId: was, stayedSince: before.stayedSince, leftAt: now })
  const lastRoomId = roomId ?? before.roomId ?? before.lastRoomId
  return {
    ...before,
    roomId,
    unknown: null,
    lastRoomId,
    since: now,
    stayedSince,
    left,
    ahead: null,
    isClear: false,
  }
}

/** Nobody knows where it is. */
export function becameUnknown(before: Whereabouts, why: UnknownReason, now: number): Whereabouts {
  const kept = { confidence: 0, ahead: null, isClear: false }
  if (before.unknown === why) return { ...before, ...kept }
  // Known or not known: what it is not known for may change, since when does not. Not to be known is not to have left.
  const since = before.unknown === null ? now : before.since
  const lastRoomId = before.roomId ?? before.lastRoomId
  return { ...before, ...kept, roomId: null, lastRoomId, since, unknown: why }
}

type ByRoom = ReadonlyMap<number | null, readonly GatewayPlacement[]>
type Floor = {
  byRoom: ByRoom
  /** The rooms all of whose gateways are known to be down. */
  down: ReadonlySet<number>
  /** Gateways that say nothing: what they do not receive means nothing. */
  silent: ReadonlySet<number>
}

const floors = new WeakMap<Gateways, Floor>()

/** Hundreds of beacons are decided by the same gateways. */
export function floorOf(gateways: Gateways): Floor {
  const before = floors.get(gateways)
  if (before) return before
  const byRoom: ByRoom = Map.groupBy(gateways.values(), ({ roomId }) => roomId)
  const areAll = (own: readonly GatewayPlacement[]) => own.every(({ state }) => state === 'down')
  const floor = {
    byRoom,
    down: new Set([...byRoom].flatMap(([id, own]) => (id !== null && areAll(own) ? [id] : []))),
    silent: new Set([...gateways].flatMap(([id, { state }]) => (state === 'up' ? [] : [id]))),
  }
  floors.set(gateways, floor)
  return floor
}

/** All gateways of a room say nothing. */
export const isSilentRoom = (gateways: Gateways, roomId: number): boolean =>
  floorOf(gateways)
    .byRoom.get(roomId)
    ?.every(({ state }) => state !== 'up') ?? false

/** It may be behind somebody: only after half a minute and a minute of grace it is gone. A gateway that reports seldom is waited for. */
export function withoutSignal(state: Whereabouts, gateways: Gateways, now: number): Whereabouts {
  if (state.roomId === null && state.unknown === null) return state
  const { lastRoomId } = state
  const slowest = Math.max(
    STALE_MS,
    ...(lastRoomId === null ? [] : (floorOf(gateways).byRoom.get(lastRoomId) ?? []).map(staleAfterMs)),
  )
  if (now - lastReceived(state, gateways) <= AWAY_AFTER_MS + slowest - STALE_MS) return state
  return { ...cameTo(state, null, now), confidence: 1 }
}

function lastReceived({ levels, lastSeenAt }: Whereabouts, gateways: Gateways): number {
  const times = [...levels].flatMap(([id, { time }]) => (gateways.get(id)?.roomId != null ? [time] : []))
  return times.length > 0 ? Math.max(...times) : lastSeenAt
}
