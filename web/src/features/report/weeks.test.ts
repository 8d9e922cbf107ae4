import { expect, it } from 'vitest'
import { weeksUntil } from './weeks.ts'

it('a report has whole weeks of the resident, the newest up to now', () => {
  const now = new Date('2026-03-30T22:30Z')
  // In Riga it is the 31st already, and two days ago the clocks went forward.
  expect(weeksUntil(now, 2, 'Europe/Riga')).toEqual([
    { from: new Date('2026-03-24T22:00Z'), to: now },
    { from: new Date('2026-03-17T22:00Z'), to: new Date('2026-03-24T22:00Z') },
  ])
})
