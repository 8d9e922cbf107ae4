import { describe, expect, it } from 'vitest'
import { daily, daysIn, figuresOf, wearTime } from './figures.ts'

const at = (hours: number) => new Date(2026, 2, 2, hours)
const points = (...values: number[]) => values.map((value, index) => ({ time: at(index), value }))

describe('what a doctor asks of a vital', () => {
  it('is its lowest, its middle, its highest and how much of it was within the limits', () => {
    expect(figuresOf(points(70, 60, 130, 80), { low: 65, high: 120 })).toEqual({
      n: 4,
      min: 60,
      median: 75,
      max: 130,
      within: 0.5,
    })
  })

  it('claims nothing of what was not measured or has no limits', () => {
    expect(figuresOf([], { low: 50, high: 120 })).toBeNull()
    expect(figuresOf(points(1), { low: null, high: null })?.within).toBeNull()
  })
})

it('a watch was worn in the hours in which a heart was heard', () => {
  expect(wearTime(points(60, 61, 62), { from: at(0), to: at(4) })).toBe(0.75)
  expect(wearTime([], { from: at(0), to: at(4) })).toBe(0)
})

it('steps count from midnight to midnight; a day without a word stays empty', () => {
  const span = { from: at(0), to: at(60) }
  const steps = [1, 20, 30].map((hours) => ({ time: at(hours), value: hours * 100 }))
  expect(daily(steps, daysIn(span))).toEqual([2000, 3000, null])
})
