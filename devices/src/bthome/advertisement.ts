import {
  byteInHex,
  hex,
  macReversedAt,
  s8,
  s16le,
  s32le,
  u16le,
  u24le,
  u32le,
  u8,
  utf8,
} from '../kit/bytes.ts'
import { open } from '../advertisements/sealed.ts'
import { type BthomeObject, bthomeObjects } from './objects.ts'
import type { Bthome, BthomeValue } from './bthome.ts'
import {
  type BeaconFacts,
  type Press,
  measured,
  numbered,
  flagged,
  pressed,
} from '../advertisements/facts.ts'
import { bthomeProduct } from './products.ts'
import type { Reader } from '../advertisements/read.ts'

const SERVICE = [0xd2, 0xfc]

/** `mac` and `key` open what is encrypted; with a key nothing plain is believed any more. */
export function readBthome(body: Uint8Array, with_: { mac: string; key?: Uint8Array }): Bthome | undefined {
  const info = u8(body, 0)
  if (info >> 5 !== 2) return undefined
  const hasMac = (info & 0x02) !== 0
  const inner = body.subarray(hasMac ? 7 : 1)
  const mac = hasMac ? macReversedAt(body, 1) : undefined
  const isEncrypted = (info & 0x01) !== 0
  const read: Bthome = { values: [], isEncrypted, isTriggered: (info & 0x04) !== 0, ...(mac && { mac }) }
  if (isEncrypted) return unseal(inner, read, { info, mac: mac ?? with_.mac, key: with_.key })
  if (with_.key) return { ...read, refused: 'plain' }
  return { ...read, ...readValues(inner) }
}

type Secret = { info: number; mac: string; key: Uint8Array | undefined }

function unseal(inner: Uint8Array, read: Bthome, { info, mac, key }: Secret): Bthome {
  if (inner.length < 8) return { ...read, refused: 'wrongKey' }
  const sealed = {
    cipher: inner.subarray(0, -8),
    counter: inner.subarray(-8, -4),
    seal: inner.subarray(-4),
  }
  const known = { ...read, sealed, counter: u32le(sealed.counter, 0) }
  if (!key) return { ...known, refused: 'noKey' }
  const nonce = Buffer.concat([Buffer.from(mac, 'hex'), Uint8Array.of(...SERVICE, info), sealed.counter])
  const plain = open(sealed.cipher, { key, nonce, seal: sealed.seal })
  return plain ? { ...known, ...readValues(plain) } : { ...known, refused: 'wrongKey' }
}

function readValues(bytes: Uint8Array): Pick<Bthome, 'values' | 'unknown'> {
  const values: BthomeValue[] = []
  let at = 0
  while (at < bytes.length) {
    const id = u8(bytes, at)
    const object = bthomeObjects[id]
    // How long an unknown one is nobody knows: what was read stands.
    if (!object) return { values, unknown: id }
    const start = at + 1
    const length = hasOwnLength(object) ? 1 + u8(bytes, start) : object.length
    if (!(start + length <= bytes.length)) break
    if (object.kind !== 'device') values.push(valueOf(object, bytes.subarray(start, start + length)))
    at = start + length
  }
  return { values }
}

const hasOwnLength = ({ kind }: BthomeObject): boolean => kind === 'text' || kind === 'raw'

function valueOf(object: BthomeObject, bytes: Uint8Array): BthomeValue {
  switch (object.kind) {
    case 'state':
      return { object, value: bytes[0] !== 0 }
    case 'text':
      return { object, value: utf8(bytes.subarray(1)) }
    case 'raw':
      return { object, value: hex(bytes.subarray(1)) }
    case 'dimmer':
      return { object, value: u8(bytes, 0), steps: u8(bytes, 1) }
    case 'number':
    case 'button':
    case 'time':
    case 'device':
      return { object, value: Math.round(numberOf(object, bytes) * object.factor * 1e6) / 1e6 }
  }
}

function numberOf({ length, isSigned }: BthomeObject, bytes: Uint8Array): number {
  if (length === 1) return isSigned ? s8(bytes, 0) : u8(bytes, 0)
  if (length === 2) return isSigned ? s16le(bytes, 0) : u16le(bytes, 0)
  if (length === 3) return u24le(bytes, 0)
  return isSigned ? s32le(bytes, 0) : u32le(bytes, 0)
}

const PRESSES: Record<number, Press> = {
  1: 'PRESS',
  2: 'DOUBLE',
  3: 'TRIPLE',
  4: 'LONG',
  5: 'LONG',
  6: 'LONG',
  0x80: 'LONG',
  0xfe: 'LONG',
}

/** How a button was pressed, by the number that BTHome gives it; undefined: not. */
export const pressOf = (value: unknown): Press | undefined =>
  typeof value === 'number' ? PRESSES[value] : undefined

export function bthomeFacts({ values }: Bthome): BeaconFacts {
  const facts: BeaconFacts = {}
  const buttons = values.filter(({ object }) => object.kind === 'button')
  for (const [index, { value }] of buttons.entries()) pressed(facts, index, pressOf(value))
  for (const { object, value } of values) {
    if (typeof value === 'boolean') addState(facts, object.name, value)
    else if (typeof value === 'number') addNumber(facts, object, value)
  }
  return facts
}

function addState(facts: BeaconFacts, name: string, value: boolean): void {
  const fact = STATES[name]
  if (fact) flagged(facts, fact, value)
}

const STATES: Record<string, Parameters<typeof flagged>[1]> = {
  opening: 'door',
  door: 'door',
  garage_door: 'door',
  window: 'door',
  moisture: 'water',
  motion: 'motion',
  occupancy: 'motion',
  presence: 'motion',
  moving: 'vibration',
  vibration: 'vibration',
  tamper: 'tamper',
  smoke: 'smoke',
  carbon_monoxide: 'smoke',
  gas: 'smoke',
  light: 'light',
  battery_low: 'isLowOnBattery',
}

function addNumber(facts: BeaconFacts, { name, factor }: BthomeObject, value: number): void {
  if (name === 'temperature' || name === 'humidity' || name === 'battery') measured(facts, name, value)
  else if (name === 'illuminance') measured(facts, 'illuminanceLux', value)
  else if (name === 'packet_id') numbered(facts, value)
  // In tenths of a volt it is the mains.
  else if (name === 'voltage' && factor === 0.001) measured(facts, 'batteryMv', value * 1000)
}

export const bthomeReader: Reader = (body, parts) => {
  const read = readBthome(body, { mac: parts.mac, ...(parts.key && { key: parts.key }) })
  if (!read) return undefined
  const product = bthomeProduct(parts, read)
  return {
    facts: bthomeFacts(read),
    ...(read.unknown !== undefined && { unknown: `bthome ${byteInHex(read.unknown)}` }),
    ...(product && { product }),
    ...(read.mac && { mac: read.mac }),
    more: read.sealed ? { sealed: read.sealed, encr: 2 } : moreOf(read),
  }
}

/** By the names of the sensor lists. */
function moreOf({ values }: Bthome): Record<string, unknown> {
  const more: Record<string, unknown> = {}
  const buttons = values.filter(({ object }) => object.kind === 'button')
  for (const [index, { value }] of buttons.entries()) {
    more[buttons.length > 1 ? `button${index + 1}` : 'button'] = value
  }
  for (const { object, value } of values) {
    const name = MORE[object.name]
    if (name) more[name] ??= value
  }
  return more
}

const MORE: Record<string, string> = {
  rotation: 'rot',
  pressure: 'pres',
  carbon_dioxide: 'co2',
  volatile_organic_compounds: 'tvoc',
  count: 'count',
  distance: 'dist',
}
