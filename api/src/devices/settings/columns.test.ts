import { expect, it } from 'vitest'
import { columnsOf } from './columns.ts'

it.each([
  ['leaves limits alone where none changes', { stepsTarget: 5_000 }, {}, { stepsTarget: 5_000 }],
  ['sets a side', { heartRateLow: 45 }, {}, { limits: { heartRate: { low: 45 } } }],
  [
    'keeps the other side, and what it knows nothing of',
    { heartRateLow: 45 },
    { heartRate: { high: 130 }, steps: { high: 9 } },
    { limits: { heartRate: { low: 45, high: 130 }, steps: { high: 9 } } },
  ],
  ['takes a side away', { heartRateLow: null }, { heartRate: { low: 45 } }, { limits: {} }],
])('%s', (_, changes, has, expected) => {
  expect(columnsOf(changes, has)).toEqual(expected)
})
