import { history, readingsOverview } from '@carewatch/contracts/http/readings'
import { expect, it } from 'vitest'
import { keptAs } from './last-known.ts'

const HOUR = 3_600_000
const now = Date.UTC(2026, 10, 26, 9)
const readings = (hours: number, endedAgo = 0) =>
  keptAs(
    history,
    `/api/readings/352099001700208/heartRate/${now - endedAgo - hours * HOUR}?to=${encodeURIComponent(new Date(now - endedAgo).toISOString())}`,
    now,
  )

it('keeps the readings of the last day as that, whenever they were asked for', () => {
  expect(readings(24)).toBe('/api/readings/352099001700208/heartRate/lastDay')
  expect(readings(25, 20_000)).toBe('/api/readings/352099001700208/heartRate/lastDay')
})

it.each([
  ['a week', 168, 0],
  ['half a day', 12, 0],
  ['yesterday', 24, 9 * HOUR],
])('keeps nothing of %s', (_, hours, endedAgo) => {
  expect(readings(hours, endedAgo)).toBeNull()
})

it('keeps the newest words by their address', () => {
  expect(keptAs(readingsOverview, '/api/readings/overview/352099001700208', now)).toBe(
    '/api/readings/overview/352099001700208',
  )
})
