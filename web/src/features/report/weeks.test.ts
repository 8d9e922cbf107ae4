import { expect, it } from 'vitest'
import { weeksUntil, wornIn } from './weeks.ts'

it('a report has whole weeks of the resident, the newest up to now', () => {
  const now = new Date('2026-03-30T22:30Z')
  // In Riga it is the 31st already, and two days ago the clocks went forward.
  expect(weeksUntil(now, 2, 'Europe/Riga')).toEqual([
    { from: new Date('2026-03-24T22:00Z'), to: now },
    { from: new Date('2026-03-17T22:00Z'), to: new Date('2026-03-24T22:00Z') },
  ])
})

it('a week names the watches that were worn in it, and no other', () => {
  const worn = [
    { imei: 'new', from: new Date('2026-03-20T09:00Z'), to: null },
    { imei: 'former', from: new Date('2026-01-01T09:00Z'), to: new Date('2026-03-20T09:00Z') },
  ]
  const span = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) })
  expect(wornIn(worn, span('2026-03-24T22:00Z', '2026-03-30T22:30Z'))).toEqual(['new'])
  expect(wornIn(worn, span('2026-03-17T22:00Z', '2026-03-24T22:00Z'))).toEqual(['new', 'former'])
  expect(wornIn(worn, span('2026-03-10T22:00Z', '2026-03-17T22:00Z'))).toEqual(['former'])
})
