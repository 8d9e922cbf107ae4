import { hex, u16be } from '../kit/bytes.ts'
import { measured } from '../advertisements/facts.ts'
import { product, type Reader } from '../advertisements/read.ts'

const LENGTH = 25
const DIGITS_A_VALUE = 1.5
const VALUES = 10

/** Ten values of six bits. */
function sixBits(digits: string): number[] {
  const bits = BigInt(`0x${digits}`)
  return Array.from({ length: VALUES }, (_, at) => Number((bits >> BigInt(6 * (VALUES - 1 - at))) & 63n))
}

/** Monit's incontinence sensor, in a beacon's clothes: known by its name. */
export const monitReader: Reader = (body, { name }) => {
  if (body.length !== LENGTH || !name.startsWith('MONIT') || u16be(body, 2) !== 0x0215) return undefined
  const digits = hex(body.subarray(6, 21))
  const half = VALUES * DIGITS_A_VALUE
  const facts = {}
  measured(facts, 'battery', (u16be(body, 4) >> 6) & 0x7f)
  return {
    facts,
    product: product('MECS', 'UNIQ', ['Monit', 'MECS']),
    more: { baseline: sixBits(digits.slice(0, half)), raw: sixBits(digits.slice(half)) },
  }
}
