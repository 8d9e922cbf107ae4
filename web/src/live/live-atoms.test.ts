import type { LiveEvent } from '@carewatch/contracts/events'
import { createStore } from 'jotai'
import { describe, expect, it } from 'vitest'
import { applyEvents, forgetDevice, receivedLive, latestReading, livePoints, presence } from './live-atoms.ts'
import { withPoint } from './points.ts'

const deviceUuid = '0192f0a0-0000-7000-8000-00000000000d'
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute))
const measured = (minute: number, heartRate: number): LiveEvent => ({
  type: 'readings',
  deviceUuid,
  readings: [{ time: at(minute), values: { heartRate, spo2: 97 } }],
})

describe('live readings', () => {
  it('show the newest value of each metric', () => {
    const store = createStore()
    store.set(applyEvents, [measured(0, 70), measured(1, 72)])
    expect(store.get(latestReading(`${deviceUuid}/heartRate`))).toEqual({ time: at(1), value: 72 })
    expect(store.get(latestReading(`${deviceUuid}/spo2`))?.value).toBe(97)
  })

  it('that arrive late take their place in time and do not pass for the newest', () => {
    const store = createStore()
    store.set(applyEvents, [measured(0, 70), measured(9, 72), measured(5, 99)])
    const points = store.get(livePoints(`${deviceUuid}/heartRate`))
    expect(points.map(({ value }) => value)).toEqual([70, 99, 72])
    expect(store.get(latestReading(`${deviceUuid}/heartRate`))?.value).toBe(72)
  })

  it('of a device that left the screen are forgotten', () => {
    const store = createStore()
    store.set(applyEvents, [measured(0, 70)])
    forgetDevice(deviceUuid)
    expect(store.get(livePoints(`${deviceUuid}/heartRate`))).toEqual([])
  })

  it('of a device that comes back to the screen are followed again', () => {
    const store = createStore()
    store.set(applyEvents, [measured(0, 70)])
    expect(store.get(receivedLive(deviceUuid))).toEqual(at(0))
    forgetDevice(deviceUuid)
    expect(store.get(receivedLive(deviceUuid))).toBeNull()
    store.set(applyEvents, [measured(4, 75)])
    expect(store.get(receivedLive(deviceUuid))).toEqual(at(4))
    expect(store.get(latestReading(`${deviceUuid}/heartRate`))?.value).toBe(75)
  })

  it('of who wore a device before are gone once somebody else does', () => {
    const store = createStore()
    store.set(applyEvents, [measured(0, 70), { type: 'handedOver', deviceUuid }, measured(4, 81)])
    expect(store.get(livePoints(`${deviceUuid}/heartRate`)).map(({ value }) => value)).toEqual([81])
    store.set(applyEvents, [{ type: 'handedOver', deviceUuid }])
    expect(store.get(latestReading(`${deviceUuid}/spo2`))).toBeNull()
    expect(store.get(receivedLive(deviceUuid))).toBeNull()
  })

  it('never grow without end', () => {
    const many = Array.from({ length: 2_500 }, (_, index) => ({
      time: new Date(index * 1_000),
      value: index,
    }))
    const kept = many.reduce(withPoint, [] as readonly (typeof many)[number][])
    expect(kept).toHaveLength(2_000)
    expect(kept.at(-1)?.value).toBe(2_499)
  })
})

it('knows when a device was last heard', () => {
  const store = createStore()
  store.set(applyEvents, [{ type: 'presence', deviceUuid, online: false, lastSeenAt: at(3) }])
  expect(store.get(presence(deviceUuid))).toEqual({ online: false, lastSeenAt: at(3) })
})
