import { hex, s8, s8point8, s16be, u8, u16be, u32be } from '../kit/bytes.ts'
import { measured, flagged } from '../advertisements/facts.ts'
import { product, type Read, type Reader } from '../advertisements/read.ts'

/** What Google's beacon format says, after its service number. */
export type Eddystone = {
  frame: 'UID' | 'URL' | 'TLM' | 'ETLM' | 'EID'
  /** dBm, as it would be heard at no distance. */
  power?: number
  namespace?: string
  instance?: string
  url?: string
  ephemeral?: string
  batteryMv?: number
  /** °C of its chip: not of the room. */
  chipTemperature?: number
  count?: number
  uptimeMs?: number
}

export function readEddystone(body: Uint8Array): Eddystone | undefined {
  const frame = frames[u8(body, 0)]
  return frame && body.length >= frame.length ? frame.read(body) : undefined
}

const frames: Record<number, { length: number; read: (body: Uint8Array) => Eddystone | undefined }> = {
  0x00: {
    length: 18,
    read: (body) => ({
      frame: 'UID',
      power: s8(body, 1),
      namespace: hex(body.subarray(2, 12)),
      instance: hex(body.subarray(12, 18)),
    }),
  },
  0x10: { length: 3, read: (body) => ({ frame: 'URL', power: s8(body, 1), url: urlIn(body.subarray(2)) }) },
  0x20: { length: 2, read: telemetry },
  0x30: {
    length: 10,
    read: (body) => ({ frame: 'EID', power: s8(body, 1), ephemeral: hex(body.subarray(2, 10)) }),
  },
}

function telemetry(body: Uint8Array): Eddystone | undefined {
  if (body[1] === 0x01) return { frame: 'ETLM' }
  if (body[1] !== 0x00 || body.length < 14) return undefined
  const millivolts = u16be(body, 2)
  const temperature = u16be(body, 4)
  return {
    frame: 'TLM',
    ...(millivolts !== 0 && { batteryMv: millivolts }),
    ...(temperature !== 0x8000 && { chipTemperature: s8point8(body, 4) }),
    count: u32be(body, 6),
    uptimeMs: u32be(body, 10) * 100,
  }
}

const SCHEMES = ['http://www.', 'https://www.', 'http://', 'https://']
const ENDINGS = ['.com', '.org', '.edu', '.net', '.info', '.biz', '.gov']

function urlIn(bytes: Uint8Array): string {
  const scheme = SCHEMES[u8(bytes, 0)] ?? ''
  return (
    scheme +
    [...bytes.subarray(1, 64)]
      .map((byte) =>
        byte < 7 ? `${ENDINGS[byte]}/` : byte < 14 ? ENDINGS[byte - 7] : String.fromCharCode(byte),
      )
      .join('')
  )
}

export const eddystoneReader: Reader = (body) => {
  if (body[0] === 0x21) return sensorFrame(body)
  const read = readEddystone(body)
  if (!read) return undefined
  const facts = {}
  measured(facts, 'batteryMv', read.batteryMv)
  return { facts }
}

const hundredths = (value: number): number => Math.trunc(value * 100) / 100

const blueCharm = product('KSensor', 'ACEL', ['BlueCharm', 'Beacon 08/04P/021'])
const k6p = product('K6P', 'THB', ['KKM', 'Long Range K6P'])
const k9 = product('K9', 'ACEL', ['KKM', 'Tracking K9'])

/** KKM's own frame among Eddystone's: a mask says which values follow. */
function sensorFrame(body: Uint8Array): Read | undefined {
  const mask = u8(body, 2)
  if (!(mask > 0)) return undefined
  const hasAxes = (mask & 0x08) !== 0
  const read: Read = { facts: {}, product: hasAxes ? (mask & 0x04 ? k9 : blueCharm) : k6p }
  let at = 3
  const next = (bytes: number): number => (at += bytes) - bytes
  if (mask & 0x01) measured(read.facts, 'batteryMv', u16be(body, next(2)))
  if (mask & 0x02) measured(read.facts, 'temperature', hundredths(s8point8(body, next(2))))
  if (mask & 0x04) measured(read.facts, 'humidity', hundredths(s8point8(body, next(2))))
  if (hasAxes) {
    const axes = next(6)
    read.more = { accx: s16be(body, axes), accy: s16be(body, axes + 2), accz: s16be(body, axes + 4) }
  }
  if (mask & 0x10) flagged(read.facts, 'tamper', flagAt(body, next(1)))
  if (mask & 0x20) flagged(read.facts, 'motion', flagAt(body, next(1)))
  if (mask & 0x40) measured(read.facts, 'illuminanceLux', u16be(body, next(2)))
  return read
}

const flagAt = (body: Uint8Array, at: number): boolean | undefined =>
  at < body.length ? body[at] !== 0 : undefined
