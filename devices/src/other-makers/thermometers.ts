import {
  macAt,
  macReversedAt,
  s8point8,
  s16be,
  s16le,
  startsWith,
  u16be,
  u16le,
  u32le,
  u8,
} from '../kit/bytes.ts'
import { measured, flagged } from '../advertisements/facts.ts'
import { product, type Product, type Read, type Reader } from '../advertisements/read.ts'

/** ThermoPro TP35 and TP39: its maker's number ends in the temperature, so it is known by its name. */
export const thermoProReader: Reader = (body) => {
  if (body.length < 6) return undefined
  const read: Read = { facts: {}, product: product('TP35X/393', 'THB', ['ThermoPro', 'TH Sensor']) }
  measured(read.facts, 'temperature', s16le(body, 1) / 10)
  measured(read.facts, 'humidity', u8(body, 3))
  flagged(read.facts, 'isLowOnBattery', (u8(body, 4) & 3) === 0)
  return read
}

/** Oria T201 and T301. */
export const oriaReader: Reader = (body) => {
  if (body.length < 17 || !startsWith(body, [0x55, 0xaa])) return undefined
  const mac = macAt(body, 4)
  const read: Read = {
    facts: {},
    product: product('T301', 'THB', ['Oria', 'TH Sensor']),
    ...(mac && { mac }),
  }
  measured(read.facts, 'temperature', s16be(body, 12) / 100)
  measured(read.facts, 'humidity', u16be(body, 14) / 100)
  measured(read.facts, 'battery', u8(body, 16))
  return read
}

/** Temperature only, or with humidity and dew point, or with the pressure of the air. */
const DISC_T = 0x0d
const DISC_THD_OLD = 0x16
const DISC_THD = 0x17
const DISC_THPD = 0x1b
const discs: Record<number, Product> = {
  [DISC_T]: product('TD1in1', 'THB', ['Blue Maestro', 'Tempo Disc']),
  [DISC_THD_OLD]: product('TD3in1', 'THBX', ['Blue Maestro', 'Tempo Disc']),
  [DISC_THD]: product('TD3in1', 'THBX', ['Blue Maestro', 'Tempo Disc']),
  [DISC_THPD]: product('TD4in1', 'THBX', ['Blue Maestro', 'Tempo Disc']),
}

/** Blue Maestro's Tempo Disc. */
export const blueMaestroReader: Reader = (body) => {
  const kind = u8(body, 2)
  const made = discs[kind]
  if (!made || body.length < 10) return undefined
  const read: Read = { facts: {}, product: made }
  measured(read.facts, 'battery', u8(body, 3))
  measured(read.facts, 'temperature', s16be(body, 8) / 10)
  if (kind === DISC_T) return read
  measured(read.facts, 'humidity', u16be(body, 10) / 10)
  const third = s16be(body, 12) / 10
  if (kind === DISC_THPD) read.more = { pres: u16be(body, 12) / 10 }
  else if (!Number.isNaN(third)) read.more = { tempc2_dp: third, tempf2_dp: third * 1.8 + 32 }
  return read
}

const fraction = (raw: number): number => raw / 0xffff
const degrees = (raw: number): number => 175 * fraction(raw) - 45

/** Sensirion's gadgets: the second byte says how humidity is written, and what follows it. */
const SHT_OLD = 0x04
const SHT4X = 0x06
const SCD4X = 0x08
const SCD4X_NEW = 0x0a
const KINDS = new Set([SHT_OLD, SHT4X, SCD4X, SCD4X_NEW])

export const sensirionReader: Reader = (body) => {
  const kind = u8(body, 3)
  if (body[2] !== 0 || body.length < 10) return undefined
  if (!KINDS.has(kind)) return undefined
  const isAir = kind === SCD4X || kind === SCD4X_NEW
  const read: Read = {
    facts: {},
    product: isAir
      ? product('SCD4X', 'AIR', ['Sensirion', 'TH CO2 Sensor'])
      : product('SHT4X', 'THB', ['Sensirion', 'TH Sensor']),
  }
  measured(read.facts, 'temperature', degrees(u16le(body, 6)))
  const wet = fraction(u16le(body, 8))
  measured(read.facts, 'humidity', kind === SHT4X ? 125 * wet - 6 : 100 * wet)
  if (isAir) read.more = { co2: u16le(body, 10) }
  return read
}

/** Sold under many names; its maker's number is one of a few. */
export const thermoBeaconReader: Reader = (body) => {
  if (body.length !== 20) return undefined
  const mac = macReversedAt(body, 4)
  const read: Read = {
    facts: {},
    product: product('WS02/WS08', 'THB', ['GENERIC', 'ThermoBeacon']),
    ...(mac && { mac }),
    more: { time: u32le(body, 16) },
  }
  measured(read.facts, 'batteryMv', u16le(body, 10))
  measured(read.facts, 'temperature', s16le(body, 12) / 16)
  measured(read.facts, 'humidity', u16le(body, 14) / 16)
  return read
}

/** April Brother N03. */
export const abSensorReader: Reader = (body) => {
  if (body.length !== 15 || !startsWith(body, [0xab, 0x03])) return undefined
  const mac = macAt(body, 2)
  const read: Read = {
    facts: {},
    product: product('ABN03', 'THBX', ['April Brother', 'N03']),
    ...(mac && { mac }),
  }
  measured(read.facts, 'battery', u8(body, 8))
  measured(read.facts, 'temperature', s16le(body, 9) / 8)
  measured(read.facts, 'humidity', u16le(body, 11) / 2)
  measured(read.facts, 'illuminanceLux', u16le(body, 13))
  return read
}

/** Radioland's tracker says temperature and humidity beside the beacon it is. */
export const radiolandReader: Reader = (body, { name }) => {
  if (body.length !== 16 || !name.startsWith('RDL52832')) return undefined
  const read: Read = { facts: {}, product: product('RDL52832', 'ACEL', ['Radioland', 'RDL52832']) }
  measured(read.facts, 'temperature', s8point8(body, 0))
  measured(read.facts, 'humidity', s8point8(body, 2))
  return read
}
