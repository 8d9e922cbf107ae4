import { AWAY_AFTER_MS } from '../../rooms.ts'
import { FLOOR_DBM, type GatewayPlacement, type Gateways, type Level, workIn } from './levels.ts'
import type { Whereabouts } from './where.ts'

/** Of a gateway that receives a beacon nearly as well as the one of its room, it may be the guest just as well. */
const NEAR_DB = 6
const FAILED_MS = 300_000
/** Since it failed it may have been counted to the next room, before that was found. */
const FOUND_MS = 60_000
/** Elsewhere it has to be received better than it was in its room: what merely turned in its chair did not go. */
const STRONGER_DB = 6
/** Who is received like this is near, where nothing is remembered of how its own room received it. */
const CLEAR_DBM = -65
/** Who is received like this stands before that gateway. */
const BESIDE_DBM = -55
/** For so long. */
const NEARER_MS = 20_000
/** What is received more weakly, from far, is missed now and then by a gateway that is at work. */
const FAR_DBM = -85

export type Best = { roomId: number; strength: number; next: number }
type Silent = { gateways: Gateways; silentRoomId: number }

const isOf = ({ gateways, silentRoomId }: Silent, gatewayId: number): boolean =>
  gateways.get(gatewayId)?.roomId === silentRoomId

/** How strongly it has to be received elsewhere to have gone there. */
function neededDbm({ levels }: Whereabouts, silent: Silent): number {
  const own = [...levels].filter(([id]) => isOf(silent, id))
  if (own.length === 0) return CLEAR_DBM
  const usual = own.map(([id, level]) => level.usual + (silent.gateways.get(id)?.offset ?? 0))
  return Math.min(BESIDE_DBM, Math.max(...usual) + STRONGER_DB)
}

/** The room of a gateway that failed a few minutes ago and received it as well as that of its room: it may be there; null: none. */
export function nearDown(
  { roomId, levels, cameAt }: Whereabouts,
  gateways: Gateways,
  now: number,
): number | null {
  const usualOf = (is: (gateway: GatewayPlacement, level: Level) => boolean) =>
    [...levels].flatMap(([id, level]) => {
      const gateway = gateways.get(id)
      if (!gateway || gateway.roomId === null || !is(gateway, level)) return []
      return [{ roomId: gateway.roomId, dbm: level.usual + gateway.offset }]
    })
  const own = Math.max(FLOOR_DBM, ...usualOf((one) => one.roomId === roomId).map(({ dbm }) => dbm))
  const [nearest] = usualOf(
    ({ work }, { time }) => work === 'down' && time >= cameAt - FOUND_MS && now - time <= FAILED_MS,
  ).toSorted((one, other) => other.dbm - one.dbm)
  return nearest && nearest.dbm >= own - NEAR_DB && workIn(gateways, nearest.roomId) === 'down'
    ? nearest.roomId
    : null
}

/** In another house no wall is between. */
function isOtherBranch({ gateways, silentRoomId }: Silent, { roomId }: Best): boolean {
  const branchOf = (room: number) => [...gateways.values()].find((one) => one.roomId === room)?.branchId
  return branchOf(roomId) !== branchOf(silentRoomId)
}

/** It is received there as somebody who is there and not behind the wall. */
export const isClear = (state: Whereabouts, { best, ...silent }: Silent & { best: Best }): boolean =>
  isOtherBranch(silent, best) || best.strength >= neededDbm(state, silent)

/** Since when it has been received elsewhere as somebody who went there; null: it is not. */
export function nearerElsewhere(
  state: Whereabouts,
  { best, now, ...silent }: Silent & { best: Best | null; now: number },
): Whereabouts['ahead'] {
  if (!best || best.strength < neededDbm(state, silent)) return null
  return state.ahead?.roomId === best.roomId ? state.ahead : { roomId: best.roomId, dbSeconds: 0, at: now }
}

/** Whether it has gone there: in another house at once. */
export const isElsewhere = (
  ahead: Whereabouts['ahead'],
  { best, now, ...silent }: Silent & { best: Best; now: number },
): boolean => isOtherBranch(silent, best) || (ahead !== null && now - ahead.at >= NEARER_MS)

/** Those at work that received it after its own gateways did receive it no more: it has gone. Where none did, nobody knows. */
export function isGone({ levels }: Whereabouts, { now, ...silent }: Silent & { now: number }): boolean {
  const own = [...levels].flatMap(([id, { time }]) => (isOf(silent, id) ? [time] : []))
  const lastOfOwn = Math.max(Number.NEGATIVE_INFINITY, ...own)
  const others = [...levels].flatMap(([id, { time, usual }]) => {
    const gateway = silent.gateways.get(id)
    const isAtWork = gateway !== undefined && gateway.roomId !== null && gateway.work !== 'down'
    return isAtWork && time > lastOfOwn && usual + gateway.offset >= FAR_DBM ? [time] : []
  })
  return others.length > 0 && now - Math.max(...others) > AWAY_AFTER_MS
}
