import { macAt, macReversedAt, s8, s16le, s32le, u8, utf8 } from '../kit/bytes.ts'

/** A beacon or a network a pendant hears: a room it might be in. */
export type Beacon = {
  mac: string | undefined
  rssi?: number
  rssiAt1m?: number
  battery?: number
  lat?: number
  lng?: number
  text?: string
  temperature?: number
}

const HAS_PLACE = 0x80
const HAS_TEXT = 0x40

/** A network whose place somebody has set: flags, address, strength, place, what it is called. */
export function readKnownWifi(value: Uint8Array): Beacon {
  const hasPlace = (u8(value, 0) & HAS_PLACE) !== 0
  const mac = macAt(value, 1)
  const place = hasPlace ? placeAt(value, 8) : {}
  return { mac, rssi: s8(value, 7), ...place, text: utf8(value.subarray(hasPlace ? 16 : 8)) }
}

/** Address and place as they were set, and what it is called. */
export const readKnownBeacon = (value: Uint8Array): Beacon => ({
  mac: macReversedAt(value, 0),
  ...placeAt(value, 6),
  text: utf8(value.subarray(14)),
})

/** Flags, address, two strengths; the newer kind with a battery, and a temperature behind its text. */
export function readBeacon(value: Uint8Array, isNew: boolean): Beacon {
  const flags = u8(value, 0)
  const beacon: Beacon = { mac: macReversedAt(value, 1), rssi: s8(value, 7), rssiAt1m: s8(value, 8) }
  let at = 9
  if (isNew && value.length > at) beacon.battery = u8(value, at++)
  if ((flags & HAS_PLACE) !== 0) {
    Object.assign(beacon, placeAt(value, at))
    at += 8
  }
  if ((flags & HAS_TEXT) !== 0) {
    const end = isNew ? at + 1 + (value[at] ?? 0) : value.length
    beacon.text = utf8(value.subarray(isNew ? at + 1 : at, end))
    at = end
  }
  if (isNew && value.length >= at + 2) beacon.temperature = s16le(value, at) / 10
  return beacon
}

const placeAt = (value: Uint8Array, at: number): { lat?: number; lng?: number } =>
  value.length >= at + 8 ? { lat: s32le(value, at) / 1e7, lng: s32le(value, at + 4) / 1e7 } : {}
