import { expect, it } from 'vitest'
import { shiftBegan } from './shift.ts'

it.each([
  ['by night', '2026-11-26T02:00Z', '2026-11-25T21:00Z'],
  ['just after a change', '2026-11-26T05:59Z', '2026-11-25T21:00Z'],
  ['an hour after it', '2026-11-26T06:00Z', '2026-11-26T05:00Z'],
  ['in the evening', '2026-11-26T20:00Z', '2026-11-26T13:00Z'],
  ['in the night in which clocks go back', '2026-10-25T04:30Z', '2026-10-24T20:00Z'],
])('%s, at %s, the shift to hand over began at %s', (_, now, began) => {
  expect(shiftBegan(new Date(now), 'Asia/Jerusalem')).toEqual(new Date(began))
})
