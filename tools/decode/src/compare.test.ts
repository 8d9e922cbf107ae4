import { expect, test } from 'vitest'
import { differences } from './compare.ts'

test('a case passes when everything expected is there, whatever else is', () => {
  expect(differences({ a: 1, b: { c: ['x'] } }, { a: 1.00001, b: { c: ['x'], d: 2 }, e: 3 })).toEqual([])
})

test('the keys that differ are named by their paths', () => {
  expect(differences({ a: 1, b: { c: ['x', 'y'] }, f: true }, { a: 2, b: { c: ['x', 'z'] } })).toEqual([
    'a',
    'b.c[1]',
    'f',
  ])
})

test('where null is expected nothing may stand', () => {
  expect(differences({ temperature: null }, {})).toEqual([])
  expect(differences({ temperature: null }, { temperature: 21 })).toEqual(['temperature'])
})

test('a place is compared more closely than a measurement', () => {
  expect(differences({ lat: 1, x: 1 }, { lat: 1.00005, x: 1.00005 })).toEqual(['lat'])
})

test('the same moment may be written in two ways', () => {
  expect(differences({ time: '2026-01-01T00:00:00Z' }, { time: '2026-01-01T00:00:00.000Z' })).toEqual([])
})
