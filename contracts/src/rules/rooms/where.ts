import type { UnknownReason } from '../../rooms.ts'
import type { Belief, Received } from './room-filter.ts'
import type { Levels } from './levels.ts'

export type Whereabouts = {
  /** By gateway. */
  levels: Levels
  /** Null: in none that is known; `unknown` says why, or it is away. */
  roomId: number | null
  unknown: UnknownReason | null
  /** Where it was before nobody knew. */
  lastRoomId: number | null
  since: number
  /** Since when it is in that room, or was there last while nobody knows: what lies between is no other stay. */
  cameAt: number
  /** When the gateways of its room received nothing last, of whatever beacon; and when they were down last. */
  silentAt: number
  downAt: number
  /** When a gateway that stands in a room received it last. */
  lastSeenAt: number
  /** From 0 to 1: of decisions that are so sure, so many are right. */
  confidence: number
  /** Who would win, and by how much for how long they have been ahead: dB times seconds, until when. */
  ahead: { roomId: number; dbSeconds: number; at: number } | null
  /** Where rooms are calibrated: how likely it is in each, and what was received since that was decided. */
  belief: Belief | null
  received: readonly Received[]
}

export const nowhere = (since: number): Whereabouts => ({
  levels: new Map(),
  roomId: null,
  unknown: null,
  lastRoomId: null,
  since,
  cameAt: since,
  silentAt: Number.NEGATIVE_INFINITY,
  downAt: Number.NEGATIVE_INFINITY,
  lastSeenAt: Number.NEGATIVE_INFINITY,
  confidence: 0,
  ahead: null,
  belief: null,
  received: [],
})

type Place = Pick<Whereabouts, 'roomId' | 'unknown'>

/** In which room it is, or was before nobody knew. */
export const ownRoomOf = ({ roomId, unknown, lastRoomId }: Whereabouts): number | null =>
  roomId ?? (unknown === null ? null : lastRoomId)

/** It is somewhere else, or nobody knows any more where; the same as before: since then. */
export function placed(state: Whereabouts, place: Place, now: number): Whereabouts {
  if (state.roomId === place.roomId && state.unknown === place.unknown) return state
  const lastRoomId = place.roomId ?? state.roomId ?? state.lastRoomId
  const next = { ...state, ...place, lastRoomId, since: now, ahead: null }
  return { ...next, cameAt: ownRoomOf(next) === ownRoomOf(state) ? state.cameAt : now }
}
