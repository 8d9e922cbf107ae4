import { expect, it } from 'vitest'
import { joined, nextChangeOf } from './conditions.ts'
import { summaryOf } from './summary.ts'

it('a summary names what failed even once, under what, and how to have that order again', () => {
  const run = { passed: 7, seconds: 60, failures: [] }
  const summary = summaryOf([
    { ...run, condition: 'quiet', seed: 1 },
    { ...run, condition: 'quiet', seed: 2, failures: ['a.test.ts > rings'], seconds: 70 },
    { ...run, condition: 'cores', seed: 3, seconds: 90 },
  ])
  expect(summary.split('\n')).toEqual([
    'quiet           1 of 2 runs without a failure, 60 s each (median)',
    'cores           1 of 1 runs without a failure, 90 s each (median)',
    '',
    '1 of 3  a.test.ts > rings',
    '  quiet, seed 2',
  ])
})

it('the hours that are left out and that come twice are those of the law', () => {
  const now = new Date('2026-11-22T00:00:00Z')
  expect(nextChangeOf(2, now).toISOString()).toBe('2027-03-28T01:00:00.000Z')
  expect(nextChangeOf(9, now).toISOString()).toBe('2027-10-31T01:00:00.000Z')
  expect(nextChangeOf(9, new Date('2026-10-24T00:00:00Z')).toISOString()).toBe('2026-10-25T01:00:00.000Z')
})

it('several conditions at once are what each of them is', () => {
  const { what, env } = joined('cores+zone')
  expect(what).toBe('all cores busy, the time zone Pacific/Kiritimati, 14 hours ahead')
  expect(env?.()).toEqual({ TZ: 'Pacific/Kiritimati' })
  expect(() => joined('cores+noon')).toThrow('There is no condition noon')
})
