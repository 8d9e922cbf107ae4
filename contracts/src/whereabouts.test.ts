import { expect, it } from 'vitest'
import { distance, whereabouts } from './whereabouts.ts'

const home = { lat: 32.8, lng: 34.98 }
const at = new Date('2026-03-01T12:00:00Z')
const seen = (lat: number, accuracy: number | null = 20) => ({
  home,
  position: { time: at, lat, lng: home.lng, accuracy, source: 'GPS' as const },
})

it('a thousandth of a degree north is about 111 metres', () => {
  expect(distance(home, { ...home, lat: home.lat + 0.001 })).toBeCloseTo(111, 0)
})

it('in the garden one is at home, in the next street away', () => {
  expect(whereabouts(seen(32.801))).toEqual({ at, place: 'home' })
  expect(whereabouts(seen(32.81))).toEqual({ at, place: 'away' })
})

it('nobody is called away, nor at home, by a position that could as well be either', () => {
  expect(whereabouts(seen(32.81, 2_000))).toBeNull()
  expect(whereabouts(seen(32.8, 800))).toBeNull()
  expect(whereabouts(seen(32.8, 150))?.place).toBe('home')
  expect(whereabouts(seen(32.9, 2_000))?.place).toBe('away')
  const { position } = seen(32.9, null)
  expect(whereabouts({ home, position })?.place).toBe('away')
  // Of a cell of which nobody says how far it is heard.
  expect(whereabouts({ home, position: { ...position, source: 'CELL' } })).toBeNull()
})

it('by cells nobody is called away who is not twice as far as they are heard, and a kilometre', () => {
  const byCell = (lat: number, accuracy: number) => {
    const { position } = seen(lat, accuracy)
    return whereabouts({ home, position: { ...position, source: 'CELL' } })
  }
  expect(byCell(32.81, 100)).toBeNull()
  expect(byCell(32.86, 3_000)).toBeNull()
  expect(byCell(32.87, 3_000)?.place).toBe('away')
})

it('without a home or a position nobody is called anywhere', () => {
  expect(whereabouts({ ...seen(32.8), home: null })).toBeNull()
  expect(whereabouts({ ...seen(32.8), position: null })).toBeNull()
  expect(whereabouts(null)).toBeNull()
})
