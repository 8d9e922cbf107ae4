import { addPosition, reject, stamp } from '../kit/facts.ts'
import { u16be, u32be, u8 } from '../kit/bytes.ts'
import { nothingRead, unreadable } from '../kit/frame-read.ts'
import { beginsWith } from '../kit/sniff.ts'
import { latin1 } from '../kit/text.ts'
import { type Cut, type FrameRead, type FrameContext, nothingEncoded, type Protocol } from '../protocol.ts'

/** Thinkrace's older binary messages. Two were ever published: a login, and a fix in the north-east. */
export const watchThinkrace: Protocol = {
  ...nothingEncoded,
  matches: (beginning) => beginsWith(beginning, 'HASI'),
  cut: cutThinkrace,
  read: readThinkrace,
  opcodeOf: (frame) => {
    const message = openThinkrace(frame)
    return message && byteOf(message.type)
  },
}

const IMEI = /^\d{15}$/
const HEAD = 18
const TAIL = 2
const MAX_BODY = 1_024
const LOGIN = 0x80
/** Of the same kind: that it is there. */
const HEARTBEAT = 0x00
const WITH_IMEI = 0x01
const FIX = 0x90
const FIX_BYTES = 13
const NORTH = 0x01
const EAST = 0x02
const FIXED = 0x04

/** `HASI`, eleven signs, what it is, how long, so many bytes, two more. */
function cutThinkrace(received: Uint8Array): Cut {
  const start = latin1(received.subarray(0, MAX_BODY)).indexOf('HASI')
  if (start < 0) return received.length > MAX_BODY ? 'broken' : 'more'
  const length = u16be(received, start + 16)
  if (length > MAX_BODY) return 'broken'
  const end = start + HEAD + length + TAIL
  return end <= received.length ? { start, end } : 'more'
}

export type ThinkraceMessage = {
  header: string
  type: number
  /** Of a login: what it is for. */
  command?: number
  imei?: string
  fix?: { time: number; lat: number; lng: number; isSure: boolean }
}

export function openThinkrace(frame: Uint8Array): ThinkraceMessage | undefined {
  if (frame.length < HEAD || beginsWith(frame, 'HASI') !== true) return undefined
  const message = { header: latin1(frame.subarray(0, 15)), type: frame[15] ?? 0 }
  const body = frame.subarray(HEAD)
  if (message.type === LOGIN)
    return { ...message, command: body[0] ?? HEARTBEAT, imei: latin1(body.subarray(1, 16)) }
  return message.type === FIX && body.length >= FIX_BYTES ? { ...message, fix: fixOf(body) } : message
}

function fixOf(body: Uint8Array): NonNullable<ThinkraceMessage['fix']> {
  const flags = u8(body, 4)
  return {
    time: u32be(body, 0) * 1_000,
    lat: degreesIn(u32be(body, 5), (flags & NORTH) !== 0),
    lng: degreesIn(u32be(body, 9), (flags & EAST) !== 0),
    isSure: (flags & FIXED) !== 0,
  }
}

/** `dddmmmmmm`: degrees, and ten-thousandths of a minute. */
const degreesIn = (digits: number, isPositive: boolean): number => {
  const degrees = Math.floor(digits / 1e6) + (digits % 1e6) / 1e4 / 60
  return isPositive ? degrees : -degrees
}

function readThinkrace(frame: Uint8Array, { receivedAt }: FrameContext): FrameRead {
  const message = openThinkrace(frame)
  if (!message) return unreadable('not a message')
  const read = nothingRead()
  const unknown = unknownIn(message)
  if (unknown !== undefined) reject(read.decoded, 'unknownMessage', unknown)
  if (message.type === FIX && !message.fix) reject(read.decoded, 'shape', 'position')
  if (message.fix?.isSure) {
    const { lat, lng } = message.fix
    const time = stamp(read.decoded, message.fix.time, receivedAt)
    addPosition(read.decoded, { time, lat, lng, accuracyM: null, source: 'GPS' })
  }
  if (message.imei === undefined || !IMEI.test(message.imei)) return read
  return { ...read, identity: message.imei, replies: [loginReply(frame)] }
}

const byteOf = (number: number): string => number.toString(16).padStart(2, '0')

/** Any other kind than the two that were published. */
function unknownIn({ type, command, imei = '' }: ThinkraceMessage): string | undefined {
  if (type === FIX) return undefined
  if (type !== LOGIN) return byteOf(type)
  // A watch with its number in it is let in, whatever stands before it.
  const isKnown = command === HEARTBEAT || command === WITH_IMEI || IMEI.test(imei)
  return isKnown || command === undefined ? undefined : `${byteOf(type)} ${byteOf(command)}`
}

/** What it said of itself, under our two letters, and that it is welcome. */
const loginReply = (login: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from('HR', 'latin1'),
    login.subarray(2, 16),
    Buffer.from([0x00, 0x02, 0x80, 0x00, 0x00, 0x00]),
  ])
