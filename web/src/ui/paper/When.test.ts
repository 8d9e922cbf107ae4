import { expect, it } from 'vitest'
import { isClockChanged } from './When.tsx'

it.each([
  ['2026-10-24T22:30Z', '2026-10-24T23:30Z', true],
  ['2026-10-24T23:30Z', '2026-10-25T00:30Z', false],
])('Jerusalem, from %s to %s: the clocks are changed: %s', (from, to, isChanged) => {
  // In 2026 they go back at two in the night of 25 October, which is 23:00 UTC of the day before.
  expect(isClockChanged('Asia/Jerusalem', [new Date(from), new Date(to)])).toBe(isChanged)
})
