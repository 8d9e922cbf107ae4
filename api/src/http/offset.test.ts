import { expect, it } from 'vitest'
import { dayIn, offsetMinutes } from './offset.ts'

it.each([
  ['UTC', '2026-01-01T00:00Z', 0, '2026-01-01'],
  ['Asia/Jerusalem', '2026-01-01T22:30Z', 120, '2026-01-02'],
  ['Asia/Jerusalem', '2026-07-01T22:30Z', 180, '2026-07-02'],
  ['America/St_Johns', '2026-01-01T02:00Z', -210, '2025-12-31'],
])('the clocks of %s at %s are %i minutes from UTC, and it is the %s', (zone, at, minutes, day) => {
  expect([offsetMinutes(zone, new Date(at)), dayIn(zone, new Date(at))]).toEqual([minutes, day])
})
