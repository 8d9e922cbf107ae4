import type { Decoded } from '../codec.ts'
import { addCells, addMeasured, addNetworks, addPosition, reject, stamp } from '../kit/facts.ts'
import { u16be } from '../kit/bytes.ts'
import { digitsOfUtc, utcOfDigits } from '../kit/clocks.ts'
import { nothingRead, unreadable } from '../kit/frame-read.ts'
import type { NearbyCell, NearbyWifi } from '../kit/nearby.ts'
import { numberIn } from '../kit/numbers.ts'
import { latin1, macOf } from '../kit/text.ts'
import { type Cut, type FrameRead, type FrameContext, nothingEncoded, type Protocol } from '../protocol.ts'

/** YX wristbands: text between `00 01 02` with a length and `FF FE FC`. */
export const watchWristband: Protocol = {
  ...nothingEncoded,
  matches: isWristband,
  cut: cutWristband,
  read: readWristband,
  opcodeOf: (frame) => {
    const message = openWristband(frame)
    return message && nameOf(message)
  },
}

const START = [0x00, 0x01, 0x02] as const
const END = [0xff, 0xfe, 0xfc] as const
const HEAD = 5
const MAX_TEXT = 8_192
const MAX_NOISE = 1_024

function isWristband(beginning: Uint8Array): boolean | undefined {
  for (const [at, byte] of START.entries()) {
    if (at >= beginning.length) return undefined
    if (beginning[at] !== byte) return false
  }
  return true
}

function cutWristband(received: Uint8Array): Cut {
  const start = beginningIn(received)
  if (start === undefined) return received.length > MAX_NOISE ? 'broken' : 'more'
  const length = u16be(received, start + 3)
  if (length > MAX_TEXT) return 'broken'
  const end = start + HEAD + length + END.length
  if (!(end <= received.length)) return 'more'
  return END.every((byte, at) => received[end - END.length + at] === byte) ? { start, end } : 'broken'
}

function beginningIn(received: Uint8Array): number | undefined {
  for (let at = received.indexOf(0); at >= 0; at = received.indexOf(0, at + 1)) {
    if (isWristband(received.subarray(at, at + 3))) return at
  }
  return undefined
}

/** What a message says, in its protocol's own terms. */
export type WristbandMessage = {
  imei: string
  version: string
  function: number
  data: string
  battery?: number | undefined
  tracks?: { time: number; lat: number; lng: number; speedKmh: number | undefined }[]
  cells?: NearbyCell[]
  wifi?: NearbyWifi[]
}

const MESSAGE = /^YX(\d{1,20})\|([^|]{1,16})\|[^|]*\|\{F(\d{2})(?:#(.*))?\}\s*$/s

export function openWristband(frame: Uint8Array): WristbandMessage | undefined {
  const text = latin1(frame.subarray(HEAD, -END.length))
  const [, imei, version, kind, data = ''] = MESSAGE.exec(text) ?? []
  if (imei === undefined || version === undefined) return undefined
  return { imei, version, function: Number(kind), data, ...partsOf(Number(kind), data) }
}

const STATUS = 1
const TRACKS = 2
const WIFI = 3
const CELLS = 4
const ECHO = 64
const SERVER = 90
const TIME = 91
const KINDS = [STATUS, TRACKS, WIFI, CELLS, ECHO, SERVER, TIME]

function partsOf(kind: number, data: string): Partial<WristbandMessage> {
  if (kind === STATUS) return { battery: numberIn(data.split(',')[0]) }
  if (kind === TRACKS) return { tracks: data.split('|').flatMap(trackOf) }
  if (kind === CELLS) return { cells: data.split(':').flatMap(cellOf) }
  if (kind !== WIFI) return {}
  const [networks = '', cells = ''] = data.split('|')
  return { wifi: networks.split('_').flatMap(networkOf), cells: cells.split(':').flatMap(cellOf) }
}

function networkOf(text: string): NearbyWifi[] {
  const [mac = '', signal] = text.split(',')
  return mac ? [{ ssid: '', bssid: macOf(mac), signal: numberIn(signal) }] : []
}

/** Longitude first. */
function trackOf(text: string): NonNullable<WristbandMessage['tracks']> {
  const [longitude, latitude, time, speed] = text.split(',')
  const [lng, lat] = [numberIn(longitude), numberIn(latitude)]
  if (lng === undefined || lat === undefined) return []
  return [{ time: utcOfDigits(time), lat, lng, speedKmh: numberIn(speed) }]
}

function cellOf(text: string): NearbyCell[] {
  const [lac, mnc, mcc, cid, signal] = text.split(',').map(numberIn)
  if (lac === undefined || mnc === undefined || mcc === undefined || cid === undefined) return []
  return [{ mcc, mnc, lac, cid, signal }]
}

function readWristband(frame: Uint8Array, { receivedAt }: FrameContext): FrameRead {
  const message = openWristband(frame)
  if (!message) return unreadable('not a message')
  const read = nothingRead()
  if (!KINDS.includes(message.function)) reject(read.decoded, 'unknownMessage', nameOf(message))
  addFacts(read.decoded, message, receivedAt)
  const reply = replyTo(message, receivedAt)
  return {
    ...read,
    ...(/^\d{15}$/.test(message.imei) && { identity: message.imei }),
    replies: reply === undefined ? [] : [write(message, reply)],
  }
}

/** The time it asks for, or its own word again. Where its server is it asks in vain: we are where it asks. */
export function replyTo({ function: kind, data }: WristbandMessage, now: number): string | undefined {
  if (kind === TIME) return digitsOfUtc(now).slice(0, 12)
  if (kind === ECHO) return data.slice(0, 256)
  return kind === STATUS ? data.split(',')[0] : undefined
}

const nameOf = ({ function: kind }: Pick<WristbandMessage, 'function'>): string =>
  `F${String(kind).padStart(2, '0')}`

function write({ imei, version, function: kind }: WristbandMessage, data: string): Uint8Array {
  const text = `YX${imei}|${version}|0|{${nameOf({ function: kind })}#${data}}\r\n`
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length)
  return Buffer.concat([Uint8Array.from(START), length, Buffer.from(text, 'latin1'), Uint8Array.from(END)])
}

function addFacts(
  decoded: Decoded,
  { battery, wifi, cells, tracks = [] }: WristbandMessage,
  receivedAt: number,
): void {
  for (const { lat, lng, time } of tracks.slice(0, 500)) {
    addPosition(decoded, {
      time: stamp(decoded, time, receivedAt),
      lat,
      lng,
      accuracyM: null,
      source: 'GPS',
    })
  }
  addNetworks(decoded, receivedAt, wifi)
  addCells(decoded, receivedAt, cells)
  addMeasured(decoded, receivedAt, { battery })
}
