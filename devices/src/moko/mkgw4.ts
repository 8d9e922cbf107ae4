import { type BeaconFacts, battery, measured, numbered, flagged } from '../advertisements/facts.ts'
import { type GatewayCodec, emptyScan } from '../gateway-codec.ts'
import { ascii, fromHex, hex, macAt, s16be, s8, u16be, u32be, u8, utf8 } from '../kit/bytes.ts'
import { textIn } from '../kit/json.ts'
import { mokoTypes, unknownPress, unknownType } from './beacon-types.ts'
import {
  addSightings,
  type RawSighting,
  reject,
  rejected,
  timeOfSeconds,
} from '../advertisements/sighting.ts'

export type Tagged = { tag: number; value: Uint8Array }
export type Mkgw4 = {
  id: string
  gateway: string
  tags: Tagged[]
  /** false: it is cut. */
  isComplete: boolean
}

const START = 0xef
const HEADER = 11
const HEX = /^[0-9a-fA-F]+\s*$/

/** MOKO MKGW4: bytes, or the same as hexadecimal text. */
export function readMkgw4(payload: Uint8Array): Mkgw4 | undefined {
  const bytes = isText(payload) ? fromHex(ascii(payload).trim()) : payload
  if (bytes[0] !== START || bytes.length < HEADER) return undefined
  const length = u16be(bytes, 9)
  const { tags, isComplete } = readTags(bytes.subarray(HEADER, HEADER + length))
  return {
    id: hex(bytes.subarray(1, 3)),
    gateway: hex(bytes.subarray(3, 9)),
    tags,
    isComplete: isComplete && bytes.length >= HEADER + length,
  }
}

const isText = (payload: Uint8Array): boolean =>
  (payload[0] === 0x45 || payload[0] === 0x65) && HEX.test(ascii(payload))

function readTags(bytes: Uint8Array): Pick<Mkgw4, 'tags' | 'isComplete'> {
  const tags: Tagged[] = []
  let at = 0
  while (at + 3 <= bytes.length) {
    const end = at + 3 + u16be(bytes, at + 1)
    if (end > bytes.length) return { tags, isComplete: false }
    tags.push({ tag: u8(bytes, at), value: bytes.subarray(at + 3, end) })
    at = end
  }
  return { tags, isComplete: at === bytes.length }
}

/** That it is there, and where: nothing of it is shown. What it was told and asked it repeats under numbers of their own. */
const OTHERS = /^(?:3004|3089|[12][0-9a-f]{3})$/
const SCANS = new Set(['30a0', '30b2', '3070'])
const BEGINS_BEACON = 0x00

/** Each beacon's tags: the first says what it is. */
export function beaconsIn({ id, tags }: Mkgw4): Map<number, Uint8Array>[] {
  if (!SCANS.has(id)) return []
  const beacons: Map<number, Uint8Array>[] = []
  for (const { tag, value } of tags) {
    if (tag === BEGINS_BEACON) beacons.push(new Map())
    beacons.at(-1)?.set(tag, value)
  }
  return beacons
}

export const typeOf = (beacon: ReadonlyMap<number, Uint8Array>): string | undefined =>
  mokoTypes[beacon.get(BEGINS_BEACON)?.[0] ?? -1]

function rawSightingOf(beacon: ReadonlyMap<number, Uint8Array>, receivedAt: number): RawSighting | undefined {
  const mac = macAt(beacon.get(0x01) ?? NOTHING, 0)
  const rssi = beacon.get(0x04)
  const time = beacon.get(0x03)
  if (mac === undefined || rssi?.length !== 1) return undefined
  const typed = typesOf[typeOf(beacon) ?? '']?.(beacon)
  const name = beacon.get(0x0f)
  return {
    mac,
    rssi: s8(rssi, 0),
    time: timeOfSeconds(time && u32be(time, 0), receivedAt),
    adv: beacon.get(0x05),
    rsp: beacon.get(0x06),
    name: name && isName(name) ? textIn(utf8(name)) : undefined,
    ...unknownType(beacon.get(BEGINS_BEACON)?.[0]),
    ...typed,
  }
}

const NOTHING = new Uint8Array()
/** Two bytes under a name's tag are a battery's. */
const isName = (value: Uint8Array): boolean => value.length > 2 && value.every((byte) => byte >= 0x20)

type Beacon = ReadonlyMap<number, Uint8Array>
type Typed = Pick<RawSighting, 'ibeacon' | 'seems' | 'unknown'> & { facts: BeaconFacts }

const number = (beacon: Beacon, tag: number): number | undefined => {
  const value = beacon.get(tag)
  return value?.length === 1 ? u8(value, 0) : value?.length === 2 ? u16be(value, 0) : undefined
}
const flag = (beacon: Beacon, tag: number): boolean | undefined => {
  const value = number(beacon, tag)
  return value === undefined ? undefined : value !== 0
}

const PRESSES = ['PRESS', 'DOUBLE', 'LONG'] as const
const FIRST_PRESS = 0x20
export const pressAt = (beacon: Beacon): number => (number(beacon, 0x0a) ?? Number.NaN) - FIRST_PRESS

const typesOf: Record<string, (beacon: Beacon) => Typed> = {
  ibeacon: (beacon) => {
    const [uuid, major, minor] = [beacon.get(0x0a), number(beacon, 0x0b), number(beacon, 0x0c)]
    const isWhole = uuid?.length === 16 && major !== undefined && minor !== undefined
    return { facts: {}, seems: 'TAG', ...(isWhole && { ibeacon: { uuid: hex(uuid), major, minor } }) }
  },
  'bxp-th': (beacon) => {
    const facts: BeaconFacts = {}
    const temperature = beacon.get(0x0d)
    measured(facts, 'temperature', temperature && s16be(temperature, 0) / 10)
    const humidity = number(beacon, 0x0e)
    measured(facts, 'humidity', humidity === undefined ? undefined : humidity / 10)
    battery(facts, number(beacon, 0x0f))
    return { facts, seems: 'CLIMATE' }
  },
  'bxp-button': (beacon) => {
    const facts: BeaconFacts = {}
    const press = PRESSES[pressAt(beacon)]
    // It says its last press again and again: its alarm tells whether it is over.
    if (press && flag(beacon, 0x0e) !== false) facts.button = press
    numbered(facts, number(beacon, 0x0c))
    battery(facts, number(beacon, 0x15))
    const isOver = flag(beacon, 0x0e) === false
    return { facts, seems: 'BUTTON', ...(!isOver && unknownPress(pressAt(beacon))) }
  },
  'bxp-tag': (beacon) => {
    const facts: BeaconFacts = {}
    flagged(facts, 'door', flag(beacon, 0x0a))
    battery(facts, number(beacon, 0x0e))
    return { facts }
  },
  pir: (beacon) => {
    const facts: BeaconFacts = {}
    const door = flag(beacon, 0x0b)
    // Nought is open.
    flagged(facts, 'door', door === undefined ? undefined : !door)
    flagged(facts, 'motion', flag(beacon, 0x0d))
    battery(facts, number(beacon, 0x0e))
    return { facts, seems: 'MOTION' }
  },
}

export const mkgw4: GatewayCodec = (_topic, payload, context) => {
  const read = readMkgw4(payload)
  if (!read) return rejected('shape', 'mkgw4')
  const scan = emptyScan()
  if (!read.isComplete) reject(scan, 'shape', 'cut')
  if (!SCANS.has(read.id) && !OTHERS.test(read.id)) reject(scan, 'unknownMessage', read.id)
  const rows = beaconsIn(read).map((beacon) => rawSightingOf(beacon, context.receivedAt))
  addSightings(
    scan,
    rows.filter((row) => row !== undefined),
    context,
  )
  if (rows.includes(undefined)) reject(scan, 'shape', 'beacon')
  return scan
}
