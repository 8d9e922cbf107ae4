import { expect, it } from 'vitest'
import { spansOf } from './spans.ts'

const days = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ day: `2026-01-${at}`, alarms: 1, falseAlarms: at % 2 }))

it('shows a month day by day', () => {
  expect(spansOf(days(28))).toEqual({ isWeeks: false, spans: days(28) })
})

it('shows a quarter week by week, and loses no day', () => {
  const { isWeeks, spans } = spansOf(days(93))
  expect(isWeeks).toBe(true)
  expect(spans.map(({ alarms }) => alarms)).toEqual([2, ...Array.from({ length: 13 }, () => 7)])
  expect(spans.map(({ day }) => day).slice(0, 3)).toEqual(['2026-01-0', '2026-01-2', '2026-01-9'])
  expect(spans.reduce((total, { falseAlarms }) => total + falseAlarms, 0)).toBe(46)
  expect(spansOf(days(91)).spans).toHaveLength(13)
})
