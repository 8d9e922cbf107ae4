import { expect, it } from 'vitest'
import { tiles } from './measurements.ts'
import { metric, metricNames } from './metrics.ts'

it('each tile has a picture of its own', () => {
  const icons = tiles.map(({ tile }) => tile.icon)
  expect(icons).toEqual([...new Set(icons)])
})

it('somebody of the simulator who is well is inside the range and the limits of every metric', () => {
  for (const name of metricNames) {
    const { simulated, range, limits } = metric(name)
    if (simulated.as !== 'steady') continue
    expect(simulated.low).toBeGreaterThanOrEqual(Math.max(range.min, limits?.low ?? range.min))
    expect(simulated.high).toBeLessThanOrEqual(Math.min(range.max, limits?.high ?? range.max))
    expect(simulated.low).toBeLessThan(simulated.high)
  }
})
