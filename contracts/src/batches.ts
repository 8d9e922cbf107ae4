import type { EventType } from './alarms.ts'
import type { PositionSource } from './http/positions.ts'
import type { FactKind, FactValue } from './rules/rooms/fact-changes.ts'

/** Readings as they travel from ingest to the rules: parallel columns, one index a reading. */
export type ReadingColumns = {
  count: number
  deviceId: Int32Array
  /** Metric ids of `metrics.ts`. */
  metric: Uint8Array
  /** Milliseconds since 1970. */
  time: Float64Array
  value: Float32Array
}

/** A device event that was stored for the first time; times in milliseconds since 1970. */
export type StoredEvent = { deviceId: number; type: EventType; time: number; receivedAt: number }

/** Where a device was, stored for the first time; times in milliseconds since 1970. */
export type StoredPosition = {
  deviceId: number
  lat: number
  lng: number
  accuracyM: number | null
  source: PositionSource
  time: number
  receivedAt: number
}

/** What a beacon said that it had not said before, whichever gateway heard it; times in milliseconds since 1970. */
export type StoredRoomFact = {
  beaconId: number
  gatewayId: number
  kind: FactKind
  value: FactValue
  time: number
  /** Since when it says so: its own time where it said something else before. */
  since: number
  receivedAt: number
}

const HEADER_BYTES = 16
const READING_BYTES = 8 + 4 + 4 + 1

/**
 * 17 bytes a reading: the rules read tens of thousands a second, and a text of them would cost more than judging them.
 * Layout, little-endian: count (uint32), 4 spare bytes, receivedAt (float64), then times, values, device ids, metric ids.
 */
export function packReadings(columns: ReadingColumns, receivedAt: number): Uint8Array {
  const { count } = columns
  const bytes = new Uint8Array(HEADER_BYTES + count * READING_BYTES)
  const header = new DataView(bytes.buffer)
  header.setUint32(0, count, true)
  header.setFloat64(8, receivedAt, true)
  const into = layout(bytes.buffer, 0, count)
  into.time.set(columns.time.subarray(0, count))
  into.value.set(columns.value.subarray(0, count))
  into.deviceId.set(columns.deviceId.subarray(0, count))
  into.metric.set(columns.metric.subarray(0, count))
  return bytes
}

export function unpackReadings(packed: Uint8Array): ReadingColumns & { receivedAt: number } {
  // A copy starts at offset 0, so that the eight-byte columns are aligned (a Buffer's own slice would not copy).
  const bytes = new Uint8Array(packed)
  const header = new DataView(bytes.buffer)
  const count = header.getUint32(0, true)
  return { count, receivedAt: header.getFloat64(8, true), ...layout(bytes.buffer, 0, count) }
}

function layout(buffer: ArrayBuffer, start: number, count: number): Omit<ReadingColumns, 'count'> {
  const time = new Float64Array(buffer, start + HEADER_BYTES, count)
  const value = new Float32Array(buffer, time.byteOffset + time.byteLength, count)
  const deviceId = new Int32Array(buffer, value.byteOffset + value.byteLength, count)
  const metric = new Uint8Array(buffer, deviceId.byteOffset + deviceId.byteLength, count)
  return { time, value, deviceId, metric }
}
