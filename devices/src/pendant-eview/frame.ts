import { u16le } from '../kit/bytes.ts'
import { crc16 } from '../kit/crc16.ts'
import type { Cut } from '../protocol.ts'

const START = 0xab
const HEAD = 8
const MAX_BODY = 8_192
const MAX_NOISE = 1_024

export const isEview = (beginning: Uint8Array): boolean | undefined =>
  beginning.length === 0 ? undefined : beginning[0] === START

/** `AB`, flags, how long the body is, its checksum, a number, the body. */
export function cutEview(received: Uint8Array): Cut {
  const start = received.indexOf(START)
  if (start < 0 || start > MAX_NOISE) return received.length > MAX_NOISE ? 'broken' : 'more'
  const length = u16le(received, start + 2)
  if (length > MAX_BODY) return 'broken'
  const end = start + HEAD + length
  return end <= received.length ? { start, end } : 'more'
}

export type EviewFrame = {
  flags: number
  wantsAck: boolean
  declaredLength: number
  isIntact: boolean
  index: number
  type: number
  /** What stands behind the type. */
  fields: Uint8Array
}

export function openEview(frame: Uint8Array): EviewFrame | undefined {
  const [start, flags = 0] = frame
  if (start !== START || frame.length <= HEAD) return undefined
  const body = frame.subarray(HEAD)
  return {
    flags,
    wantsAck: (flags & 0x10) !== 0,
    declaredLength: u16le(frame, 2),
    isIntact: crc16(body) === u16le(frame, 4) && body.length === u16le(frame, 2),
    index: u16le(frame, 6),
    type: body[0] ?? 0,
    fields: body.subarray(1),
  }
}

/** The same number, and that all is well. */
export function ackEview(index: number): Uint8Array {
  const body = [0x7f, 0x01, 0x00]
  const frame = Buffer.from([START, 0x00, body.length, 0x00, 0, 0, 0, 0, ...body])
  frame.writeUInt16LE(crc16(Uint8Array.from(body)), 4)
  frame.writeUInt16LE(index, 6)
  return frame
}
