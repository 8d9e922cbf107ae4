import { expect, it } from 'vitest'
import { graphRanges } from './numbers.ts'

const HOURS: Record<string, number> = { h: 1, d: 24, w: 168 }

it.each(Object.entries(graphRanges))('the graphs of %s show that many hours: %i', (name, hours) => {
  const [, count, unit = ''] = /^(\d+)([hdw])$/.exec(name) ?? []
  expect(hours).toBe(Number(count) * (HOURS[unit] ?? Number.NaN))
})
