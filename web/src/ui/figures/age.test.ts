import { expect, it } from 'vitest'
import { spanOf } from './age.ts'

it.each([
  [50_000, 1, 'minute'],
  [125_000, 2, 'minute'],
  [2 * 3_600_000, 2, 'hour'],
  [50 * 3_600_000, 2, 'day'],
])('tells %i ms as %i %s', (ms, value, unit) => {
  expect(spanOf(ms)).toEqual({ value, unit })
})

it('calls the last seconds now', () => {
  expect(spanOf(20_000)).toBe('now')
})
