import { expect, it } from 'vitest'
import { clustersOf } from './clusters.ts'

const here = { lat: 32.08, lng: 34.78 }
const nextDoor = { lat: 32.0801, lng: 34.7801 }
const riga = { lat: 56.95, lng: 24.1 }
const at = (zoom: number) => clustersOf([here, nextDoor, riga], (place) => place, zoom)

it('watches that would hide one another are one', () => {
  expect(at(10).map(({ members }) => members.length)).toEqual([2, 1])
})

it('from near enough each stands alone', () => {
  expect(at(20)).toHaveLength(3)
})

it('from far away all of them are one, and nobody is lost', () => {
  expect(at(-1).flatMap(({ members }) => members)).toHaveLength(3)
  expect(at(-1)).toHaveLength(1)
})

it('those of one place keep the order of the list', () => {
  const [{ members } = { members: [] }] = clustersOf([nextDoor, here, riga], (place) => place, -1)
  expect(members).toEqual([nextDoor, here, riga])
})

it('five thousand watches are gathered at once', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => ({
    lat: 29 + (index % 71) / 20,
    lng: 34 + index / 5_000,
  }))
  const found = clustersOf(many, (place) => place, 8)
  expect(found.flatMap(({ members }) => members)).toHaveLength(5_000)
})
