import { expect, it } from 'vitest'
import { daysIn } from './days-in.ts'

const to = new Date('2026-11-26T12:00Z')

it.each([
  ['2026-11-12T12:00Z', 14],
  ['2026-11-25T09:00Z', 2],
  ['2026-11-26T03:00Z', 1],
  ['2026-11-26T12:00Z', 1],
])('since %s it is %i days', (from, days) => {
  expect(daysIn(new Date(from), to)).toBe(days)
})
