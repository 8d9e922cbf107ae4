import { beaconButtons, isButton } from '../../rooms.ts'

/** What a beacon can say of its room or of itself, by the names that `sightings.facts` and `beacon_facts` keep it under. */
export const factKinds = [
  'temperature',
  'humidity',
  'battery',
  'door',
  'water',
  'smoke',
  'motion',
  'tamper',
  'light',
  'vibration',
  ...beaconButtons,
] as const
export type FactKind = (typeof factKinds)[number]
export type FactValue = number | boolean | string

/** One fact of a beacon, by one gateway. */
export type ReportedFact = {
  value: FactValue
  /** Milliseconds since 1970. */
  time: number
  gatewayId: number
  packetId: number | null
}

/** What the beacon said last of this kind, since when, and when that was handed on last. */
export type LastFact = ReportedFact & { since: number }

/** The last packet that was taken of a beacon. */
export type LastPacket = { id: number; time: number }

/** After so long a repeat counts as said again, and any packet as a new one. */
export const REPEATED_AFTER_MS = 4_000
/** Two gateways' clocks, and their ways to us, may differ by so much. */
const CLOCKS_DIFFER_MS = 2_000
/** A press is sent again and again; gateways gather what they receive for about so long. */
export const ONE_PRESS_MS = 10_000
const SAME_PRESS_MS = 30_000

const NEWER_AT_MOST = 63

/** By the rule of BTHome: newer by 1 to 63 of 256, or so long after the last that the number says nothing. */
export const isNewPacket = (last: LastPacket | undefined, { id, time }: LastPacket): boolean => {
  if (!last) return true
  const ahead = (id - last.id + 256) % 256
  if (ahead >= 1 && ahead <= NEWER_AT_MOST) return true
  return time - last.time > REPEATED_AFTER_MS
}

/** Whether a fact is a change: not what another gateway sent already, not what came out of order, and a repeat only after a while. */
export function isChange(kind: FactKind, last: LastFact | undefined, reported: ReportedFact): boolean {
  if (!last) return true
  if (isButton(kind)) return isNewPress(last, reported)
  const isNumbered = reported.packetId !== null && last.packetId !== null
  if (reported.time <= last.time && !(isNumbered && reported.time > last.time - CLOCKS_DIFFER_MS))
    return false
  if (reported.value === last.value) return reported.time - last.time >= REPEATED_AFTER_MS
  const isEcho =
    !isNumbered && reported.gatewayId !== last.gatewayId && reported.time - last.since < CLOCKS_DIFFER_MS
  return !isEcho
}

function isNewPress(last: LastFact, reported: ReportedFact): boolean {
  const apartMs = reported.time - last.time
  if (reported.packetId === null || last.packetId === null)
    return apartMs > ONE_PRESS_MS || (reported.value !== last.value && apartMs > 0)
  return reported.packetId !== last.packetId || Math.abs(apartMs) > SAME_PRESS_MS
}
