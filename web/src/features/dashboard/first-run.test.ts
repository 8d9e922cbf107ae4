import { expect, it } from 'vitest'
import { nextStep } from './first-run.ts'

it('leads from company to branch to device to the first reading', () => {
  const nothing = { company: false, branch: false, device: false, reading: false }
  expect(nextStep(nothing)).toBe('company')
  expect(nextStep({ ...nothing, company: true })).toBe('branch')
  expect(nextStep({ ...nothing, company: true, branch: true })).toBe('device')
  expect(nextStep({ ...nothing, company: true, branch: true, device: true })).toBe('reading')
})
