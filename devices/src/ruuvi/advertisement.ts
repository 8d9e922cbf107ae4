import { hex, macAt, s16be, u16be, u24be, u8 } from '../kit/bytes.ts'
import { type BeaconFacts, measured, numbered } from '../advertisements/facts.ts'
import type { Reader } from '../advertisements/read.ts'

/** What a RuuviTag or a Ruuvi Air says; absent: not available. */
export type Ruuvi = {
  format: 3 | 5 | 6 | 'E1'
  temperature?: number
  humidity?: number
  /** Pa */
  pressure?: number
  /** g */
  acceleration?: { x?: number; y?: number; z?: number }
  voltage?: number
  power?: number
  movements?: number
  sequence?: number
  pm1?: number
  pm25?: number
  pm4?: number
  pm10?: number
  co2?: number
  voc?: number
  nox?: number
  luminosity?: number
  /** Of 6 and E1. */
  flags?: number
  mac?: string
}

/** From its format's number on. */
export function readRuuvi(body: Uint8Array): Ruuvi | undefined {
  if (body[0] === 0x05) return body.length >= 24 ? readFormat5(body) : undefined
  if (body[0] === 0x03) return body.length >= 14 ? readFormat3(body) : undefined
  if (body[0] === 0x06) return body.length >= 20 ? readFormat6(body) : undefined
  if (body[0] === 0xe1) return body.length >= 40 ? readFormatE1(body) : undefined
  return undefined
}

type Value = { raw: number; none: number; factor?: number; offset?: number }

/** Fields of those that are there. */
function fields(values: Record<string, Value>): Record<string, number> {
  const there: Record<string, number> = {}
  for (const [name, { raw, none, factor = 1, offset = 0 }] of Object.entries(values)) {
    // Rounded, for 0.005 is no binary fraction.
    if (raw !== none) there[name] = Math.round((raw * factor + offset) * 1e6) / 1e6
  }
  return there
}

const climate = (body: Uint8Array): Record<string, Value> => ({
  temperature: { raw: s16be(body, 1), none: -0x8000, factor: 0.005 },
  humidity: { raw: u16be(body, 3), none: 0xffff, factor: 0.0025 },
  pressure: { raw: u16be(body, 5), none: 0xffff, offset: 50_000 },
})

const axis = (raw: number): Value => ({ raw, none: -0x8000, factor: 0.001 })

const accelerationAt = (body: Uint8Array, at: number): NonNullable<Ruuvi['acceleration']> =>
  fields({ x: axis(s16be(body, at)), y: axis(s16be(body, at + 2)), z: axis(s16be(body, at + 4)) })

function readFormat5(body: Uint8Array): Ruuvi {
  const supply = u16be(body, 13)
  const mac = macAt(body, 18)
  return {
    format: 5,
    ...fields({
      ...climate(body),
      voltage: { raw: supply >> 5, none: 2047, factor: 0.001, offset: 1.6 },
      power: { raw: supply & 31, none: 31, factor: 2, offset: -40 },
      movements: { raw: u8(body, 15), none: 255 },
      sequence: { raw: u16be(body, 16), none: 65_535 },
    }),
    acceleration: accelerationAt(body, 7),
    ...(mac && { mac }),
  }
}

function readFormat3(body: Uint8Array): Ruuvi {
  const whole = u8(body, 2)
  const temperature = (whole & 0x7f) + u8(body, 3) / 100
  return {
    format: 3,
    temperature: whole & 0x80 ? -temperature : temperature,
    humidity: u8(body, 1) * 0.5,
    pressure: u16be(body, 4) + 50_000,
    acceleration: accelerationAt(body, 6),
    voltage: u16be(body, 12) / 1000,
  }
}

/** Nine bits: the lowest stands among the flags. */
const nine = (body: Uint8Array, at: number, flag: boolean): number => u8(body, at) * 2 + (flag ? 1 : 0)
const NINE_BITS = 511

const LIGHT_STEP = Math.log(65_536) / 254

function readFormat6(body: Uint8Array): Ruuvi {
  const flags = u8(body, 16)
  const light = u8(body, 13)
  return {
    format: 6,
    ...fields({
      ...climate(body),
      pm25: { raw: u16be(body, 7), none: 0xffff, factor: 0.1 },
      co2: { raw: u16be(body, 9), none: 0xffff },
      voc: { raw: nine(body, 11, (flags & 0x40) !== 0), none: NINE_BITS },
      nox: { raw: nine(body, 12, (flags & 0x80) !== 0), none: NINE_BITS },
      sequence: { raw: u8(body, 15), none: 256 },
    }),
    ...(light !== 255 && { luminosity: Math.round((Math.exp(light * LIGHT_STEP) - 1) * 100) / 100 }),
    flags,
    ...halfMac(body),
  }
}

/** Only its last three bytes. */
function halfMac(body: Uint8Array): { mac?: string } {
  const mac = hex(body.subarray(17, 20))
  return mac === 'ffffff' ? {} : { mac }
}

function readFormatE1(body: Uint8Array): Ruuvi {
  const flags = u8(body, 28)
  const mac = macAt(body, 34)
  return {
    format: 'E1',
    ...fields({
      ...climate(body),
      pm1: { raw: u16be(body, 7), none: 0xffff, factor: 0.1 },
      pm25: { raw: u16be(body, 9), none: 0xffff, factor: 0.1 },
      pm4: { raw: u16be(body, 11), none: 0xffff, factor: 0.1 },
      pm10: { raw: u16be(body, 13), none: 0xffff, factor: 0.1 },
      co2: { raw: u16be(body, 15), none: 0xffff },
      voc: { raw: nine(body, 17, (flags & 0x40) !== 0), none: NINE_BITS },
      nox: { raw: nine(body, 18, (flags & 0x80) !== 0), none: NINE_BITS },
      luminosity: { raw: u24be(body, 19), none: 0xff_ffff, factor: 0.01 },
      sequence: { raw: u24be(body, 25), none: 0xff_ffff },
    }),
    flags,
    ...(mac && { mac }),
  }
}

export function ruuviFacts(read: Ruuvi): BeaconFacts {
  const facts: BeaconFacts = {}
  measured(facts, 'temperature', read.temperature)
  measured(facts, 'humidity', read.humidity)
  measured(facts, 'batteryMv', read.voltage === undefined ? undefined : read.voltage * 1000)
  measured(facts, 'illuminanceLux', read.luminosity)
  numbered(facts, read.sequence)
  return facts
}

export const ruuviReader: Reader = (whole) => {
  const read = readRuuvi(whole.subarray(2))
  if (!read) return undefined
  const isAir = read.format === 6 || read.format === 'E1'
  const product = { brand: 'Ruuvi', model: isAir ? 'Air' : 'RuuviTag', id: 'RUUVI', kind: 'THBX' }
  // Format 6 names only half of its address.
  const mac = read.mac?.length === 12 ? read.mac : undefined
  return { facts: ruuviFacts(read), product, ...(mac && { mac }) }
}
