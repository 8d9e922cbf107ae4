import { expect, it } from 'vitest'
import { barPlot, slopeOf, sparkline } from './plot.ts'

it('draws what is flat flat, and what grows growing', () => {
  expect(sparkline([100, 101, 99])).toBe('███')
  expect(sparkline([1, 50, 100])).toBe('▁▄█')
})

it('tells how steep a series is', () => {
  expect(slopeOf([5, 5, 5])).toBe(0)
  expect(slopeOf([1, 3, 5, 7])).toBeCloseTo(2)
  expect(slopeOf([4])).toBe(0)
})

it('draws the greatest bar longest, by the logarithm where one would hide the others', () => {
  const bar = (name: string, value: number) => ({ name, value, text: String(value) })
  const narrow = barPlot('rows', [bar('a', 1), bar('b', 2)]).split('\n')
  expect(narrow[2]?.length).toBeGreaterThan(narrow[1]?.length ?? 0)
  expect(barPlot('rows', [bar('a', 1), bar('b', 1_000)])).toContain('logarithm')
})
