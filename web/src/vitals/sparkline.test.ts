import { describe, expect, it } from 'vitest'
import { rangeOf, sparkline } from './sparkline.ts'

describe('the line of the last day', () => {
  it('breaks where nothing was measured for hours', () => {
    const hours = [0, 1, 6, 7].map((hour) => ({ time: new Date(hour * 3_600_000), value: 60 + hour }))
    const frame = { width: 100, height: 40, ...rangeOf([hours]) }
    const { path } = sparkline(hours, { low: null, high: null }, frame)
    expect(path.match(/M/g)).toHaveLength(2)
  })
})
