import { decodeEvent } from '@carewatch/contracts/events'
import { metrics } from '@carewatch/contracts/metrics'
import { expect, it } from 'vitest'
import { createSubscribers, livePosition, liveReadings } from './live.ts'

it('writes the live event that the screens read', () => {
  const uuid = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000'
  const noon = Date.parse('2026-11-21T12:00:00Z')
  const text = liveReadings(uuid, [
    { metric: metrics.heartRate.id, time: noon, value: 72 },
    { metric: metrics.spo2.id, time: noon, value: 97 },
    { metric: metrics.heartRate.id, time: noon - 60_000, value: 70 },
  ])
  expect(decodeEvent(text)).toEqual({
    type: 'readings',
    deviceUuid: uuid,
    readings: [
      { time: new Date(noon), values: { heartRate: 72, spo2: 97 } },
      { time: new Date(noon - 60_000), values: { heartRate: 70 } },
    ],
  })
})

it('tells of several positions the latest', () => {
  const uuid = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000'
  const noon = Date.parse('2026-11-21T12:00:00Z')
  const at = (time: number, lat: number) => ({
    time,
    lat,
    lng: 34.8,
    accuracyM: null,
    source: 'GPS' as const,
  })
  expect(decodeEvent(livePosition(uuid, [at(noon, 32.1), at(noon - 60_000, 32)]))).toEqual({
    type: 'position',
    deviceUuid: uuid,
    position: { time: new Date(noon), lat: 32.1, lng: 34.8, accuracy: null, source: 'GPS' },
  })
})

it('knows who listens until the last one leaves', () => {
  const subscribers = createSubscribers()
  subscribers.join(['a', 'b'])
  subscribers.join(['a'])
  subscribers.leave(['a', 'b'])
  expect([subscribers.has('a'), subscribers.has('b')]).toEqual([true, false])
  subscribers.leave(['a'])
  expect(subscribers.has('a')).toBe(false)
})
