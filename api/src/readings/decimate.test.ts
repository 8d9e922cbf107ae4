import { MAX_POINTS } from '@carewatch/contracts/http/readings'
import { describe, expect, it } from 'vitest'
import { samplesOf, spanFor } from './decimate.ts'

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
