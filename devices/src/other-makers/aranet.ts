import { measured } from '../advertisements/facts.ts'
import { product, type Read, type Reader } from '../advertisements/read.ts'
import { startsWith, u16le, u8 } from '../kit/bytes.ts'

/** Its older sibling does not say which it is. */
const ARANET4_LENGTH = 24
const LENGTH = 26
const INTEGRATIONS = 0x20

/** By the byte behind the maker's number. */
const models: Record<number, { id: string; model: string; kind: string }> = {
  1: { id: 'ARANET2', model: 'Aranet2', kind: 'THB' },
  2: { id: 'ARANETR', model: 'Aranet Radiation', kind: 'UNIQ' },
  3: { id: 'ARANETRN', model: 'Aranet Radon', kind: 'AIR' },
}

/** A value with any of these bits set was not measured. */
const valid = (raw: number, invalid: number): number => (raw & invalid ? Number.NaN : raw)

const degrees = (body: Uint8Array, at: number): number => valid(u16le(body, at), 0x4000) * 0.05

/** Aranet's monitors of the air; they say what they measure once "smart home integrations" is switched on in them. */
export const aranetReader: Reader = (body) => {
  if (body.length === ARANET4_LENGTH) return aranet4(body)
  const made = models[u8(body, 2)]
  if (!made || body.length !== LENGTH || !(u8(body, 3) & INTEGRATIONS)) return undefined
  const read: Read = { facts: {}, product: product(made.id, made.kind, ['Aranet', made.model]) }
  measured(read.facts, 'battery', u8(body, 19))
  if (made.kind === 'UNIQ') return read
  // A radon monitor without a thermometer sends nought for both.
  const hasClimate = made.kind === 'THB' || !startsWith(body.subarray(12), [0, 0])
  if (!hasClimate) return read
  measured(read.facts, 'temperature', degrees(body, 12))
  measured(read.facts, 'humidity', valid(u16le(body, 16), 0x8000) / 10)
  return read
}

function aranet4(body: Uint8Array): Read | undefined {
  if (!(u8(body, 2) & INTEGRATIONS)) return undefined
  const read: Read = { facts: {}, product: product('ARANET4', 'AIR', ['Aranet', 'Aranet4 CO₂ Monitor']) }
  measured(read.facts, 'temperature', degrees(body, 12))
  measured(read.facts, 'humidity', u8(body, 16))
  measured(read.facts, 'battery', u8(body, 17))
  const co2 = u16le(body, 10)
  read.more = { pres: u16le(body, 14) / 10, ...(co2 < 0x8000 && { co2 }) }
  return read
}
