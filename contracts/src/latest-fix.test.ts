import { expect, it } from 'vitest'
import type { Position } from './http/positions.ts'
import { isPinpoint, shownFix } from './latest-fix.ts'

const at = (minute: number, fix: Partial<Position> = {}): Position => ({
  time: new Date(Date.UTC(2026, 10, 21, 12, minute)),
  lat: 32.08,
  lng: 34.78,
  accuracy: 10,
  source: 'GPS',
  ...fix,
})
const cell = { source: 'CELL', accuracy: 3_000 } as const

it('an exact fix is shown for as long as the wide one after it does not contradict it', () => {
  const exact = at(0)
  expect(shownFix(exact, at(9, { ...cell, lat: 32.1 }))).toBe(exact)
  expect(shownFix(exact, at(9, { source: 'WIFI', accuracy: 400 }))).toBe(exact)
  const elsewhere = at(9, { ...cell, lat: 32.2 })
  expect(shownFix(exact, elsewhere)).toBe(elsewhere)
})

it('a cell of which nobody says how far it is heard is heard 35 km away, and no farther', () => {
  const exact = at(0)
  expect(shownFix(exact, at(9, { ...cell, accuracy: null, lat: 32.3 }))).toBe(exact)
  const far = at(9, { ...cell, accuracy: null, lat: 32.5 })
  expect(shownFix(exact, far)).toBe(far)
})

it('what is as exact, what follows a wide one, and what is of another day is shown as it comes', () => {
  const newer = [at(9), at(9, { source: 'WIFI', accuracy: 150 }), at(9, { source: 'BLE' })]
  for (const one of newer) expect(shownFix(at(0), one)).toBe(one)
  const wide = at(9, { ...cell })
  expect(shownFix(at(0, { ...cell }), wide)).toBe(wide)
  expect(shownFix(at(9 - 24 * 60), wide).source).toBe('GPS')
  expect(shownFix(at(8 - 24 * 60), wide)).toBe(wide)
})

it('satellites, beacons and the networks of a home are exact, cells never', () => {
  expect(isPinpoint({ source: 'WIFI', accuracyM: null })).toBe(true)
  expect(isPinpoint({ source: 'WIFI', accuracyM: 151 })).toBe(false)
  expect(isPinpoint({ source: 'CELL', accuracyM: 20 })).toBe(false)
  expect(isPinpoint({ source: 'GPS', accuracyM: null })).toBe(true)
})
