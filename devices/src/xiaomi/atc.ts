import { hex, macAt, macReversedAt, s16be, s16le, u16be, u16le, u8 } from '../kit/bytes.ts'
import { measured } from '../advertisements/facts.ts'
import type { Parts, Product, Read, Reader } from '../advertisements/read.ts'
import { open } from '../advertisements/sealed.ts'

/** Xiaomi's and Qingping's thermometers with other people's firmware. */
export const atcReader: Reader = (body, parts) => {
  switch (body.length) {
    case 13:
      return atc1441(body, parts)
    case 15:
      return pvvx(body, parts)
    case 11:
    case 8:
      return sealed(body, parts)
    default:
      return undefined
  }
}

const makes: readonly (readonly [start: string, Omit<Product, 'kind'>])[] = [
  ['CGG', { brand: 'ClearGrass/Qingping', model: 'Round TH', id: 'CGG1' }],
  ['CGDK2', { brand: 'ClearGrass/Qingping', model: 'TH Lite', id: 'CGDK2' }],
]
const xiaomi = { brand: 'Xiaomi', model: 'TH Sensor', id: 'LYWSD03MMC/MJWSD05MMC' }

function productOf({ name }: Parts, firmware: 'ATC' | 'PVVX' | 'PVVX_ENCR' | 'ATC_ENCR'): Product {
  const make = makes.find(([start]) => name.startsWith(start))?.[1] ?? xiaomi
  const suffix = firmware === 'ATC' && make !== xiaomi ? 'ATC1441' : firmware
  return { ...make, id: `${make.id}_${suffix}`, kind: 'THB' }
}

/** Big end first. */
function atc1441(body: Uint8Array, parts: Parts): Read {
  const read: Read = { facts: {}, product: productOf(parts, 'ATC') }
  measured(read.facts, 'temperature', s16be(body, 6) / 10)
  measured(read.facts, 'humidity', u8(body, 8))
  measured(read.facts, 'battery', u8(body, 9))
  measured(read.facts, 'batteryMv', u16be(body, 10))
  const mac = macAt(body, 0)
  return mac ? { ...read, mac } : read
}

/** Little end first. */
function pvvx(body: Uint8Array, parts: Parts): Read {
  const read: Read = { facts: {}, product: productOf(parts, 'PVVX') }
  measured(read.facts, 'temperature', s16le(body, 6) / 100)
  measured(read.facts, 'humidity', u16le(body, 8) / 100)
  measured(read.facts, 'batteryMv', u16le(body, 10))
  measured(read.facts, 'battery', u8(body, 12))
  const mac = macReversedAt(body, 0)
  return mac ? { ...read, mac } : read
}

/** What stands before the counter, and belongs to what is sealed. */
const HEADER_BYTES = 3
const ALSO = Uint8Array.of(0x11)

function sealed(body: Uint8Array, parts: Parts): Read {
  const isPvvx = body.length === 11
  const [counter, cipher, seal] = [body.subarray(0, 1), body.subarray(1, -4), body.subarray(-4)]
  const read: Read = {
    facts: {},
    product: productOf(parts, isPvvx ? 'PVVX_ENCR' : 'ATC_ENCR'),
    more: { encr: 1, cipher: hex(cipher), ctr: hex(counter), mic: hex(seal) },
  }
  const plain = parts.key && open(cipher, { key: parts.key, nonce: nonceOf(body, parts), seal, also: ALSO })
  if (plain) (isPvvx ? openPvvx : openAtc)(read, plain)
  return read
}

const nonceOf = (body: Uint8Array, { mac }: Parts): Uint8Array =>
  Buffer.concat([
    Buffer.from(mac, 'hex').reverse(),
    Uint8Array.of(body.length + HEADER_BYTES, 0x16, 0x1a, 0x18, u8(body, 0)),
  ])

function openPvvx({ facts }: Read, plain: Uint8Array): void {
  measured(facts, 'temperature', s16le(plain, 0) / 100)
  measured(facts, 'humidity', u16le(plain, 2) / 100)
  measured(facts, 'battery', u8(plain, 4) & 0x7f)
}

function openAtc({ facts }: Read, plain: Uint8Array): void {
  measured(facts, 'temperature', u8(plain, 0) / 2 - 40)
  measured(facts, 'humidity', u8(plain, 1) / 2)
  measured(facts, 'battery', u8(plain, 2) & 0x7f)
}
