import { expect, it } from 'vitest'
import { yearsOld } from './years.ts'

it('somebody is a year older from their birthday on, and not the day before', () => {
  expect(yearsOld('1944-11-24', '2026-11-23')).toBe(81)
  expect(yearsOld('1944-11-24', '2026-11-24')).toBe(82)
  expect(yearsOld('1944-02-29', '2026-03-01')).toBe(82)
})
