import { expect, it } from 'vitest'
import { ageIn } from './age.ts'

it.each([
  [20_000, 0, 'second'],
  [50_000, 1, 'minute'],
  [125_000, 2, 'minute'],
  [2 * 3_600_000, 2, 'hour'],
  [50 * 3_600_000, 2, 'day'],
])('tells %i ms as %i %s', (ms, value, unit) => {
  expect(ageIn(ms)).toEqual({ value, unit })
})
