import { byteInHex, macReversedAt, s16le, u16le, u24le, u32le, u8 } from '../kit/bytes.ts'
import { measured, numbered, flagged } from '../advertisements/facts.ts'
import { product, type Product, type Read, type Reader } from '../advertisements/read.ts'

const CLEARGRASS = 'ClearGrass/Qingping'
const CONTACT = 0x04

/** By the second byte. */
const products: Record<number, Product> = {
  0x01: product('CGG1', 'THB', [CLEARGRASS, 'Round TH']),
  [CONTACT]: product('CGH1', 'CTMO', ['Qingping', 'Contact Sensor']),
  0x07: product('CGG1', 'THB', [CLEARGRASS, 'Round TH']),
  0x09: product('CGP1W', 'THBX', [CLEARGRASS, 'Weather Station']),
  0x0c: product('CGC1/CGD1', 'THB', [CLEARGRASS, 'Alarm Clock']),
  0x0e: product('CGDN1', 'AIR', ['Qingping', 'Air Monitor Lite']),
  0x10: product('CGDK2', 'THB', ['Qingping', 'TH Lite']),
  0x12: product('CGPR1', 'CTMO', ['Qingping', 'Motion & Light']),
  0x16: product('CGG1', 'THB', [CLEARGRASS, 'Round TH']),
  0x1e: product('CGC1/CGD1', 'THB', [CLEARGRASS, 'Alarm Clock']),
  0x24: product('CGDN1', 'AIR', ['Qingping', 'Air Monitor Lite']),
}

type ValueReader = (value: Uint8Array, read: Read) => void

const COUNTER = 0x0f

const values: Record<number, ValueReader> = {
  0x01: (value, { facts }) => {
    measured(facts, 'temperature', s16le(value, 0) / 10)
    measured(facts, 'humidity', u16le(value, 2) / 10)
  },
  0x02: (value, { facts }) => measured(facts, 'battery', u8(value, 0)),
  0x04: (value, { facts }) => flagged(facts, 'door', isOpen(value)),
  0x07: (value, read) => {
    read.more = { ...read.more, pres: u16le(value, 0) / 10 }
  },
  0x08: (value, { facts }) => {
    flagged(facts, 'motion', value.length > 0 ? value[0] !== 0 : undefined)
    measured(facts, 'illuminanceLux', u24le(value, 1))
  },
  0x09: (value, { facts }) => measured(facts, 'illuminanceLux', u32le(value, 0)),
  0x11: (value, { facts }) =>
    flagged(facts, 'motion', value.length > 0 ? (u8(value, 0) & 1) === 1 : undefined),
  0x12: (value, read) => {
    read.more = { ...read.more, pm25: u16le(value, 0), pm10: u16le(value, 2) }
  },
  0x13: (value, read) => {
    read.more = { ...read.more, co2: u16le(value, 0) }
  },
}

/** Nought is open. */
const isOpen = (value: Uint8Array): boolean | undefined => {
  const state = u8(value, 0)
  return state <= 2 ? state !== 1 : undefined
}

/** Qingping's own format: kinds, lengths and values. */
export const qingpingReader: Reader = (body) => {
  const model = u8(body, 1)
  if (body.length < 8) return undefined
  const made = products[model]
  const mac = macReversedAt(body, 2)
  const read: Read = { facts: {}, ...(made && { product: made }), ...(mac && { mac }) }
  let at = 8
  while (at + 2 <= body.length) {
    const end = at + 2 + u8(body, at + 1)
    if (end > body.length) break
    readValue(u8(body, at), body.subarray(at + 2, end), { read, model })
    at = end
  }
  return read
}

function readValue(kind: number, value: Uint8Array, { read, model }: { read: Read; model: number }): void {
  const reader = values[kind]
  if (reader) reader(value, read)
  else if (kind !== COUNTER) read.unknown ??= `qingping ${byteInHex(kind)}`
  else if (read.facts.packetId === undefined) numbered(read.facts, u8(value, 0))
  // A contact sensor that only says that it is alive puts its state behind a second counter.
  else if (model === CONTACT && read.facts.door === undefined) flagged(read.facts, 'door', isOpen(value))
}
