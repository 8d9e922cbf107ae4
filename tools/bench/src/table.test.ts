import { describe, expect, it } from 'vitest'
import { isMet, median, percentile, type Figure } from './figures.ts'
import { tableOf } from './table.ts'

const figure = (rest: Partial<Figure>): Figure => ({
  name: 'speed',
  unit: 'm/s',
  value: 10,
  limits: [],
  ...rest,
})

describe('whether a figure is good enough', () => {
  it.each([
    [{ least: 10 }, true],
    [{ least: 11 }, false],
    [{ most: 10 }, true],
    [{ most: 9 }, false],
  ])('of 10 against %o says %s', (target, met) => {
    expect(isMet(figure({ target }))).toBe(met)
  })

  it('is not met by what could not be measured', () => {
    expect(isMet(figure({ value: Number.NaN, target: { most: 350 } }))).toBe(false)
  })
})

it('takes the middle of the rounds, and the mean of two', () => {
  expect([median([3, 1, 2]), median([1, 2]), median([7])]).toEqual([2, 1.5, 7])
})

it('takes the percentile that a share of all lies at or below', () => {
  const values = Array.from({ length: 100 }, (_, index) => index + 1)
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile([4], 0.99)]).toEqual([50, 99, 4])
})

it('puts each figure beside its limits, its target and its note', () => {
  const table = tableOf([
    figure({ limits: [{ name: 'light', value: 40 }], target: { least: 15 }, note: 'measured downhill' }),
  ])
  expect(table).toMatch(/speed\s+10\.0\s+m\/s\s+light 40\.0\s+0\.25\s+>= 15\.0\s+NO/)
  expect(table).toContain('speed: measured downhill')
})
