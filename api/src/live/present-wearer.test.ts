import { encodeEvent, type LiveEvent } from '@carewatch/contracts/events'
import { expect, it } from 'vitest'
import { ofPresentWearer } from './present-wearer.ts'

const deviceUuid = '0192d3c4-0000-7000-8000-000000000001'
const since = new Date('2026-05-01T10:00:00.000Z')
const now = { since, until: null }
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
  expect(ofPresentWearer(own, now)).toBe(own)
  expect(ofPresentWearer(readingsAt(before), now)).toBeUndefined()
  expect(ofPresentWearer(readingsAt(before, since), now)).toEqual(own)
  expect(ofPresentWearer(positionAt(before), now)).toBeUndefined()
  expect(ofPresentWearer(positionAt(since), now)).toEqual(positionAt(since))
})

it('passes on everything of a device that nobody was ever assigned to, and that it is connected in any case', () => {
  const late = readingsAt(before)
  expect(ofPresentWearer(late, { since: new Date(0), until: null })).toBe(late)
  const presence = written({ type: 'presence', deviceUuid, online: true, lastSeenAt: before })
  expect(ofPresentWearer(presence, now)).toEqual(presence)
})

it('leaves out what comes after it changed hands as was planned, until it is known whose it is', () => {
  const until = new Date('2026-05-01T11:00:00.000Z')
  const last = new Date(until.getTime() - 1)
  const planned = { since, until }
  expect(ofPresentWearer(readingsAt(since, last, until), planned)).toEqual(readingsAt(since, last))
  expect(ofPresentWearer(readingsAt(until), planned)).toBeUndefined()
  expect(ofPresentWearer(positionAt(last), planned)).toEqual(positionAt(last))
  expect(ofPresentWearer(positionAt(until), planned)).toBeUndefined()
  // Out of its box it is given to somebody: until then nobody wears it.
  const first = { since: new Date(0), until }
  expect(ofPresentWearer(readingsAt(before, until), first)).toEqual(readingsAt(before))
})
