import { s16le, u16le, u8 } from '../kit/bytes.ts'
import { measured } from '../advertisements/facts.ts'
import type { Read, Reader } from '../advertisements/read.ts'

const LENGTH = 9

/** Its maker's number is the temperature: known by its name, `sps` or `tps`, and its length. */
export const inkbirdReader: Reader = (body) => {
  if (body.length !== LENGTH) return undefined
  const read: Read = {
    facts: {},
    product: { brand: 'Inkbird', model: 'T(H) Sensor', id: 'IBS-TH1/TH2/P01B/ITH-12S', kind: 'THB' },
    more: { extprobe: body[4] === 1 },
  }
  measured(read.facts, 'temperature', s16le(body, 0) / 100)
  measured(read.facts, 'humidity', u16le(body, 2) / 100)
  measured(read.facts, 'battery', u8(body, 7))
  return read
}
