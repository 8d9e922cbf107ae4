import type { EventType } from '@carewatch/contracts/alarms'
import type { Decoded } from '../codec.ts'
import {
  addCells,
  addEvent,
  addFirmware,
  addMeasured,
  addNetworks,
  addPosition,
  addUnknownAlarm,
  reject,
  stamp,
} from '../kit/facts.ts'
import { MAX_FRAME_BYTES, nothingRead, unreadable } from '../kit/frame-read.ts'
import { type Fields, fieldOf, isFields, numberIn, readJson } from '../kit/json.ts'
import type { NearbyCell, NearbyWifi } from '../kit/nearby.ts'
import { skipBlank } from '../kit/sniff.ts'
import { wordOf } from '../kit/text.ts'
import { type FrameRead, type FrameContext, nothingEncoded, type Protocol } from '../protocol.ts'
import { cutDocument } from './documents.ts'

/** B2316: JSON documents one behind the other. What it can be told is in no public paper. */
export const watchB2316: Protocol = {
  ...nothingEncoded,
  matches: (beginning) => {
    const [first] = skipBlank(beginning)
    return first === undefined ? undefined : first === 0x7b
  },
  cut: (received) => cutDocument(received, MAX_FRAME_BYTES),
  read: readB2316,
  opcodeOf: () => undefined,
}

/** What one moment says, in its protocol's own terms. */
export type B2316Record = {
  time: number | undefined
  lat?: number | undefined
  lng?: number | undefined
  warning?: number | undefined
  temperatures: number[]
  steps?: number | undefined
  battery?: number | undefined
  signal?: number | undefined
  heartRate?: number | undefined
  systolic?: number | undefined
  diastolic?: number | undefined
  cells?: NearbyCell[] | undefined
  wifi?: NearbyWifi[] | undefined
  iccid?: string | undefined
  firmware?: string | undefined
}
export type B2316Message = { imei: string; records: B2316Record[]; isTooMany: boolean }

const MAX_RECORDS = 500

export function openB2316(frame: Uint8Array): B2316Message | undefined {
  const document = readJson(frame)
  if (!isFields(document)) return undefined
  const data = fieldOf(document, 'data')
  const records = (Array.isArray(data) ? data : [data]).filter(isFields)
  return {
    imei: wordOf(fieldOf(document, 'imei')),
    records: records.slice(0, MAX_RECORDS).map(recordOf),
    isTooMany: records.length > MAX_RECORDS,
  }
}

/** Battery in five steps. */
const BATTERY = [10, 30, 60, 80, 100]

function recordOf(fields: Fields): B2316Record {
  const time = numberIn(fieldOf(fields, 'tm'))
  const [lng, lat] = pairOf(fieldOf(fields, 'gp'))
  const [systolic, diastolic] = pairOf(fieldOf(fields, 'bp'))
  const step = numberIn(fieldOf(fields, 'ba'))
  return {
    time: time === undefined ? undefined : time * 1_000,
    lat,
    lng,
    warning: numberIn(fieldOf(fields, 'wn')),
    temperatures: pairOf(fieldOf(fields, 'te')).map((tenths) => tenths / 10),
    steps: numberIn(fieldOf(fields, 'st')),
    battery: step === undefined ? undefined : BATTERY[step],
    signal: numberIn(fieldOf(fields, 'sn')),
    heartRate: numberIn(fieldOf(fields, 'hr')) || undefined,
    systolic: systolic || undefined,
    diastolic: diastolic || undefined,
    ...nearbyOf(fields),
  }
}

const nearbyOf = (fields: Fields): Partial<B2316Record> => ({
  cells: cellOf(wordOf(fieldOf(fields, 'ci'))),
  wifi: wifiOf(wordOf(fieldOf(fields, 'wi'))),
  iccid: wordOf(fieldOf(fields, 'ic')) || undefined,
  firmware: wordOf(fieldOf(fields, 've')) || undefined,
})

function cellOf(text: string): NearbyCell[] | undefined {
  if (text === '') return undefined
  const [mcc, mnc, lac, cid, signal] = text.split(',').map(numberIn)
  if (mcc === undefined || mnc === undefined || lac === undefined || cid === undefined) return []
  return [{ mcc, mnc, lac, cid, signal }]
}

/** Twelve digits and a strength each, a semicolon behind. */
function wifiOf(text: string): NearbyWifi[] | undefined {
  if (text === '') return undefined
  return text.split(';').flatMap((one) => {
    const [mac = '', signal] = one.split(',')
    return mac ? [{ ssid: '', bssid: mac.replaceAll(/(..)(?=.)/g, '$1:'), signal: numberIn(signal) }] : []
  })
}

/** `a,b`, as text or as a list. */
function pairOf(value: unknown): number[] {
  const parts: unknown[] = Array.isArray(value) ? value.slice(0, 2) : wordOf(value).split(',', 2)
  const numbers = parts.map(numberIn)
  return numbers.filter((number) => number !== undefined)
}

const EVENTS: Record<number, EventType> = { 1: 'LOW_BATTERY', 2: 'SOS', 3: 'POWER_OFF', 4: 'OFF_WRIST' }

function readB2316(frame: Uint8Array, { receivedAt }: FrameContext): FrameRead {
  const message = openB2316(frame)
  if (!message) return unreadable('not a document')
  const read = nothingRead()
  if (message.isTooMany) reject(read.decoded, 'tooMany', `more than ${MAX_RECORDS}`)
  for (const record of message.records) addFacts(read.decoded, record, receivedAt)
  return { ...read, ...(/^\d{15}$/.test(message.imei) && { identity: message.imei }) }
}

function addFacts(decoded: Decoded, record: B2316Record, receivedAt: number): void {
  const { lat, lng, warning, steps, battery, heartRate, systolic, diastolic } = record
  const time = stamp(decoded, record.time, receivedAt)
  const event = warning === undefined ? undefined : EVENTS[warning]
  if (event) addEvent(decoded, event, time)
  else if (warning) addUnknownAlarm(decoded, String(warning), time)
  if (lat !== undefined && lng !== undefined) {
    addPosition(decoded, { time, lat, lng, accuracyM: null, source: 'GPS' })
  }
  addNetworks(decoded, time, record.wifi)
  addCells(decoded, time, record.cells)
  addFirmware(decoded, record.firmware)
  addMeasured(decoded, time, {
    steps,
    battery,
    heartRate,
    systolic,
    diastolic,
    temperature: bodyHeat(record),
  })
}

/** Of two the first is the skin's. */
const bodyHeat = ({ temperatures: [first, second] }: B2316Record): number | undefined =>
  (second ?? first) || undefined
