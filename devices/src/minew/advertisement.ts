import { byteInHex, macReversedAt, s16be, s8point8, u16be, u24be, u8, utf8 } from '../kit/bytes.ts'
import { measured, flagged } from '../advertisements/facts.ts'
import type { Read, Reader } from '../advertisements/read.ts'

type Frame = {
  /** Whole, with the address at its end. */
  length: number
  read: (body: Uint8Array, read: Read) => void
}

const isSet = (body: Uint8Array, at: number): boolean => (u8(body, at) & 1) === 1
const axes = (body: Uint8Array, at: number): number[] => [0, 2, 4].map((more) => s8point8(body, at + more))
/** The gyroscope counts hundredths of what it turns by in a second; the axes are not of the same format as those of acceleration. */
const turns = (body: Uint8Array, at: number): number[] =>
  [0, 2, 4].map((more) => s16be(body, at + more) / 100)
/** By the second byte. */
const frames: Record<number, Frame> = {
  0x01: {
    length: 13,
    read: (body, { facts }) => {
      measured(facts, 'temperature', s8point8(body, 3))
      measured(facts, 'humidity', s8point8(body, 5))
    },
  },
  0x02: { length: 10, read: (body, { facts }) => flagged(facts, 'light', isSet(body, 3)) },
  0x03: {
    length: 15,
    read: (body, read) => (read.more = { acceleration_g: axes(body, 3) }),
  },
  0x05: {
    length: 11,
    read: (body, { facts }) => measured(facts, 'illuminanceLux', u16be(body, 3)),
  },
  0x11: { length: 11, read: (body, { facts }) => flagged(facts, 'motion', isSet(body, 4)) },
  0x12: { length: 11, read: (body, read) => (read.more = { voc: u16be(body, 3) }) },
  0x13: { length: 11, read: (body, { facts }) => measured(facts, 'temperature', s8point8(body, 3)) },
  0x15: {
    length: 20,
    read: (body, read) => (read.more = { acceleration_g: axes(body, 2), angularVelocity: turns(body, 8) }),
  },
  0x16: { length: 15, read: (body, read) => (read.more = { magneticField: magnetic(body) }) },
  0x17: { length: 12, read: (body, read) => (read.more = { pressure: u24be(body, 3) }) },
  0x18: { length: 14, read: (body, { facts }) => flagged(facts, 'vibration', isSet(body, 7)) },
  0x19: { length: 10, read: (body, { facts }) => flagged(facts, 'light', isSet(body, 3)) },
  0x20: { length: 10, read: (body, { facts }) => flagged(facts, 'tamper', isSet(body, 3)) },
  0x21: { length: 10, read: (body, { facts }) => flagged(facts, 'water', isSet(body, 3)) },
}

const INFO = 0x08
/** Those whose third byte is no battery. */
const WITHOUT_BATTERY = new Set([0x07, 0x15])

function magnetic(body: Uint8Array): number[] {
  return axes(body, 3).map((part) => part / 100)
}

/** A frame without a fact in it. */
const KNOWN_EMPTY = 0x07

/** Minew's service data. */
export const minewReader: Reader = (body, { mac: sender }) => {
  const [type, model] = body
  if (type !== 0xa1 || model === undefined) return undefined
  const read: Read = { facts: {} }
  if (model === INFO) return info(body, read)
  const frame = frames[model]
  // A frame longer or shorter than its kind is not that kind, but for the byte that some firmware puts behind it.
  const isLonger = frame !== undefined && frame.length + 1 === body.length
  if (frame && frame.length !== body.length && !isLonger) return undefined
  if (isLonger) return longer(body, { frame, sender })
  if (!WITHOUT_BATTERY.has(model)) measured(read.facts, 'battery', body[2])
  if (frame) frame.read(body, read)
  else if (model !== KNOWN_EMPTY) read.unknown = `minew a1 ${byteInHex(model)}`
  const mac = macReversedAt(body, body.length - 6)
  return mac ? { ...read, mac } : read
}

/** What it says stands where it always does; its battery is the byte behind the address, where that is the one it was heard from. */
function longer(body: Uint8Array, { frame, sender }: { frame: Frame; sender: string }): Read {
  const read: Read = { facts: {} }
  const mac = macReversedAt(body, body.length - 7)
  const isWhole = mac !== undefined && mac === sender
  if (isWhole) measured(read.facts, 'battery', body.at(-1))
  frame.read(body, read)
  return isWhole ? { ...read, mac } : read
}

function info(body: Uint8Array, read: Read): Read | undefined {
  if (body.length < 9) return undefined
  measured(read.facts, 'battery', body[2])
  const mac = macReversedAt(body, 3)
  return { ...read, ...(mac && { mac }), more: { name: utf8(body.subarray(9)) } }
}
