import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from './local-time.ts'
import { steadyValue } from './steady.ts'

const glucose = { id: 99, decimals: 1 }
const calm = { as: 'steady', low: 4.5, high: 6.5, everyMinutes: 60 } as const
const noon = Date.UTC(2026, 10, 21, 12)
const people = Array.from({ length: 40 }, (_, seed) => seed * 17 + 1)
const dayOf = (seed: number): number[] =>
  Array.from({ length: 288 }, (_, index) =>
    steadyValue(glucose, calm, { seed, time: noon + index * 5 * MINUTE_MS }),
  )
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('a metric without a model of its own', () => {
  it('lies within what somebody has who is well, in its decimals', () => {
    for (const value of people.flatMap(dayOf)) {
      expect(value).toBeGreaterThanOrEqual(calm.low)
      expect(value).toBeLessThanOrEqual(calm.high)
      expect(Number(value.toFixed(1))).toBe(value)
    }
  })

  it('moves, about a level of each person', () => {
    const days = people.map(dayOf)
    for (const day of days) expect(new Set(day).size).toBeGreaterThan(3)
    const levels = days.map(mean)
    expect(Math.max(...levels) - Math.min(...levels)).toBeGreaterThan(0.4)
  })

  it('is the same for the same person and moment', () => {
    const at = { seed: 7, time: noon + 5 * HOUR_MS }
    expect(steadyValue(glucose, calm, at)).toBe(steadyValue(glucose, calm, { ...at }))
    expect(steadyValue(glucose, calm, at)).not.toBe(steadyValue({ ...glucose, id: 98 }, calm, at))
  })
})
