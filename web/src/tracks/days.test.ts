import { expect, it } from 'vitest'
import { dayBefore, rangeOf } from './days.ts'

it('the day before the first of March is the last of February', () => {
  expect(dayBefore('2026-03-01')).toBe('2026-02-28')
})

it('a day goes from midnight to midnight where the watch is worn, also when the clocks are changed', () => {
  expect(rangeOf('2026-10-25', 'Europe/Riga')).toEqual({
    from: new Date('2026-10-24T21:00:00Z'),
    to: new Date('2026-10-25T22:00:00Z'),
  })
})
