import { distanceM } from '@carewatch/contracts/rules/fence-shape'

export type Fix = { lat: number; lng: number; at: number; receivedAt: number; network: string }
/** Where a device was last, and when it was in two places at once. */
export type PlaceMemory = { last: Fix; jumps: readonly number[] }

/**
 * Faster than anybody travels: an airliner in the jet stream came to 1,327 km/h over ground (Boeing 747, New York to London, 9 February 2020).
 * Further than GPS is led astray where it is disturbed: receivers around Haifa are shown Beirut (100 km) or Cairo (500 km).
 */
const FASTEST_KM_H = 1_500
const FURTHER_THAN_KM = 1_000
/** There and back: a single wrong fix is one way, and a clock that was set is another. */
const JUMPS = 2
const WITHIN_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000

/** Whatever clock a watch has, no less time has passed between two fixes than between their messages. */
const isImpossible = (one: Fix, other: Fix): boolean => {
  const km = distanceM(one, other) / 1_000
  const ms = Math.max(Math.abs(one.at - other.at), Math.abs(one.receivedAt - other.receivedAt))
  return km >= FURTHER_THAN_KM && km > (FASTEST_KM_H * ms) / HOUR_MS
}

/** Only between two networks: a device that is led astray on one connection is one device. */
export function placed(memory: PlaceMemory | undefined, fix: Fix): { memory: PlaceMemory; isTwo: boolean } {
  if (!memory) return { memory: { last: fix, jumps: [] }, isTwo: false }
  const { last } = memory
  const isJump = fix.network !== last.network && isImpossible(last, fix)
  const recent = memory.jumps.filter((at) => fix.receivedAt - at < WITHIN_MS)
  const jumps = isJump ? [...recent, fix.receivedAt] : recent
  return { memory: { last: fix.at >= last.at ? fix : last, jumps }, isTwo: isJump && jumps.length >= JUMPS }
}
