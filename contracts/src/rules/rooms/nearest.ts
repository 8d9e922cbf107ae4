import type { Gateways, GatewayPlacement } from './levels.ts'

/** One packet alone says little: those of so long are averaged, the stronger no faster than the weaker. */
const AVERAGED_MS = 3_000
/** What a gateway received last counts for so long, or for two of its intervals. */
const COUNTS_MS = 8_000
/** Who was not received by the gateways of a room for longer may have been elsewhere meanwhile. */
const BREAK_MS = 15_000
/** Weaker than this a tag is received through walls: where one gateway alone receives it, nobody knows from which room. */
const IN_ROOM_DBM = -75

type Packet = { dbm: number; time: number }

/** Before whose gateways it is by what they receive now, without what they received before: nothing of a room that was left lingers. */
export type Nearest = {
  /** By gateway. */
  packets: ReadonlyMap<number, readonly Packet[]>
  /** From when until when that room's own gateways received it, better than any other and, or not, as in the room itself. */
  stay: { roomId: number; isNear: boolean; since: number; until: number } | null
}

export const nearestNowhere: Nearest = { packets: new Map(), stay: null }

const countsMs = ({ reportsEveryMs }: GatewayPlacement): number =>
  Math.max(COUNTS_MS, 2 * (reportsEveryMs ?? 0))

function strongest(
  packets: Nearest['packets'],
  gateways: Gateways,
  now: number,
): { roomId: number; dbm: number } | null {
  const all = [...packets].flatMap(([id, those]) => {
    const gateway = gateways.get(id)
    const last = those.at(-1)
    if (!gateway || gateway.roomId === null || !last || now - last.time > countsMs(gateway)) return []
    const mean = those.reduce((sum, { dbm }) => sum + dbm, 0) / those.length
    return [{ roomId: gateway.roomId, dbm: mean + gateway.offset }]
  })
  return all.toSorted((one, other) => other.dbm - one.dbm)[0] ?? null
}

/** What follows from one more packet; one that is older than the gateway's last says nothing of now. */
export function nearestAfter(
  before: Nearest,
  { gatewayId, dbm, time }: Packet & { gatewayId: number },
  gateways: Gateways,
): Nearest {
  const last = before.packets.get(gatewayId) ?? []
  if (time <= (last.at(-1)?.time ?? Number.NEGATIVE_INFINITY)) return before
  const recent = last.filter((packet) => time - packet.time < AVERAGED_MS)
  const packets = new Map(before.packets).set(gatewayId, [...recent, { dbm, time }])
  const best = strongest(packets, gateways, time)
  if (!best) return { packets, stay: before.stay }
  const { roomId } = best
  const isNear = best.dbm >= IN_ROOM_DBM
  const { stay } = before
  if (stay?.roomId !== roomId || stay.isNear !== isNear || time - stay.until > BREAK_MS)
    return { packets, stay: { roomId, isNear, since: time, until: time } }
  const isOwn = gateways.get(gatewayId)?.roomId === roomId
  return { packets, stay: isOwn ? { ...stay, until: time } : stay }
}
