import { expect, it } from 'vitest'
import { marksOfTried } from './tried.ts'

const from = new Date('2026-11-07T12:00:00Z')
const to = new Date('2026-11-21T12:00:00Z')
const opened = (day: number, severity: 'HIGH' | 'CRITICAL') => ({
  openedAt: new Date(from.getTime() + day * 86_400_000),
  clearedAt: null,
  severity,
  direction: 'HIGH' as const,
  value: 130,
})

it('puts alarms that would lie on one another under one mark, as grave as the gravest', () => {
  const alarms = [opened(0, 'HIGH'), opened(0.1, 'CRITICAL'), opened(0.2, 'HIGH'), opened(7, 'HIGH')]
  expect(marksOfTried({ alarms, from, to })).toEqual([
    { at: 0, severity: 'CRITICAL', n: 3 },
    { at: 0.5, severity: 'HIGH', n: 1 },
  ])
})
