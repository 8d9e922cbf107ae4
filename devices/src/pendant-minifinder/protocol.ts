import type { EventType } from '@carewatch/contracts/alarms'
import type { Decoded } from '../codec.ts'
import { addEvent, addMeasured, addPosition, addUnknownAlarm, reject, stamp } from '../kit/facts.ts'
import { utcOf } from '../kit/clocks.ts'
import { MAX_FRAME_BYTES, nothingRead, unreadable } from '../kit/frame-read.ts'
import { numberIn } from '../kit/numbers.ts'
import { skipBlank } from '../kit/sniff.ts'
import { latin1 } from '../kit/text.ts'
import { type Cut, type FrameRead, type FrameContext, nothingEncoded, type Protocol } from '../protocol.ts'

/** Older MiniFinder and Eview pendants: sentences of text that begin with `!`. They are told by SMS only. */
export const pendantMinifinder: Protocol = {
  ...nothingEncoded,
  matches: isMinifinder,
  cut: cutMinifinder,
  read: readMinifinder,
  opcodeOf: (frame) => openMinifinder(frame)?.type,
}

const BANG = 0x21
const MAX_NOISE = 1_024
const MAX_SENTENCE = 1_024

function isMinifinder(beginning: Uint8Array): boolean | undefined {
  const seen = latin1(skipBlank(beginning).subarray(0, 3))
  if (/^![0-9A-Z],/.test(seen)) return true
  return seen.length < 3 && /^(?:![0-9A-Z]?)?$/.test(seen) ? undefined : false
}

/** Up to `;`, the end of a line, or the next sentence. */
function cutMinifinder(received: Uint8Array): Cut {
  const start = received.indexOf(BANG)
  if (start < 0 || start > MAX_NOISE) return received.length > MAX_NOISE ? 'broken' : 'more'
  const text = latin1(received.subarray(start + 1, start + 1 + MAX_SENTENCE))
  const end = text.search(/[;\r\n!]/)
  if (end < 0) return received.length - start > Math.min(MAX_SENTENCE, MAX_FRAME_BYTES) ? 'broken' : 'more'
  return { start, end: start + 1 + end + (text[end] === '!' ? 0 : 1) }
}

/** What a sentence says, in its protocol's own terms. */
export type MinifinderMessage = {
  type: string
  imei?: string | undefined
  result?: string | undefined
  numbers?: string[]
  fix?: string | undefined
  signal?: number | undefined
  battery?: number | undefined
  flags?: string | undefined
  /** Where its flags should stand is something else. */
  hasNoFlags?: boolean
  place?: {
    time: number
    lat: number
    lng: number
    speedKmh: number | undefined
    course: number | undefined
    altitudeM: number | undefined
    satellites: number | undefined
    isValid: boolean | undefined
  }
}

const SENTENCE = /^\s*!([0-9A-Z]),?([^;\r\n!]*)/

export function openMinifinder(frame: Uint8Array): MinifinderMessage | undefined {
  const [, type, rest = ''] = SENTENCE.exec(latin1(frame)) ?? []
  if (type === undefined) return undefined
  const fields = rest.split(',')
  if (type === '1') return { type, imei: /^\d{15}$/.test(fields[0] ?? '') ? fields[0] : undefined }
  if (type === '3') return { type, result: rest }
  // Behind how many it keeps stand three, and what else it was set to.
  if (type === '4') return { type, numbers: fields.slice(1, 4).filter(Boolean) }
  if (type === '5') {
    return { type, signal: numberIn(fields[0]), fix: fields[1], battery: numberIn(fields[2]) }
  }
  return /^[A-D]$/.test(type) ? placeOf(type, fields) : { type }
}

/** Log-in, answers, numbers, how it fares, positions. */
const KINDS = /^[1345A-D]$/

const DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{2,4})$/
const CLOCK = /^(\d{1,2}):(\d{1,2}):(\d{1,2})$/
const FLAGS = /^[0-9A-Fa-f]{1,8}$/

function placeOf(type: string, fields: readonly string[]): MinifinderMessage {
  const [date = '', clock = '', lat, lng, speed, course, flags, altitude, battery, satellites] = fields
  const [, day, month, year] = DATE.exec(date) ?? []
  const [, hour, minute, second] = CLOCK.exec(clock) ?? []
  // The shortest kind has no flags behind, and is sent only with a fix.
  const known = type !== 'A' && FLAGS.test(flags ?? '') ? flags : undefined
  return {
    type,
    flags: known,
    ...(type !== 'A' && known === undefined && { hasNoFlags: true }),
    battery: type === 'A' ? undefined : numberIn(battery),
    ...(known !== undefined && { signal: Math.floor(Number.parseInt(known, 16) / 2 ** 16) % 32 }),
    place: {
      time: utcOf([year, month, day, hour, minute, second]),
      lat: numberIn(lat) ?? Number.NaN,
      lng: numberIn(lng) ?? Number.NaN,
      speedKmh: numberIn(speed),
      course: numberIn(course),
      altitudeM: type === 'A' ? undefined : numberIn(altitude),
      satellites: type === 'B' || type === 'D' ? numberIn(satellites) : undefined,
      isValid: known === undefined ? undefined : Number.parseInt(known, 16) % 4 !== 0,
    },
  }
}

const SOS = 6
const FALL = 8
export const FLAG_NAMES: Record<number, { name: string; event?: EventType }> = {
  2: { name: 'fault' },
  6: { name: 'sos', event: 'SOS' },
  7: { name: 'overspeed' },
  8: { name: 'fall', event: 'FALL' },
  9: { name: 'fence' },
  10: { name: 'fence' },
  11: { name: 'fence' },
  12: { name: 'low_battery', event: 'LOW_BATTERY' },
}

/** Among the alarms, and in no paper: what they say rings. Bit 13 is in none either, but stands beside the states: it would ring in each position while it is set, and is kept. */
const UNKNOWN_ALARMS = [3, 4, 5]
/** Whether it has a fix, moves, how well it is connected and that it is charged. */
const STATES = [0, 1, 14, 15, 16, 17, 18, 19, 20, 22]
const KNOWN_BITS = [...Object.keys(FLAG_NAMES).map(Number), ...STATES]

export const isSet = (flags: string, bit: number): boolean =>
  Math.floor(Number.parseInt(flags, 16) / 2 ** bit) % 2 === 1

function readMinifinder(frame: Uint8Array, { receivedAt }: FrameContext): FrameRead {
  const message = openMinifinder(frame)
  if (!message) return unreadable('not a sentence')
  const read = nothingRead()
  if (!KINDS.test(message.type)) reject(read.decoded, 'unknownMessage', message.type)
  if (message.hasNoFlags) reject(read.decoded, 'shape', 'flags')
  addFacts(read.decoded, message, receivedAt)
  return { ...read, ...(message.imei !== undefined && { identity: message.imei }) }
}

/** A bit among the alarms rings, beside no call for help; any other is kept. */
function addUnknownBits(decoded: Decoded, flags: string, time: number): void {
  const known = [...KNOWN_BITS, ...UNKNOWN_ALARMS].filter((bit) => isSet(flags, bit))
  const rest = Number.parseInt(flags, 16) - known.reduce((sum, bit) => sum + 2 ** bit, 0)
  if (rest > 0) reject(decoded, 'unknownMessage', `flags ${rest.toString(16)}`)
  const unknown = UNKNOWN_ALARMS.filter((bit) => isSet(flags, bit))
  if (unknown.length === 0) return
  const word = `bit ${unknown.join(' ')}`
  if (isSet(flags, SOS) || isSet(flags, FALL)) reject(decoded, 'unknownEvent', word)
  else addUnknownAlarm(decoded, word, time)
}

function addFacts(decoded: Decoded, { flags, place, battery }: MinifinderMessage, receivedAt: number): void {
  const time = stamp(decoded, place?.time, receivedAt)
  for (const [bit, { event }] of Object.entries(FLAG_NAMES)) {
    if (event && flags !== undefined && isSet(flags, Number(bit))) addEvent(decoded, event, time)
  }
  if (flags !== undefined) addUnknownBits(decoded, flags, time)
  if (place && place.isValid !== false) {
    addPosition(decoded, { time, lat: place.lat, lng: place.lng, accuracyM: null, source: 'GPS' })
  }
  addMeasured(decoded, time, { battery })
}
