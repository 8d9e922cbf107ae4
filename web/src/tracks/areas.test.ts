import { expect, it } from 'vitest'
import { metresBetween } from '../map/geo.ts'
import { boundsAround, metresFromHome } from './areas.ts'

const home = { lat: 32.08, lng: 34.78 }
const seen = (accuracy: number | null, source: 'GPS' | 'CELL' = 'CELL') => ({
  home,
  position: { time: new Date(0), lat: 32.085, lng: 34.78, accuracy, source },
})

it('a map shows all of the circle, and home beside it', () => {
  const [west, south, east, north] = boundsAround(seen(1_000)) ?? [0, 0, 0, 0]
  expect(metresBetween({ lat: 32.085, lng: west }, { lat: 32.085, lng: east })).toBeCloseTo(2_000, -1)
  expect(metresBetween({ lat: south, lng: 34.78 }, { lat: north, lng: 34.78 })).toBeCloseTo(2_000, -1)
  expect(boundsAround(seen(null))).toEqual([34.78, 32.08, 34.78, 32.085])
  expect(boundsAround({ home: null, position: null })).toBeNull()
})

it('nobody knows how far from home they are whose home is in the circle', () => {
  expect(metresFromHome(seen(1_000))).toBeNull()
  expect(metresFromHome(seen(500))).toBeCloseTo(556, 0)
  expect(metresFromHome(seen(1_000, 'GPS'))).toBeCloseTo(556, 0)
  expect(metresFromHome({ ...seen(500), home: null })).toBeNull()
})
