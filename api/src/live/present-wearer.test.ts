import { encodeEvent, type LiveEvent } from '@carewatch/contracts/events'
import { expect, it } from 'vitest'
import { ofPresentWearer } from './present-wearer.ts'

const deviceUuid = '0192d3c4-0000-7000-8000-000000000001'
const since = new Date('2026-05-01T10:00:00.000Z')
const before = new Date('2026-05-01T09:59:59.999Z')
const written = (event: LiveEvent): Buffer => Buffer.from(encodeEvent(event))
const readingsAt = (...times: Date[]): Buffer =>
  written({
    type: 'readings',
    deviceUuid,
    readings: times.map((time) => ({ time, values: { heartRate: 70 } })),
  })
const positionAt = (time: Date): Buffer =>
  written({ type: 'position', deviceUuid, position: { time, lat: 1, lng: 2, accuracy: null, source: 'GPS' } })

it('passes on what is of who wears the device now, and leaves out what came late from who wore it before', () => {
  const own = readingsAt(since)
  expect(ofPresentWearer(own, since)).toBe(own)
  expect(ofPresentWearer(readingsAt(before), since)).toBeUndefined()
  expect(ofPresentWearer(readingsAt(before, since), since)).toEqual(own)
  expect(ofPresentWearer(positionAt(before), since)).toBeUndefined()
  expect(ofPresentWearer(positionAt(since), since)).toEqual(positionAt(since))
})

it('passes on everything of a device that nobody was ever assigned to, and that it is connected in any case', () => {
  const late = readingsAt(before)
  expect(ofPresentWearer(late, new Date(0))).toBe(late)
  const presence = written({ type: 'presence', deviceUuid, online: true, lastSeenAt: before })
  expect(ofPresentWearer(presence, since)).toEqual(presence)
})
