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
import { type Fields, fieldOf, isFields, isNone, numberIn, readJson } from '../kit/json.ts'
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
  /** As they are written, without what calls for nobody. */
  warnings: string[]
  /** Names of fields that stand in no paper that we know. */
  unknown: string[]
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
export type B2316Message = {
  imei: string
  records: B2316Record[]
  isTooMany: boolean
  /** Some of what it holds is no record. */
  isOdd: boolean
  /** As of a record. */
  unknown: string[]
}

const MAX_RECORDS = 500

export function openB2316(frame: Uint8Array): B2316Message | undefined {
  const document = readJson(frame)
  if (!isFields(document)) return undefined
  const data = fieldOf(document, 'data')
  const given: unknown[] = Array.isArray(data) ? data : [data]
  const records = given.filter(isFields)
  return {
    imei: wordOf(fieldOf(document, 'imei')),
    records: records.slice(0, MAX_RECORDS).map(recordOf),
    isTooMany: records.length > MAX_RECORDS,
    isOdd: data !== undefined && records.length < given.length,
    unknown: othersIn(document, AROUND),
  }
}

const AROUND = new Set(['imei', 'data'])
const FIELDS = new Set(['ba', 'bp', 'ci', 'gp', 'hr', 'ic', 'sn', 'st', 'te', 'tm', 've', 'wi', 'wn'])
const othersIn = (fields: Fields, known: ReadonlySet<string>): string[] =>
  Object.keys(fields)
    .filter((name) => !known.has(name))
    .slice(0, 5)

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
    warnings: warningsIn(fieldOf(fields, 'wn')),
    unknown: othersIn(fields, FIELDS),
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

const MAX_WARNINGS = 16

/** One, or a list of them. A number, however it is written; what is none is nobody's warning that we know. */
function warningsIn(value: unknown): string[] {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  return given
    .filter((one) => !isNone(one))
    .slice(0, MAX_WARNINGS)
    .map((one) => String(numberIn(one) ?? (wordOf(one).trim() || typeof one)))
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

const EVENTS: ReadonlyMap<string, EventType> = new Map([
  ['1', 'LOW_BATTERY'],
  ['2', 'SOS'],
  ['3', 'POWER_OFF'],
  ['4', 'OFF_WRIST'],
])

function readB2316(frame: Uint8Array, { receivedAt }: FrameContext): FrameRead {
  const message = openB2316(frame)
  if (!message) return unreadable('not a document')
  const read = nothingRead()
  if (message.isTooMany) reject(read.decoded, 'tooMany', `more than ${MAX_RECORDS}`)
  if (message.isOdd) reject(read.decoded, 'shape', 'data')
  addUnknown(read.decoded, message.unknown)
  for (const record of message.records) addFacts(read.decoded, record, receivedAt)
  return { ...read, ...(/^\d{15}$/.test(message.imei) && { identity: message.imei }) }
}

function addUnknown(decoded: Decoded, names: readonly string[]): void {
  for (const name of names) reject(decoded, 'unknownMessage', name)
}

/** Beside a call for help what nobody knows rings no second time. */
function addWarnings(decoded: Decoded, warnings: readonly string[], time: number): void {
  const isCall = warnings.some((warning) => EVENTS.get(warning) === 'SOS')
  for (const warning of warnings) {
    const event = EVENTS.get(warning)
    if (event) addEvent(decoded, event, time)
    else if (isCall) reject(decoded, 'unknownEvent', warning)
    else addUnknownAlarm(decoded, warning, time)
  }
}

function addFacts(decoded: Decoded, record: B2316Record, receivedAt: number): void {
  const { lat, lng, steps, battery, heartRate, systolic, diastolic } = record
  const time = stamp(decoded, record.time, receivedAt)
  addWarnings(decoded, record.warnings, time)
  addUnknown(decoded, record.unknown)
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
