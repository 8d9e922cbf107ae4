import { macAt, s16be, u16be, u8 } from '../kit/bytes.ts'
import { measured, flagged } from '../advertisements/facts.ts'
import type { Product, Read, Reader } from '../advertisements/read.ts'

/** Metres per second squared in one of its units. */
const ACCELERATION = 9.80665 / 10_000
const pro: Product = { brand: 'Mokosmart', model: 'BeaconX Pro', id: 'MBXPRO', kind: 'ACEL' }

const axes = (body: Uint8Array, at: number): Record<string, number> => ({
  x_axis: s16be(body, at) * ACCELERATION,
  y_axis: s16be(body, at + 2) * ACCELERATION,
  z_axis: s16be(body, at + 4) * ACCELERATION,
})

/** MOKO's maker's data: a beacon that knows of a door, or of movement. */
export const mokoReader: Reader = (whole) => {
  const body = whole.subarray(2)
  if (body[0] !== 0x02 || body.length !== u8(body, 1) + 2) return undefined
  const status = u8(body, 2)
  const read: Read = { facts: {} }
  flagged(read.facts, 'door', (status & 0x08) !== 0)
  flagged(read.facts, 'motion', (status & 0x01) !== 0)
  measured(read.facts, 'batteryMv', u16be(body, 16))
  const mac = macAt(body, 4)
  return mac ? { ...read, mac } : read
}

const ACCELERATION_FRAME = 0x60
const CLIMATE_FRAME = 0x70

/** BeaconX Pro: service data. */
export const mokoProReader: Reader = (body) => {
  const facts = {}
  if (body[0] === CLIMATE_FRAME && body.length >= 9) {
    measured(facts, 'temperature', s16be(body, 3) / 10)
    measured(facts, 'humidity', u16be(body, 5) / 10)
    measured(facts, 'batteryMv', u16be(body, 7))
    return { facts, product: pro }
  }
  if (body[0] === ACCELERATION_FRAME && body.length >= 14) {
    measured(facts, 'batteryMv', u16be(body, 12))
    return { facts, product: pro, more: axes(body, 6) }
  }
  return undefined
}

/** The first of its beacons. */
export const mokoBeaconReader: Reader = (body) => {
  if (body.length !== 13) return undefined
  const facts = {}
  measured(facts, 'battery', body[0])
  const product = { brand: 'Mokosmart', model: 'Beacon', id: 'Mokobeacon', kind: 'ACEL' }
  return { facts, product, more: axes(body, 7) }
}
