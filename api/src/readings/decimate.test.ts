import { MAX_POINTS } from '@carewatch/contracts/http/readings'
import { describe, expect, it } from 'vitest'
import { longSpanFor, samplesOf, spanBetween, spanFor } from './decimate.ts'

const WEEKS_8 = 56 * 86_400_000

describe('how wide a span of a graph is', () => {
  it.each([1, 2, 3] as const)('never keeps more points than a graph may have, with %i metrics', (width) => {
    const spans = Math.floor(WEEKS_8 / spanFor(WEEKS_8, width)) + 1
    expect(spans * 2 * width).toBeLessThanOrEqual(MAX_POINTS)
  })

  it('is a whole number of minutes, at least one', () => {
    expect(spanFor(WEEKS_8, 1) % 60_000).toBe(0)
    expect(spanFor(1_000, 1)).toBe(60_000)
  })
})

describe('how wide a span of a long graph is', () => {
  const DAY = 86_400_000
  const lengths = [6.5, 7, 30, 31, 56, 365, 366, 700, 731, 1_000, 1_826, 3_653, 20_000]

  it.each([1, 2, 3] as const)('never keeps more points than a graph may have, with %i metrics', (width) => {
    for (const days of lengths) {
      const spanMs = longSpanFor(days * DAY, width)
      // It may begin and end within a span.
      expect((Math.ceil((days * DAY) / spanMs) + 1) * 2 * width).toBeLessThanOrEqual(MAX_POINTS)
      expect(spanMs % (spanMs > DAY ? DAY : 900_000)).toBe(0)
    }
  })

  it('is a quarter of an hour over a week, two hours over eight weeks, a day over a year and two over five', () => {
    expect([7, 56, 365, 1_826].map((days) => longSpanFor(days * DAY, 1) / 60_000)).toEqual([
      15, 120, 1_440, 2_880,
    ])
  })

  it('is known from the days of the first and the last reading', () => {
    const range = { from: new Date(0), to: new Date(1_000 * DAY) }
    const spans = [0, 1, DAY - 1].map((at) => spanBetween(range, [500 * DAY + at, 556 * DAY - 1 - at], 1))
    expect(new Set(spans)).toEqual(new Set([longSpanFor(56 * DAY, 1)]))
  })
})

describe('the lowest and highest of each span', () => {
  it('stand in order of time, a reading that is both only once', () => {
    const rows = [
      [300, 70, 200, 90],
      [100, 60, 100, 60],
    ]
    expect(samplesOf(rows, 1)).toEqual([
      [100, 60],
      [200, 90],
      [300, 70],
    ])
  })
})
