import type { EventType } from '@carewatch/contracts/alarms'
import type { Measured } from '../kit/facts.ts'
import { type Fields, fieldOf, isFields, numberIn } from '../kit/json.ts'
import { wordOf } from '../kit/text.ts'
import { isEventful, isUnshown, type Unknown, unknownIn, unknownKind } from './unknown.ts'

/** One thing a message says, at one time. */
export type WonlexFact = {
  time: number | undefined
  measured?: Measured
  place?: { lat: number; lng: number; accuracyM: number | null }
  event?: EventType
  /** What of it stands in no paper that we know. */
  unknown?: Unknown
}

const MAX_BATCH = 500

/** What stands in `data`, or beside it: firmware does both. */
export const bodyOf = (document: Fields): Fields => {
  const data = fieldOf(document, 'data')
  return isFields(data) ? data : document
}

export function readFacts(type: string, document: Fields): WonlexFact[] {
  const body = bodyOf(document)
  const time = numberIn(fieldOf(body, 'timestamp')) ?? numberIn(fieldOf(document, 'timestamp'))
  const unknown = unknownIn(type, body)
  if (type === 'upBatch') return [...batchOf(document, body, time), ...unknownAt(time, unknown)]
  const event = eventOf(type, body)
  const place = type === 'upLocation' ? placeOf(body) : undefined
  const measured = measuredBy(type, body)
  const fact = { time, ...(measured && { measured }), ...(place && { place }), ...(event && { event }) }
  return [fact, ...unknownAt(time, unknown)]
}

const unknownAt = (time: number | undefined, unknown: Unknown | undefined): WonlexFact[] =>
  unknown === undefined ? [] : [{ time, unknown }]

/** The one value of a message, by whichever name. */
const valueOf = (body: Fields, ...names: string[]): unknown => {
  for (const name of [...names, 'value', 'data', 'date']) {
    const value = fieldOf(body, name)
    if (typeof value === 'number' || typeof value === 'string') return value
  }
  return undefined
}

/** `120/80/72`, or another sign between. */
const partsOf = (value: unknown): (number | undefined)[] =>
  wordOf(value)
    .split(/[/,-]/)
    .slice(0, 8)
    .map((part) => numberIn(part) || undefined)

const minutesOf = (value: unknown): (number | undefined)[] =>
  typeof value === 'string' ? value.split('/').slice(0, 8).map(numberIn) : []

function pressureOf(body: Fields): Measured {
  const [systolic, diastolic, heartRate] = partsOf(valueOf(body, 'bp'))
  return {
    systolic: numberIn(fieldOf(body, 'systolic')) ?? systolic,
    diastolic: numberIn(fieldOf(body, 'diastolic')) ?? diastolic,
    heartRate,
  }
}

/** Of three the first is the body, then the skin and the air; of two there is none of the body. */
function heatOf(body: Fields): Measured {
  const parts = partsOf(valueOf(body, 'temperature', 'bodyTemperature'))
  return parts.length === 2 ? {} : { temperature: parts[0] }
}

type Phase = 'sleepDeep' | 'sleepLight' | 'sleepAwake'

const PHASES: readonly (readonly [RegExp, Phase])[] = [
  [/deep/i, 'sleepDeep'],
  [/light|shallow/i, 'sleepLight'],
  [/awake|wake/i, 'sleepAwake'],
]

/** A night in pieces, each with its minutes. */
function phasesOf(pieces: readonly unknown[]): Measured {
  const night: Partial<Record<Phase, number>> = {}
  for (const piece of pieces.slice(0, MAX_BATCH)) {
    if (!isFields(piece)) continue
    const kind = wordOf(fieldOf(piece, 'sleepType') ?? fieldOf(piece, 'sleeptype'))
    const phase = PHASES.find(([words]) => words.test(kind))?.[1]
    if (phase) night[phase] = (night[phase] ?? 0) + (numberIn(fieldOf(piece, 'duration')) ?? 0)
  }
  return night
}

/** All of it, deep, light, awake: minutes of a night. */
function sleepOf(body: Fields): Measured {
  const pieces = fieldOf(body, 'dateTime')
  if (Array.isArray(pieces)) return phasesOf(pieces)
  const [, deep, light, awake] = minutesOf(valueOf(body))
  return {
    sleepDeep: numberIn(fieldOf(body, 'deep')) ?? numberIn(fieldOf(body, 'deepSleep')) ?? deep,
    sleepLight: numberIn(fieldOf(body, 'light')) ?? numberIn(fieldOf(body, 'lightSleep')) ?? light,
    sleepAwake: numberIn(fieldOf(body, 'awake')) ?? awake,
  }
}

const batteryOf = (body: Fields): Measured => ({
  battery: numberIn(fieldOf(body, 'batteryLevel')) ?? numberIn(fieldOf(body, 'battery')),
})
const stepsOf = (body: Fields): Measured => ({ steps: numberIn(valueOf(body, 'step', 'steps')) })
const pulseOf = (body: Fields): Measured => ({ heartRate: numberIn(valueOf(body, 'heartRate')) || undefined })
const oxygenOf = (body: Fields): Measured => ({
  spo2: numberIn(valueOf(body, 'bo', 'bloodOxygen', 'spo2')) || undefined,
})

const values = new Map<string, (body: Fields) => Measured>([
  ['login', batteryOf],
  ['heartbeat', batteryOf],
  ['upBattery', batteryOf],
  ['upHeartRate', pulseOf],
  ['upBP', pressureOf],
  ['upBO', oxygenOf],
  ['upBodyTemperature', heatOf],
  ['upStep', stepsOf],
  ['upTodayActivity', stepsOf],
  ['upSleep', sleepOf],
])

const measuredBy = (type: string, body: Fields): Measured | undefined => values.get(type)?.(body)

const LOW = 3

function eventOf(type: string, body: Fields): EventType | undefined {
  if (type === 'upShutdown') return 'POWER_OFF'
  if (type === 'upBattery' && numberIn(fieldOf(body, 'batteryType')) === LOW) return 'LOW_BATTERY'
  const why = wordOf(fieldOf(body, 'positionDataType')).toLowerCase()
  if (type === 'upSOS' || (type === 'upLocation' && why === 'sos')) return 'SOS'
  return type === 'upLocation' && why === 'fall' ? 'FALL' : undefined
}

function placeOf(body: Fields): WonlexFact['place'] {
  const gps = fieldOf(body, 'gps')
  const fields = isFields(gps) ? gps : body
  const lat = numberIn(fieldOf(fields, 'lat'))
  const lng = numberIn(fieldOf(fields, 'lon')) ?? numberIn(fieldOf(fields, 'lng'))
  const accuracyM = numberIn(fieldOf(fields, 'accuracy')) || null
  return lat === undefined || lng === undefined ? undefined : { lat, lng, accuracyM }
}

/** Several of one kind with their times; several kinds, a list each; or whole messages. */
function batchOf(document: Fields, body: Fields, time: number | undefined): WonlexFact[] {
  const dataType = fieldOf(body, 'dataType')
  const items = Array.isArray(document.data) ? document.data : fieldOf(body, 'list')
  if (Array.isArray(items)) {
    return items.slice(0, MAX_BATCH).flatMap((item) => {
      const type = isFields(item) ? (fieldOf(item, 'type') ?? dataType) : undefined
      const isRead = isFields(item) && typeof type === 'string' && type !== 'upBatch'
      return isRead ? readFacts(type, item) : unknownAt(time, { word: 'upBatch item', isAlarm: false })
    })
  }
  if (typeof dataType === 'string') return batchOfKind(dataType, body, time)
  return [
    ...listed('upHeartRate', { body, key: 'heartRate', time }),
    ...listed('upBP', { body, key: 'bp', time }),
    ...listed('upBO', { body, key: 'bo', time }),
  ]
}

function batchOfKind(type: string, body: Fields, time: number | undefined): WonlexFact[] {
  if (isUnshown(type)) return []
  if (isEventful(type)) {
    const times = wordOf(fieldOf(body, 'dataTime')).split(',', MAX_BATCH).map(numberIn)
    return times.flatMap((at) => readFacts(type, { ...body, timestamp: at ?? time }))
  }
  return values.has(type) ? listed(type, { body, key: 'data', time }) : unknownAt(time, unknownKind(type))
}

function listed(
  type: string,
  { body, key, time }: { body: Fields; key: string; time: number | undefined },
): WonlexFact[] {
  const list = fieldOf(body, key)
  const times = wordOf(fieldOf(body, 'dataTime')).split(',')
  if (wordOf(list) === '') return []
  return wordOf(list)
    .split(',', MAX_BATCH)
    .flatMap((value, index) => {
      const measured = measuredBy(type, { value })
      return measured ? [{ time: numberIn(times[index]) ?? time, measured }] : []
    })
}
