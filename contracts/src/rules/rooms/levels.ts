const STALE_MS = 15_000
/** Of a gateway that reports seldom, so many of its intervals. */
export const STALE_REPORTS = 3
/** A level follows what is stronger within seconds; what is weaker may be a body in between, which is no way to another room. */
const [RISES_MS, FALLS_MS] = [4_000, 10_000]
/** What is usual where somebody is: over minutes. */
const USUAL_MS = 60_000
/** Nothing is received below it; a beacon that one room alone receives is ahead of it. */
export const FLOOR_DBM = -100

/** How strongly one gateway receives one beacon, what is usual, and when it did last. */
export type Level = { dbm: number; usual: number; time: number }

/** A gateway as it is mounted. */
export type GatewayPlacement = {
  /** Null: nobody said where it stands, so it cannot win. */
  roomId: number | null
  branchId: number | null
  /** Added to the levels that it receives, in dB. */
  offset: number
  /** How often it is set to report; null: as it comes. */
  reportsEveryMs: number | null
  /** For how long nothing came from it, of whatever beacon. */
  silentMs: number
  /** Whether it is at work: quiet is one that nothing came from for some seconds, of whatever beacon, and nobody knows why. */
  work: 'awake' | 'quiet' | 'down'
}
export type Gateways = ReadonlyMap<number, GatewayPlacement>
export type Levels = ReadonlyMap<number, Level>

export const staleAfterMs = ({ reportsEveryMs }: Pick<GatewayPlacement, 'reportsEveryMs'>): number =>
  Math.max(STALE_MS, STALE_REPORTS * (reportsEveryMs ?? 0))

const towards = (from: number, to: number, share: number): number => from + share * (to - from)

/** By the time that went by, whatever the interval. After a silence the first level is taken as it is; one that is older than the last is dropped. */
export function levelAfter(before: Level | undefined, { dbm, time }: Omit<Level, 'usual'>): Level {
  if (!before) return { dbm, usual: dbm, time }
  const ms = time - before.time
  if (ms <= 0) return before
  const usual = towards(before.usual, dbm, 1 - Math.exp(-ms / USUAL_MS))
  if (ms > STALE_MS) return { dbm, usual, time }
  const share = 1 - Math.exp(-ms / (dbm > before.dbm ? RISES_MS : FALLS_MS))
  return { dbm: towards(before.dbm, dbm, share), usual, time }
}

/** A gateway that is back after a silence is waited for; of one that is silent again and again, what it received so long ago counts no more. */
const WAITED_FOR_MS = 180_000

/** Of the present room what its gateways received last counts until they are found down, while they are silent or are waited for: they may have failed a moment ago. */
type Moment = { now: number; held: { roomId: number | null; isWaitedFor: boolean } | null }

/** Whether what a gateway received then still says where it is. */
function isFresh(gateway: GatewayPlacement, time: number, { now, held }: Moment): boolean {
  const stale = staleAfterMs(gateway)
  if (held === null || gateway.roomId !== held.roomId) return now - time <= stale
  if (held.isWaitedFor && now - time <= WAITED_FOR_MS) return true
  return now - time - gateway.silentMs <= stale
}

/** How strongly each room receives it: as its best gateway does. */
export function strengthsOf(levels: Levels, gateways: Gateways, moment: Moment): Map<number, number> {
  const strengths = new Map<number, number>()
  for (const [gatewayId, { dbm, time }] of levels) {
    const gateway = gateways.get(gatewayId)
    if (!gateway || gateway.roomId === null || gateway.work === 'down') continue
    if (!isFresh(gateway, time, moment)) continue
    const before = strengths.get(gateway.roomId) ?? Number.NEGATIVE_INFINITY
    strengths.set(gateway.roomId, Math.max(before, dbm + gateway.offset))
  }
  return strengths
}

/** How the gateways of a room are at work: as the best of them. Null: it has none. */
export function workIn(gateways: Gateways, roomId: number | null): GatewayPlacement['work'] | null {
  const all = [...gateways.values()].filter((gateway) => roomId !== null && gateway.roomId === roomId)
  if (all.length === 0) return null
  if (all.some(({ work }) => work === 'awake')) return 'awake'
  return all.some(({ work }) => work === 'quiet') ? 'quiet' : 'down'
}
