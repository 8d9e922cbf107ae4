import { ascii, byteInHex, macReversedAt, s8, s8point8, u16be, u16le, u8 } from '../kit/bytes.ts'
import { measured, flagged } from '../advertisements/facts.ts'
import type { Read, Reader } from '../advertisements/read.ts'

type FrameReader = (body: Uint8Array, read: Read) => void

/** Where the frame begins: its maker's number stands before it. */
const COMPANY_BYTES = 2

const version = (body: Uint8Array, at: number): string => body.subarray(at, at + 3).join('.')

function withMac(read: Read, body: Uint8Array, at: number): void {
  const mac = macReversedAt(body, at)
  if (mac) read.mac = mac
}

function climate({ facts }: Read, body: Uint8Array, at: number): void {
  measured(facts, 'temperature', s8point8(body, at))
  measured(facts, 'humidity', s8point8(body, at + 2))
}

/** By kind, version and length: a frame longer or shorter than its kind is not that kind. */
const frames: Record<string, FrameReader> = {
  'a3 1 20': (body, read) => {
    read.more = { version: version(body, 2) }
    withMac(read, body, 12)
  },
  'a3 3 16': (body, read) => {
    measured(read.facts, 'battery', body[2])
    climate(read, body, 3)
    withMac(read, body, 7)
  },
  'a4 0 18': (body, read) => {
    read.more = { version: version(body, 2) }
    withMac(read, body, 10)
  },
  'a4 1 15': (body, read) => {
    measured(read.facts, 'battery', body[2])
    flagged(read.facts, 'door', u8(body, 3) > 0)
    flagged(read.facts, 'tamper', u8(body, 4) > 0)
    withMac(read, body, 7)
  },
  'ca 0 24': (body, read) => {
    measured(read.facts, 'battery', body[8])
    const firmware = u16be(body, 9)
    read.more = { version: [(firmware >> 13) & 3, (firmware >> 7) & 63, firmware & 127].join('.') }
    withMac(read, body, 2)
  },
  'ca 5 24': (body, read) => {
    const isTemperatureOnly = (u8(body, 3) & 0x02) !== 0
    measured(read.facts, 'temperature', s8point8(body, 5))
    if (!isTemperatureOnly) measured(read.facts, 'humidity', s8point8(body, 7))
    read.more = {
      name: ascii(body.subarray(9, 17)).replaceAll('\0', ''),
      ...(u8(body, 2) > 0 && { isMarked: [body[17] === 1] }),
    }
  },
  'ca 24 24': (body, read) => radar(body, read),
  'ca 27 24': (body, read) => probe(body, read),
  'ca 30 24': (body, read) => depth(body, read),
}

function radar(body: Uint8Array, read: Read): void {
  if (body[2] === 0) {
    read.more = { passageCounts: [u16le(body, 4), u16le(body, 6)], passageCountsCycle: body[3] }
  } else if (body[2] === 1) {
    const people = u8(body, 4) & 0x0f
    flagged(read.facts, 'motion', people > 0)
    read.more = { numberOfOccupants: people, numberOfOccupantsCycle: body[3] }
  }
}

/** What hangs above a bed or a chair and measures how far away the next thing is. */
function depth(body: Uint8Array, read: Read): void {
  const flags = u8(body, 6)
  flagged(read.facts, 'isLowOnBattery', (flags & 0x08) !== 0)
  flagged(read.facts, 'motion', (flags & 0x06) !== 0)
  // Its own contact with what it hangs on: beside it a counter of how often that was broken.
  flagged(read.facts, 'tamper', (flags & 0x01) !== 0)
  read.more = { distance: u16le(body, 4) / 1000, distanceCycle: body[3] }
}

function probe(body: Uint8Array, read: Read): void {
  const isEncrypted = (u8(body, 2) & 0x80) !== 0
  if (isEncrypted) return
  withMac(read, body, 6)
  measured(read.facts, 'batteryMv', u16be(body, 12))
  measured(read.facts, 'temperature', s8point8(body, 14))
  read.more = { tx_power: s8(body, 17) }
}

const blocks: Record<number, { length: number; read: FrameReader }> = {
  0x03: {
    length: 6,
    read: (body, read) => (read.more = { acceleration_g: [0, 2, 4].map((at) => s8point8(body, at)) }),
  },
  0x21: { length: 1, read: (body, { facts }) => measured(facts, 'battery', body[0]) },
  0x22: { length: 1, read: (body, { facts }) => flagged(facts, 'tamper', u8(body, 0) > 0) },
}

const END_BYTES = 4

/** A frame of blocks, each a number and what belongs to it. */
function combination(body: Uint8Array, read: Read): void {
  let at = 2
  while (at < body.length - END_BYTES) {
    const block = blocks[u8(body, at)]
    if (!block) {
      read.unknown = `minew block ${byteInHex(u8(body, at))}`
      return
    }
    block.read(body.subarray(at + 1, at + 1 + block.length), read)
    at += 1 + block.length
  }
}

/** The fill of a vessel; what its flags mean is not published, so they become no facts. */
function level(body: Uint8Array, read: Read): void {
  const flags = u8(body, 4)
  measured(read.facts, 'battery', body[3])
  read.more = {
    button: [(flags & 0x02) !== 0, (flags & 0x04) !== 0],
    isContactDetected: [(flags & 0x01) === 0],
    motion: (flags & 0x20) !== 0,
    levelPercentage: ((u16le(body, 5) & 0x0fff) * 100) / 0x0fff,
    txCount: body[2],
  }
}

/** Minew's maker's data. */
export const minewConnectReader: Reader = (whole) => {
  const body = whole.subarray(COMPANY_BYTES)
  const [kind, version_] = body
  if (kind === undefined || version_ === undefined) return undefined
  const read: Read = { facts: {} }
  const frame = frames[`${kind.toString(16)} ${version_} ${body.length}`]
  if (frame) frame(body, read)
  else if (kind === 0xca && version_ === 0x03) combination(body, read)
  else if (kind === 0x51 && body.length >= 7) level(body, read)
  else if (kind !== 0xa3 && kind !== 0xa4 && kind !== 0xca) return undefined
  else read.unknown = `minew ${kind.toString(16)} ${version_} ${body.length}`
  return read
}
