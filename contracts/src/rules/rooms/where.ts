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
  /** When a gateway that stands in a room received it last. */
  lastSeenAt: number
  /** From 0 to 1: of decisions that are so sure, so many are right. */
  confidence: number
  /** Who would win, and by how much for how long they have been ahead: dB times seconds, until when. */
  ahead: { roomId: number; dbSeconds: number; at: number } | null
  /** How strongly the other gateways received it while those of its room were at work: by gateway. */
  beside: ReadonlyMap<number, number>
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
  lastSeenAt: Number.NEGATIVE_INFINITY,
  confidence: 0,
  ahead: null,
  beside: new Map(),
  belief: null,
  received: [],
})

type Place = Pick<Whereabouts, 'roomId' | 'unknown'>

/** It is somewhere else, or nobody knows any more where; the same as before: since then. */
export function placed(state: Whereabouts, { roomId, unknown }: Place, now: number): Whereabouts {
  if (state.roomId === roomId && state.unknown === unknown) return state
  const lastRoomId = roomId ?? state.roomId ?? state.lastRoomId
  return { ...state, roomId, unknown, lastRoomId, since: now, ahead: null }
}
