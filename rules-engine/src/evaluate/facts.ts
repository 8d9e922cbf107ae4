import {
  type StoredEvent,
  type StoredPosition,
  type StoredRoomFact,
  unpackReadings,
} from '@carewatch/contracts/batches'
import { metricById, type MetricName } from '@carewatch/contracts/metrics'

export type PendingEvaluation = {
  id: string
  readings: Buffer | null
  stored: number[] | null
  events: StoredEvent[] | null
  positions: StoredPosition[] | null
  roomFacts: StoredRoomFact[] | null
  unproven: boolean
}

/** `isUnproven`: whoever said it is not known to be the device. */
export type DeviceFact = { isUnproven?: boolean } & (
  | { deviceId: number; type: 'reading'; metric: MetricName; value: number; time: number; receivedAt: number }
  | { deviceId: number; type: 'event'; event: StoredEvent['type']; time: number; receivedAt: number }
  | ({ type: 'position' } & StoredPosition)
)

/** The new facts of a batch in the order they came; repeats are left out. */
export function* factsOf({ unproven: isUnproven, ...batch }: PendingEvaluation): Generator<DeviceFact> {
  const { readings, stored, events, positions } = batch
  for (const { deviceId, type, time, receivedAt } of events ?? [])
    yield { deviceId, type: 'event', event: type, time, receivedAt, isUnproven }
  for (const position of positions ?? []) yield { type: 'position', ...position, isUnproven }
  if (!readings) return

  const columns = unpackReadings(readings)
  const isNew = stored && new Set(stored)
  for (let row = 0; row < columns.count; row++) {
    if (isNew && !isNew.has(row + 1)) continue
    const metric = metricById(columns.metric[row] ?? 0)
    const deviceId = columns.deviceId[row]
    const time = columns.time[row]
    const value = columns.value[row]
    if (!metric || deviceId === undefined || time === undefined || value === undefined) continue
    yield { deviceId, type: 'reading', metric, value, time, receivedAt: columns.receivedAt, isUnproven }
  }
}
