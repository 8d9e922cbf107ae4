import { EventType } from '@carewatch/contracts/alarms'
import { isMetricName, metrics } from '@carewatch/contracts/metrics'
import { MAX_READINGS_PER_MESSAGE, PositionPayload } from '@carewatch/contracts/payloads'
import { type Codec, type Decoded, nothingDecoded } from '../codec.ts'
import { readTime } from '../kit/device-time.ts'
import { addPosition, addReading, addUnknownAlarm, reject } from '../kit/facts.ts'

const text = new TextDecoder('utf-8', { fatal: true })
const MAX_FIELDS = 64

type Fields = Record<string, unknown>

/** Carewatch's own JSON: `readings` (one object or an array) and `event`. */
export const native: Codec = (leaf, payload, receivedAt) => {
  const decoded = nothingDecoded()
  const body = parse(payload, decoded)
  if (body === undefined) return decoded
  if (leaf === 'readings') readReadings(body, receivedAt, decoded)
  else if (leaf === 'event') readEvent(body, receivedAt, decoded)
  else reject(decoded, 'topic', leaf)
  return decoded
}

function parse(payload: Uint8Array, decoded: Decoded): unknown {
  try {
    return JSON.parse(text.decode(payload))
  } catch (error) {
    reject(decoded, 'json', (error as Error).name)
    return undefined
  }
}

function readReadings(body: unknown, receivedAt: number, decoded: Decoded): void {
  const items: unknown[] = Array.isArray(body) ? body : [body]
  if (items.length > MAX_READINGS_PER_MESSAGE) {
    reject(decoded, 'tooMany', `${items.length} of at most ${MAX_READINGS_PER_MESSAGE}`)
    return
  }
  for (const item of items) {
    if (isFields(item)) readOne(item, receivedAt, decoded)
    else reject(decoded, 'shape', 'not an object')
  }
}

function readOne(fields: Fields, receivedAt: number, decoded: Decoded): void {
  const time = timeOf(fields, receivedAt, decoded)
  if (time === undefined) return
  let read = 0
  for (const name in fields) {
    if (++read > MAX_FIELDS) return reject(decoded, 'shape', 'too many fields')
    const value = fields[name]
    if (name === 'time' || value === null) continue
    if (name === 'sleep') readSleep(value, time, decoded)
    else if (name === 'position') readPosition(value, time, decoded)
    else if (name === 'wearing') readWearing(value, time, decoded)
    else if (isMetricName(name)) readMetric(name, value, time, decoded)
    else reject(decoded, 'unknownField', name.slice(0, 32))
  }
}

// oxlint-disable-next-line max-params -- the hot path: an object a value would cost more than the value
function readMetric(name: keyof typeof metrics, value: unknown, time: number, decoded: Decoded): void {
  if (typeof value !== 'number') return reject(decoded, 'type', name)
  addReading(decoded, time, name, value)
}

const SLEEP = { deep: 'sleepDeep', light: 'sleepLight', awake: 'sleepAwake' } as const

function readSleep(value: unknown, time: number, decoded: Decoded): void {
  if (!isFields(value)) return reject(decoded, 'type', 'sleep')
  for (const part of ['deep', 'light', 'awake'] as const) {
    if (value[part] !== undefined) readMetric(SLEEP[part], value[part], time, decoded)
  }
}

function readWearing(value: unknown, time: number, decoded: Decoded): void {
  if (typeof value !== 'boolean') return reject(decoded, 'type', 'wearing')
  decoded.readings.push({ metric: metrics.wearing.id, time, value: value ? 1 : 0 })
}

function readPosition(value: unknown, time: number, decoded: Decoded): void {
  const position = PositionPayload.safeParse(value)
  if (!position.success) return reject(decoded, 'range', 'position')
  const { lat, lng, accuracy = null, source = 'GPS' } = position.data
  addPosition(decoded, { time, lat, lng, accuracyM: accuracy, source })
}

function readEvent(body: unknown, receivedAt: number, decoded: Decoded): void {
  if (!isFields(body)) return reject(decoded, 'shape', 'not an object')
  const type = EventType.safeParse(body.type)
  // An alarm with a broken clock is still an alarm: it happened when we heard of it.
  const time = timeOf(body, receivedAt, decoded) ?? receivedAt
  if (type.success) decoded.events.push({ type: type.data, time })
  else addUnknownAlarm(decoded, typeof body.type === 'string' ? body.type : '', time)
  if (body.position !== undefined) readPosition(body.position, time, decoded)
}

function timeOf(fields: Fields, receivedAt: number, decoded: Decoded): number | undefined {
  const { time, isSkewed } = readTime(fields.time, receivedAt)
  if (time === undefined) reject(decoded, 'type', 'time')
  if (isSkewed) decoded.clockSkew = true
  return time
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
