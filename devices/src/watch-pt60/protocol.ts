import type { Decoded } from '../codec.ts'
import { addCells, addFirmware, addMeasured, addNetworks, addPosition, reject, stamp } from '../kit/facts.ts'
import { digitsOfUtc, utcOfDigits } from '../kit/clocks.ts'
import { nothingRead, unreadable } from '../kit/frame-read.ts'
import type { NearbyCell, NearbyWifi } from '../kit/nearby.ts'
import { measured, numberIn } from '../kit/numbers.ts'
import { beginsWith, skipBlank } from '../kit/sniff.ts'
import { fromLatin1, latin1, macOf } from '../kit/text.ts'
import { type Cut, type FrameRead, type FrameContext, nothingEncoded, type Protocol } from '../protocol.ts'

/** PT60 and S6: text between `@G#@` or `@B#@` and `@R#@` or `@E#@`. What they can be told is in no public paper. */
export const watchPt60: Protocol = {
  ...nothingEncoded,
  matches: isPt60,
  cut: cutPt60,
  read: readPt60,
  opcodeOf: (frame) => {
    const message = openPt60(frame)
    return message && `${message.family}${message.type}`
  },
}

const BEGINNING = /@[GB]#@/
const MARK = /@[GBRE]#@/
const MAX_NOISE = 1_024
const MAX_MESSAGE = 8_192

function isPt60(beginning: Uint8Array): boolean | undefined {
  const seen = skipBlank(beginning)
  const [one, other] = [beginsWith(seen, '@G#@'), beginsWith(seen, '@B#@')]
  if (one || other) return true
  return one === undefined || other === undefined ? undefined : false
}

/** Up to the mark that ends it, or before one that begins the next. */
function cutPt60(received: Uint8Array): Cut {
  const text = latin1(received.subarray(0, MAX_NOISE + MAX_MESSAGE))
  const start = text.search(BEGINNING)
  if (start < 0) return received.length > MAX_NOISE ? 'broken' : 'more'
  const body = text.slice(start + 4)
  const mark = MARK.exec(body)
  if (!mark) return body.length > MAX_MESSAGE ? 'broken' : 'more'
  const isEnd = mark[0] === '@R#@' || mark[0] === '@E#@'
  return { start, end: start + 4 + mark.index + (isEnd ? 4 : 0) }
}

/** What a message says, in its protocol's own terms. */
export type Pt60Message = {
  family: 'G' | 'B'
  version: string
  type: number
  imei: string
  imsi: string
  time?: number
  state?: number | undefined
  battery?: number | undefined
  lat?: number
  lng?: number
  heartRate?: number | undefined
  second?: number | undefined
  steps?: number | undefined
  cells?: NearbyCell[]
  wifi?: NearbyWifi[]
  firmware?: string | undefined
  /** What of it stands in no paper that we know. */
  unknown?: string
}

const G = /@G#@,(V\d{1,4}),(\d{1,4}),(\d{1,20}),(\d{0,20}),(\d{14})?,?([^@]*)/
const B = /@B#@\|(\d{1,4})\|(\d{1,4})\|(\d{1,20})\|(\d{0,20})\|([^@]*)/

export function openPt60(frame: Uint8Array): Pt60Message | undefined {
  const text = latin1(frame)
  const g = G.exec(text)
  if (g) return readG(g)
  const b = B.exec(text)
  return b ? readB(b) : undefined
}

const TRACK = 6
const STEPS = 13
const PULSE = 14
const NEARBY = 43

function readG([, version = '', kind, imei = '', imsi = '', time, rest = '']: RegExpExecArray): Pt60Message {
  const type = Number(kind)
  const message: Pt60Message = {
    family: 'G',
    version,
    type,
    imei,
    imsi,
    ...(time && { time: utcOfDigits(time) }),
  }
  const [first, second] = rest.split(',')
  if (type === TRACK) return { ...message, ...placeOf(first?.split(';') ?? []) }
  if (type === STEPS) return { ...message, steps: numberIn(first) }
  if (type === PULSE) return { ...message, heartRate: measured(numberIn(first)), second: numberIn(second) }
  return type === NEARBY ? { ...message, ...nearbyOf(rest) } : { ...message, unknown: `G${type}` }
}

/** How many cells and each of them, how many networks and each of them; their names are of no use. */
function nearbyOf(rest: string): Pick<Pt60Message, 'cells' | 'wifi'> {
  const [, cells = '', , networks = ''] = rest.split(',')
  return {
    cells: cells.split('|').flatMap((cell) => {
      const [mcc, mnc, lac, cid, signal] = cell.split(';').map(numberIn)
      if (mcc === undefined || mnc === undefined || lac === undefined || cid === undefined) return []
      return [{ mcc, mnc, lac, cid, signal }]
    }),
    wifi: networks.split('|').flatMap((network) => {
      const [mac = '', , signal] = network.split(';')
      return mac === '' ? [] : [{ ssid: '', bssid: macOf(mac), signal: numberIn(signal) }]
    }),
  }
}

const POSITION = 1
const VERSION = 3
/** A time and two numbers, and nothing that is shown: so in the recorded `watch-pt60/open/001`. */
const SHORT = 6
const BY_SATELLITE = '1'
const BY_CELLS = '2'
const STATE = /^[01]?$/

function readB([, version = '', kind, imei = '', imsi = '', rest = '']: RegExpExecArray): Pt60Message {
  const message: Pt60Message = { family: 'B', version, type: Number(kind), imei, imsi }
  const fields = rest.split('|')
  if (message.type === VERSION) return { ...message, firmware: fields[0], ...whereIn(fields.slice(1)) }
  if (message.type === POSITION) return { ...message, ...whereIn(fields) }
  return message.type === SHORT ? message : { ...message, unknown: `B${message.type}` }
}

/** Behind the version, where it says that first. */
function whereIn([state, battery, time, ...where]: string[]): Partial<Pt60Message> {
  const source = where.findLast((field) => field !== '') ?? ''
  const unknown = unknownIn(state, source)
  return {
    state: numberIn(state),
    battery: numberIn(battery),
    time: utcOfDigits(time),
    ...(source === BY_SATELLITE && placeOf(where)),
    ...(source === BY_CELLS && { cells: where.flatMap(cellOf) }),
    ...(unknown !== undefined && { unknown }),
  }
}

function unknownIn(state = '', source: string): string | undefined {
  if (!STATE.test(state)) return `state ${state}`
  return ['', BY_SATELLITE, BY_CELLS].includes(source) ? undefined : `source ${source}`
}

function placeOf([latitude, longitude]: readonly string[]): { lat?: number; lng?: number } {
  const [lat, lng] = [numberIn(latitude), numberIn(longitude)]
  return lat === undefined || lng === undefined ? {} : { lat, lng }
}

function cellOf(field: string): NearbyCell[] {
  const [cid, lac, mnc, mcc, signal] = field.split(',').map(numberIn)
  if (cid === undefined || lac === undefined || mnc === undefined || mcc === undefined) return []
  return [{ mcc, mnc, lac, cid, signal }]
}

function readPt60(frame: Uint8Array, context: FrameContext): FrameRead {
  const message = openPt60(frame)
  if (!message) return unreadable('not a message')
  const read = nothingRead()
  addFacts(read.decoded, message, context.receivedAt)
  return {
    ...read,
    ...(/^\d{15}$/.test(message.imei) && { identity: message.imei }),
    replies: [fromLatin1(replyTo(message, context.receivedAt))],
  }
}

export function replyTo({ family, type, imei }: Pt60Message, now: number): string {
  const time = digitsOfUtc(now)
  if (family === 'G') return `@G#@,V01,38,${time},@R#@`
  return `@B#@|01|${String(type + 1).padStart(3, '0')}|${imei}|0|${time}|@E#@`
}

function addFacts(decoded: Decoded, message: Pt60Message, receivedAt: number): void {
  const { lat, lng, battery, heartRate, steps } = message
  if (message.unknown !== undefined) reject(decoded, 'unknownMessage', message.unknown)
  const time = stamp(decoded, message.time, receivedAt)
  if (lat !== undefined && lng !== undefined) {
    addPosition(decoded, { time, lat, lng, accuracyM: null, source: 'GPS' })
  }
  addCells(decoded, time, message.cells)
  addNetworks(decoded, time, message.wifi)
  addFirmware(decoded, message.firmware)
  addMeasured(decoded, time, { battery, heartRate, steps })
}
