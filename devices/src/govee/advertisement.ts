import { s16le, startsWith, u16le, u24be, u32be, u8 } from '../kit/bytes.ts'
import { measured } from '../advertisements/facts.ts'
import type { Product, Read, Reader } from '../advertisements/read.ts'

export const govee = (id: string, model: string, kind = 'THB'): Product => ({
  brand: 'Govee',
  id,
  model,
  kind,
})
const packedModel = govee('H5072/75', 'Thermo-Hygrometer')
const smartModel = govee('H5100/01/02/04/05/74/77', 'Smart Thermo-Hygrometer')

/** The battery's top bit: what stands before it was not measured. */
const hasFailed = (batteryByte: number): boolean => (batteryByte & 0x80) !== 0

/** Three bytes: tenths of a degree in thousands, tenths of a per cent below; the top bit is the sign. */
function packed(read: Read, whole: number, batteryByte: number): Read {
  const isBelowZero = whole >= 0x80_0000
  const value = isBelowZero ? whole - 0x80_0000 : whole
  const tenths = Math.trunc(value / 1000)
  measured(read.facts, 'battery', batteryByte & 0x7f)
  if (hasFailed(batteryByte)) return read
  measured(read.facts, 'temperature', (isBelowZero ? -tenths : tenths) / 10)
  measured(read.facts, 'humidity', (value % 1000) / 10)
  return read
}

function plain(read: Read, body: Uint8Array, at: number): Read {
  measured(read.facts, 'temperature', s16le(body, at) / 100)
  measured(read.facts, 'humidity', u16le(body, at + 2) / 100)
  measured(read.facts, 'battery', u8(body, at + 4) & 0x7f)
  return read
}

/** Govee's own number: H5072, H5075, H5074 and H5051. */
export const goveeReader: Reader = (body) => {
  if (body.length === 8) return packed({ facts: {}, product: packedModel }, u24be(body, 3), u8(body, 6))
  if (body.length === 9) return plain({ facts: {}, product: govee('H5074', 'Thermo-Hygrometer') }, body, 3)
  if (body.length === 11)
    return plain({ facts: {}, product: govee('H5051/52/71', 'Thermo-Hygrometer') }, body, 3)
  return undefined
}

/** Under a borrowed number: the H5100 family. */
export const goveeSmartReader: Reader = (body, { name }) => {
  if (!startsWith(body.subarray(2), [0x01, 0x01])) return undefined
  if (name.includes('H5106') && body.length >= 8) return air(body)
  if (body.length === 8) return packed({ facts: {}, product: smartModel }, u24be(body, 4), u8(body, 7))
  // A second probe's: which one stands before the values.
  if (body.length === 9) {
    const product = govee('H5178', 'Outdoor Thermo-Hygrometer')
    return packed({ facts: {}, product }, u24be(body, 5), u8(body, 8))
  }
  return undefined
}

/** Temperature, humidity and dust in nine digits; the top bit is the sign of the first. */
function air(body: Uint8Array): Read {
  const signed = u32be(body, 4)
  const isBelowZero = signed >= 0x8000_0000
  const whole = isBelowZero ? signed - 0x8000_0000 : signed
  const tenths = Math.trunc(whole / 1_000_000)
  const read: Read = { facts: {}, product: govee('H5106', 'Smart Air Quality Monitor', 'AIR') }
  measured(read.facts, 'temperature', (isBelowZero ? -tenths : tenths) / 10)
  measured(read.facts, 'humidity', Math.trunc((whole % 1_000_000) / 1000) / 10)
  read.more = { pm25: whole % 1000 }
  return read
}

/** H5179, whose number comes second. */
export const govee5179Reader: Reader = (body) =>
  body.length === 11 && startsWith(body.subarray(2), [0xec, 0x00, 0x01, 0x01])
    ? plain({ facts: {}, product: govee('H5179', 'Thermo-Hygrometer') }, body, 6)
    : undefined
