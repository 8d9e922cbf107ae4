import type { EventType } from '@carewatch/contracts/alarms'
import type { Decoded, DecodedPosition } from '../codec.ts'
import {
  addCells,
  addEvent,
  addMeasured,
  addNetworks,
  addPosition,
  addUnknownAlarm,
  reject,
  stamp,
} from '../kit/facts.ts'
import { nothingRead, unreadable } from '../kit/frame-read.ts'
import { type FrameRead, type FrameContext, nothingEncoded, type Protocol } from '../protocol.ts'
import type { Beacon } from './beacons.ts'
import { ackEview, cutEview, isEview, openEview } from './frame.ts'
import { nearbyReaders } from './nearby.ts'
import { type EviewBody, type EviewRecord, readBody } from './records.ts'

/** Pendants and buttons of Eview (EV-07B, EV-04) and MiniFinder's newer ones. How they are configured is in no public paper. */
export const pendantEview: Protocol = {
  ...nothingEncoded,
  matches: isEview,
  cut: cutEview,
  read: readEview,
  opcodeOf: (bytes) => {
    const frame = openEview(bytes)
    return frame && byteOf(frame.type)
  },
}

const DATA = 0x01
/** Its settings, what it asks for, what it was told to do, and its answers: each in keys of its own, and nothing of it is shown. */
const OTHERS = [0x02, 0x03, 0x04, 0x7f]

function readEview(bytes: Uint8Array, { receivedAt }: FrameContext): FrameRead {
  const frame = openEview(bytes)
  if (!frame) return unreadable('not a message')
  // Without an answer it sends it again, whole.
  if (!frame.isIntact) return unreadable('checksum')
  const read = nothingRead()
  const body = readBody(frame.fields, nearbyReaders)
  if (body.isCut && frame.type === DATA) reject(read.decoded, 'shape', 'fields')
  if (frame.type === DATA) addData(read.decoded, body, receivedAt)
  else if (!OTHERS.includes(frame.type)) reject(read.decoded, 'unknownMessage', byteOf(frame.type))
  const isKnown = /^\d{15}$/.test(body.imei ?? '')
  return {
    ...read,
    ...(isKnown && { identity: body.imei }),
    replies: frame.wantsAck ? [ackEview(frame.index)] : [],
  }
}

const byteOf = (number: number): string => number.toString(16).padStart(2, '0')

function addData(decoded: Decoded, { records, unknown }: EviewBody, receivedAt: number): void {
  for (const record of records) addFacts(decoded, record, receivedAt)
  for (const key of unknown) reject(decoded, 'unknownMessage', `key ${byteOf(key)}`)
}

/** Fences are ours to judge. */
export const ALARMS: Record<number, { name: string; event?: EventType }> = {
  0: { name: 'low_battery', event: 'LOW_BATTERY' },
  1: { name: 'overspeed' },
  2: { name: 'fall', event: 'FALL' },
  4: { name: 'fence_1' },
  5: { name: 'fence_2' },
  6: { name: 'fence_3' },
  7: { name: 'fence_4' },
  8: { name: 'power_off', event: 'POWER_OFF' },
  9: { name: 'power_on' },
  10: { name: 'motion' },
  12: { name: 'sos', event: 'SOS' },
  13: { name: 'side_button_1' },
  14: { name: 'side_button_2' },
  31: { name: 'bark' },
}

const alarmBits = Object.entries(ALARMS).map(([bit, alarm]) => ({ bit: Number(bit), alarm }))

export const alarmsIn = (bits: number): { name: string; event?: EventType }[] =>
  bits === 0 ? [] : alarmBits.flatMap(({ bit, alarm }) => (isSet(bits, bit) ? [alarm] : []))

/** That a fence was entered stands 22 bits above it. */
const FENCE_ENTERED = [26, 27, 28, 29]
const KNOWN_BITS = [...Object.keys(ALARMS).map(Number), ...FENCE_ENTERED]

const isUnknown = (bits: number): boolean =>
  bits !== KNOWN_BITS.filter((bit) => isSet(bits, bit)).reduce((sum, bit) => sum + 2 ** bit, 0)

export const isSet = (bits: number, bit: number): boolean => Math.floor(bits / 2 ** bit) % 2 === 1

/** Its last eight bits. */
export const batteryIn = (status: number): number => Math.floor(status / 2 ** 24)

function addFacts(decoded: Decoded, record: EviewRecord, receivedAt: number): void {
  const { status } = record
  const time = stamp(decoded, record.time, receivedAt)
  const alarmTime = record.alarmTime === undefined ? time : stamp(decoded, record.alarmTime, receivedAt)
  const { alarms = 0 } = record
  const events = alarmsIn(alarms).flatMap(({ event }) => event ?? [])
  for (const event of events) addEvent(decoded, event, alarmTime)
  if (isUnknown(alarms)) addUnknownBit(decoded, { alarms, events, time: alarmTime })
  const place = placeOf(record)
  if (place) addPosition(decoded, { time, accuracyM: null, ...place })
  addNetworks(decoded, time, record.wifi)
  addCells(decoded, time, record.cells)
  const { heartRate, spo2, battery, steps, stepsTime } = record
  addMeasured(decoded, time, { heartRate, spo2, battery: status === undefined ? battery : batteryIn(status) })
  if (steps !== undefined) addMeasured(decoded, stamp(decoded, stepsTime, receivedAt), { steps })
}

/** Beside a call for help it rings no second time. */
function addUnknownBit(
  decoded: Decoded,
  { alarms, events, time }: { alarms: number; events: readonly EventType[]; time: number },
): void {
  const word = alarms.toString(16)
  if (events.includes('SOS') || events.includes('FALL')) reject(decoded, 'unknownEvent', word)
  else addUnknownAlarm(decoded, word, time)
}

/** By satellite; else where somebody said that what it hears stands. */
function placeOf({ gps, knownBeacon, knownWifi }: EviewRecord): Place | undefined {
  if (gps && gps.hdop > 0) return { lat: gps.lat, lng: gps.lng, source: 'GPS' }
  return placeBy(knownBeacon, 'BLE') ?? placeBy(knownWifi, 'WIFI')
}

type Place = Pick<DecodedPosition, 'lat' | 'lng' | 'source'>

const placeBy = (beacon: Beacon | undefined, source: Place['source']): Place | undefined =>
  beacon?.lat === undefined || beacon.lng === undefined
    ? undefined
    : { lat: beacon.lat, lng: beacon.lng, source }
