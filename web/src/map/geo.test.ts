import { expect, it } from 'vitest'
import { boundsOf, circleAround, metresBetween, placeAway } from './geo.ts'

const telAviv = { lat: 32.0853, lng: 34.7818 }
const riga = { lat: 56.9496, lng: 24.1052 }

it('from Tel Aviv to Riga it is 2,880 km, and back as far', () => {
  expect(metresBetween(telAviv, riga) / 1_000).toBeCloseTo(2_884, -1)
  expect(metresBetween(telAviv, riga)).toBe(metresBetween(riga, telAviv))
})

it.each([telAviv, riga])('a circle is everywhere as far from its middle, at $lat°', (centre) => {
  for (const corner of circleAround(centre, 150)) expect(metresBetween(centre, corner)).toBeCloseTo(150, 3)
})

it('north is up', () => {
  expect(placeAway(riga, 1_000, 0).lat).toBeGreaterThan(riga.lat)
  expect(placeAway(riga, 1_000, 0).lng).toBeCloseTo(riga.lng)
})

it('a box holds all its places; around none there is no box', () => {
  expect(boundsOf([telAviv, riga])).toEqual([24.1052, 32.0853, 34.7818, 56.9496])
  expect(boundsOf([])).toBeNull()
})
