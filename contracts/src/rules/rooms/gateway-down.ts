import { FLOOR_DBM, type Gateways, type Levels, staleAfterMs, workIn } from './levels.ts'
import type { Whereabouts } from './where.ts'

/** Of a gateway that receives a beacon nearly as well as the one of its room, it may be the guest just as well. */
const NEAR_DB = 15
/** Elsewhere it has to be received better than it was there, and much better there than before: what merely turned in its chair did not go. */
const STRONGER_DB = 6
const NEARER_DB = 12
/** By so much more, for so long. */
const NEARER_DB_SECONDS = 400

/** What is received seldom, from far, was received so long ago at most. */
const REMEMBERED = 8

export type Best = { roomId: number; strength: number; next: number }

const roomOf = (gateways: Gateways, id: number): number | null => gateways.get(id)?.roomId ?? null

const isAtWork = (gateways: Gateways, roomId: number | null): boolean => {
  const work = workIn(gateways, roomId)
  return work !== 'quiet' && work !== 'down'
}

/** How strongly each gateway receives it usually, while all that are near it are at work. */
export function besideOf(levels: Levels, gateways: Gateways, now: number): Whereabouts['beside'] {
  const beside = new Map<number, number>()
  for (const [id, { usual, time }] of levels) {
    const gateway = gateways.get(id)
    if (!gateway || !isAtWork(gateways, gateway.roomId) || now - time > REMEMBERED * staleAfterMs(gateway))
      continue
    beside.set(id, usual + gateway.offset)
  }
  return beside
}

function strongest(beside: Whereabouts['beside'], is: (gatewayId: number) => boolean): number {
  return Math.max(FLOOR_DBM, ...[...beside].flatMap(([id, dbm]) => (is(id) ? [dbm] : [])))
}

/** The room that it was in or near and whose gateways are at work no more; null: none. */
export function silentRoomOf(state: Whereabouts, gateways: Gateways): number | null {
  const own = state.roomId ?? (state.unknown === null ? null : state.lastRoomId)
  if (own !== null && !isAtWork(gateways, own)) return own
  const silent = [...state.beside.keys()].filter((id) => !isAtWork(gateways, roomOf(gateways, id)))
  const most = strongest(state.beside, () => true)
  const near = silent.filter((id) => (state.beside.get(id) ?? FLOOR_DBM) >= most - NEAR_DB)
  const [nearest] = near.toSorted(
    (one, other) => (state.beside.get(other) ?? 0) - (state.beside.get(one) ?? 0),
  )
  return nearest === undefined ? null : roomOf(gateways, nearest)
}

type Elsewhere = { best: Best | null; gateways: Gateways; now: number }

/** For how long it has been received elsewhere as somebody who went there; null: it is not. */
export function nearerElsewhere(
  { beside, ahead }: Whereabouts,
  { best, gateways, now }: Elsewhere,
): Whereabouts['ahead'] {
  if (!best) return null
  const before = strongest(beside, (id) => roomOf(gateways, id) === best.roomId)
  const byDb = best.strength - before
  const isThere = best.strength >= strongest(beside, () => true) + STRONGER_DB
  if (byDb < NEARER_DB || !isThere) return null
  if (ahead?.roomId !== best.roomId) return { roomId: best.roomId, dbSeconds: 0, at: now }
  return { roomId: best.roomId, dbSeconds: ahead.dbSeconds + (byDb * (now - ahead.at)) / 1_000, at: now }
}

export const isLongEnough = (ahead: Whereabouts['ahead']): boolean =>
  (ahead?.dbSeconds ?? 0) >= NEARER_DB_SECONDS
