import { s16le, u16le, u24le, u32le, u8 } from '../kit/bytes.ts'
import { type BeaconFacts, measured, flagged } from '../advertisements/facts.ts'
import type { Read } from '../advertisements/read.ts'

type ObjectReader = (value: Uint8Array, read: Read) => void

const real = (value: Uint8Array): number =>
  value.length >= 4 ? Buffer.from(value).readFloatLE(0) : Number.NaN
const flag = (value: Uint8Array): boolean | undefined => (value.length > 0 ? value[0] !== 0 : undefined)

const temperature: ObjectReader = (value, { facts }) => measured(facts, 'temperature', s16le(value, 0) / 10)
const humidity: ObjectReader = (value, { facts }) => measured(facts, 'humidity', u16le(value, 0) / 10)
/** Seven bits; the eighth says something of its own. */
const battery: ObjectReader = (value, { facts }) => measured(facts, 'battery', u8(value, 0) & 0x7f)
const lowBattery: ObjectReader = (value, { facts }) => flagged(facts, 'isLowOnBattery', flag(value))
const motion: ObjectReader = (_value, { facts }) => flagged(facts, 'motion', true)
const light: ObjectReader = (value, { facts }) => measured(facts, 'illuminanceLux', u24le(value, 0))
const more =
  (name: string, of: (value: Uint8Array) => number): ObjectReader =>
  (value, read) => {
    const number = of(value)
    if (!Number.isNaN(number)) read.more = { ...read.more, [name]: number }
  }
const pressed =
  (button: NonNullable<BeaconFacts['button']>): ObjectReader =>
  (_value, { facts }) => {
    facts.button = button
  }

/** 0 open, 1 closed, 2 open for too long, 3 taken by force. */
const door: ObjectReader = (value, { facts }) => {
  const state = u8(value, 0)
  if (state <= 2) flagged(facts, 'door', state !== 1)
  if (state === 3) flagged(facts, 'tamper', true)
}

const presses = ['PRESS', 'DOUBLE', 'LONG'] as const
const button: ObjectReader = (value, { facts }) => {
  const press = presses[u8(value, 2)]
  if (press) facts.button = press
}

/** So long nobody moved, in seconds; nought: somebody does. */
const stillness =
  (of: (value: Uint8Array) => number): ObjectReader =>
  (value, { facts }) => {
    const seconds = of(value)
    if (!Number.isNaN(seconds)) flagged(facts, 'motion', seconds === 0)
  }

const smoke: ObjectReader = (value, { facts }) => flagged(facts, 'smoke', flag(value))

/** What a MiBeacon tells, by its number. */
export const miObjects: Record<number, ObjectReader> = {
  0x0003: motion,
  0x000f: (value, read) => {
    motion(value, read)
    light(value, read)
  },
  0x1001: button,
  0x1004: temperature,
  0x1006: humidity,
  0x1007: light,
  0x1008: more('moi', (value) => u8(value, 0)),
  0x1009: more('fer', (value) => u16le(value, 0)),
  0x100a: battery,
  0x100d: (value, read) => {
    temperature(value, read)
    humidity(value.subarray(2), read)
  },
  0x1010: more('for', (value) => u16le(value, 0) / 100),
  0x1014: (value, { facts }) => flagged(facts, 'water', flag(value)),
  0x1015: smoke,
  0x1016: smoke,
  0x1017: stillness((value) => u32le(value, 0)),
  0x1018: (value, { facts }) => flagged(facts, 'light', flag(value)),
  0x1019: door,
  0x101b: stillness((value) => u32le(value, 0)),
  0x4803: battery,
  0x4804: (value, { facts }) => flagged(facts, 'door', value.length > 0 ? value[0] === 1 : undefined),
  0x4806: (value, { facts }) => flagged(facts, 'water', flag(value)),
  0x4818: stillness((value) => u16le(value, 0)),
  0x4a01: lowBattery,
  0x4a08: (value, read) => {
    motion(value, read)
    measured(read.facts, 'illuminanceLux', real(value))
  },
  0x4a0c: pressed('PRESS'),
  0x4a0d: pressed('DOUBLE'),
  0x4a0e: pressed('LONG'),
  0x4a0f: (_value, { facts }) => flagged(facts, 'tamper', true),
  0x4a12: (value, { facts }) => flagged(facts, 'door', value.length > 0 ? value[0] === 1 : undefined),
  0x4c01: (value, { facts }) => measured(facts, 'temperature', real(value)),
  0x4c02: (value, { facts }) => measured(facts, 'humidity', u8(value, 0)),
  0x4c03: battery,
  0x4c08: (value, { facts }) => measured(facts, 'humidity', real(value)),
  0x4e01: lowBattery,
}
