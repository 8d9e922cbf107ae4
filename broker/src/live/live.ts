import { metricById, type MetricName } from '@carewatch/contracts/metrics'
import { liveTopic } from '@carewatch/contracts/topics'
import type { Message } from '@carewatch/ingest/batch'
import type { DecodedPosition, DecodedReading } from '@carewatch/devices/codec'

/** How many of our services subscribe to a topic; what has no subscriber is not published. */
export function createSubscribers() {
  const counts = new Map<string, number>()
  const change = (topics: readonly string[], by: 1 | -1): void => {
    for (const topic of topics) {
      const count = (counts.get(topic) ?? 0) + by
      if (count > 0) counts.set(topic, count)
      else counts.delete(topic)
    }
  }
  return {
    join: (topics: readonly string[]) => change(topics, 1),
    leave: (topics: readonly string[]) => change(topics, -1),
    has: (topic: string): boolean => counts.has(topic),
    topics: (): string[] => [...counts.keys()],
  }
}

export type Subscribers = {
  join: (topics: readonly string[]) => void
  leave: (topics: readonly string[]) => void
  has: (topic: string) => boolean
}

/** Publishes to the screens what was just committed. */
export function createLivePublisher(
  has: (topic: string) => boolean,
  publish: (topic: string, payload: string) => void,
) {
  return ({ uplink, decoded: { readings, positions } }: Message): void => {
    const { deviceUuid } = uplink.source
    const readingsTopic = liveTopic.readings(deviceUuid)
    if (readings.length > 0 && has(readingsTopic)) publish(readingsTopic, liveReadings(deviceUuid, readings))
    const positionTopic = liveTopic.position(deviceUuid)
    if (positions.length > 0 && has(positionTopic))
      publish(positionTopic, livePosition(deviceUuid, positions))
  }
}

/** The live event `position` of contracts/events.ts. */
export function livePosition(deviceUuid: string, positions: readonly DecodedPosition[]): string {
  const { time, accuracyM, ...place } = positions.reduce((a, b) => (b.time >= a.time ? b : a))
  const position = { ...place, time: new Date(time).toISOString(), accuracy: accuracyM }
  return JSON.stringify({ type: 'position', deviceUuid, position })
}

type Values = Partial<Record<MetricName, number>>

/** The live event `readings` of contracts/events.ts, one entry a time. Written by hand: this is the hot path. */
export function liveReadings(deviceUuid: string, readings: readonly DecodedReading[]): string {
  const byTime = new Map<number, Values>()
  for (const { time, metric, value } of readings) {
    const name = metricById(metric)
    if (!name) continue
    const values = byTime.get(time) ?? {}
    values[name] = value
    byTime.set(time, values)
  }
  const entries = [...byTime].map(([time, values]) => ({ time: new Date(time).toISOString(), values }))
  return JSON.stringify({ type: 'readings', deviceUuid, readings: entries })
}
