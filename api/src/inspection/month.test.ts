import { expect, it } from 'vitest'
import { monthOf } from './month.ts'

it.each([
  ['2026-10', 'Asia/Jerusalem', '2026-09-30T21:00:00.000Z', '2026-10-31T22:00:00.000Z'],
  ['2026-03', 'Asia/Jerusalem', '2026-02-28T22:00:00.000Z', '2026-03-31T21:00:00.000Z'],
  ['2026-12', 'UTC', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2026-11', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
])('%s in %s is from %s to %s', (month, zone, from, to) => {
  const range = monthOf(month, zone)
  expect([range.from.toISOString(), range.to.toISOString()]).toEqual([from, to])
})
