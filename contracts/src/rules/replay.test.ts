import { expect, it } from 'vitest'
import { limitsForAll } from '../limits.ts'
import { createReplay } from './replay.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000

function replay(values: number[], high: number, everyMs = 15 * MINUTE) {
  const again = createReplay({
    metric: 'heartRate',
    limits: limitsForAll({ heartRate: { high } }),
  })
  values.forEach((value, index) => again.add(noon + index * everyMs, value))
  return again.alarms
}

it('keeps when each alarm would have opened and cleared, and how grave it would have become', () => {
  expect(replay([100, 121, 122, 150, 110, 110, 100, 30], 120)).toEqual([
    {
      openedAt: noon + 30 * MINUTE,
      lastAt: noon + 45 * MINUTE,
      clearedAt: noon + 75 * MINUTE,
      severity: 'CRITICAL',
      direction: 'HIGH',
      metric: 'heartRate',
      value: 150,
    },
    {
      openedAt: noon + 105 * MINUTE,
      lastAt: noon + 105 * MINUTE,
      clearedAt: null,
      severity: 'CRITICAL',
      direction: 'LOW',
      metric: 'heartRate',
      value: 30,
    },
  ])
})

it('raises fewer with a wider limit, by the same rule', () => {
  const values = [121, 122, 100, 100, 131, 132, 100, 100]
  expect([120, 130, 140].map((high) => replay(values, high).length)).toEqual([2, 1, 0])
})

it('takes a sensor that flaps for one, as the rules do', () => {
  const values = Array.from({ length: 3_600 }, (_, second) => (second % 4 < 2 ? 130 : 100))
  expect(replay(values, 120, 1_000)).toHaveLength(3)
})
