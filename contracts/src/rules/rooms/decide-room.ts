import { AWAY_AFTER_MS } from '../../rooms.ts'
import { type Best, isClear, isElsewhere, isGone, nearDown, nearerElsewhere } from './gateway-down.ts'
import { FLOOR_DBM, type Gateways, staleAfterMs, strengthsOf, workIn } from './levels.ts'
import { ownRoomOf, placed, type Whereabouts } from './where.ts'

/** How often it is decided where each beacon is. */
export const DECIDE_EVERY_MS = 3_000
/** Stronger by four dB for six seconds (or by more for less), or by twelve at once. */
const AHEAD_DB = 4
const AHEAD_DB_SECONDS = 24
const FAR_AHEAD_DB = 12
/** A lead of so much makes it half as likely that it is another room. */
const HALVES_DB = 5.5
/** A gateway that spoke again after a silence is waited for: what it receives comes with its next reports. */
const BACK_MS = 30_000
const DOWN = { roomId: null, unknown: 'GATEWAY_DOWN' } as const
/** While another room is ahead, but not for long enough. */
const OVERTAKEN = 0.4

/** How sure a room is by its lead in dB, in models of many floors (measure.ts). */
export const confidenceOf = (leadDb: number): number => 1 - 0.5 ** (1 + Math.max(0, leadDb) / HALVES_DB)

function bestOf(strengths: ReadonlyMap<number, number>): Best | null {
  const [best, next] = [...strengths].toSorted(([, one], [, other]) => other - one)
  return best ? { roomId: best[0], strength: best[1], next: next?.[1] ?? FLOOR_DBM } : null
}

/** Where it is now, by which gateways received it a moment ago and how strongly, where no room is calibrated. The same object again: as it was. */
export function decideRoom(state: Whereabouts, gateways: Gateways, now: number): Whereabouts {
  const own = ownRoomOf(state)
  const work = workIn(gateways, own)
  if (own !== null && work === 'down') {
    const best = bestOf(strengthsOf(state.levels, gateways, { now, held: null }))
    const down = { ...state, silentAt: now, downAt: now }
    return withoutGateway(down, { best, gateways, silentRoomId: own, now })
  }
  if (state.unknown !== null) return knownAgain(state, gateways, now)
  return compared(work === 'quiet' ? { ...state, silentAt: now } : state, gateways, now)
}

/** Its gateway is back: it is waited for, and goes on where it was. */
function knownAgain(state: Whereabouts, gateways: Gateways, now: number): Whereabouts {
  const roomId = ownRoomOf(state)
  const strengths = strengthsOf(state.levels, gateways, { now, held: null })
  if (roomId !== null && strengths.has(roomId))
    return compared(placed({ ...state, ahead: null }, { roomId, unknown: null }, now), gateways, now)
  if (now - state.downAt <= BACK_MS) return state
  return compared({ ...state, ahead: null }, gateways, now)
}

/** Among the rooms that receive it. That of gateways which are silent, and perhaps only because nobody is near them, is as strong as it was. */
function compared(state: Whereabouts, gateways: Gateways, now: number): Whereabouts {
  const held = { roomId: state.roomId, isWaitedFor: now - state.silentAt <= BACK_MS }
  const strengths = strengthsOf(state.levels, gateways, { now, held })
  const best = bestOf(strengths)
  if (!best) return withoutSignal(state, gateways, now)
  const received = { ...state, lastSeenAt: now }
  const sure = confidenceOf(best.strength - best.next)
  if (best.roomId === state.roomId)
    return { ...received, ahead: null, confidence: state.silentAt === now ? state.confidence : sure }
  const strength = state.roomId === null ? undefined : strengths.get(state.roomId)
  const byDb = strength === undefined ? Number.POSITIVE_INFINITY : best.strength - strength
  const ahead = aheadOf(state, { roomId: best.roomId, byDb, now })
  if (byDb >= FAR_AHEAD_DB || (byDb >= AHEAD_DB && (ahead?.dbSeconds ?? 0) >= AHEAD_DB_SECONDS)) {
    const silentRoomId = nearDown(state, gateways, now)
    if (silentRoomId !== null && !isClear(state, { best, gateways, silentRoomId }))
      return { ...placed(received, DOWN, now), lastRoomId: silentRoomId, cameAt: now, confidence: 0 }
    return { ...placed(received, { roomId: best.roomId, unknown: null }, now), ahead: null, confidence: sure }
  }
  return { ...received, ahead, confidence: OVERTAKEN }
}

/** By how much for how long a room has been ahead, now that it is by so much. */
function aheadOf(
  { ahead }: Whereabouts,
  { roomId, byDb, now }: { roomId: number; byDb: number; now: number },
): Whereabouts['ahead'] {
  if (byDb <= 0) return null
  if (ahead?.roomId !== roomId) return { roomId, dbSeconds: 0, at: now }
  return { roomId, dbSeconds: ahead.dbSeconds + (byDb * (now - ahead.at)) / 1_000, at: now }
}

type Silence = { best: Best | null; gateways: Gateways; silentRoomId: number; now: number }

/**
 * The gateways of its room are down. It is no guest of the neighbour because that receives it best now: only when it is received
 * there better than it was in its own room has it gone there.
 */
function withoutGateway(state: Whereabouts, { best, ...silence }: Silence): Whereabouts {
  const { now } = silence
  const ahead = nearerElsewhere(state, { best, ...silence })
  if (best && isElsewhere(ahead, { best, ...silence }))
    return {
      ...placed(state, { roomId: best.roomId, unknown: null }, now),
      ahead: null,
      lastSeenAt: now,
      confidence: confidenceOf(best.strength - best.next),
    }
  if (isGone(state, silence)) return { ...placed(state, { roomId: null, unknown: null }, now), confidence: 1 }
  return { ...placed(state, DOWN, now), ahead, confidence: 0 }
}

/** It may be behind somebody: only after half a minute and a minute of grace it is gone. A gateway that reports seldom, or was down, is waited for. */
export function withoutSignal(state: Whereabouts, gateways: Gateways, now: number): Whereabouts {
  if (state.roomId === null && state.unknown === null) return state
  if (workIn(gateways, ownRoomOf(state)) === 'quiet') return state
  const own = [...gateways.values()].filter(({ roomId }) => roomId !== null && roomId === state.roomId)
  const usual = staleAfterMs({ reportsEveryMs: null })
  const slowest = Math.max(usual, ...own.map(staleAfterMs))
  const waitedFrom = Math.max(lastReceived(state, gateways), state.downAt)
  if (now - waitedFrom <= AWAY_AFTER_MS + slowest - usual) return state
  return { ...placed(state, { roomId: null, unknown: null }, now), confidence: 1 }
}

function lastReceived({ levels, lastSeenAt }: Whereabouts, gateways: Gateways): number {
  const times = [...levels].flatMap(([id, { time }]) => (gateways.get(id)?.roomId != null ? [time] : []))
  return times.length > 0 ? Math.max(...times) : lastSeenAt
}
