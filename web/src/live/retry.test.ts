import { expect, it } from 'vitest'
import { retryDelayMs } from './retry.ts'

it('tries again within a second at first, never waits longer than 15 s, and never in step with its neighbours', () => {
  expect(retryDelayMs(0, 0)).toBe(500)
  expect(retryDelayMs(0, 1)).toBe(1_000)
  expect(retryDelayMs(3, 0.5)).toBeLessThan(retryDelayMs(3, 1))
  expect(retryDelayMs(200, 1)).toBe(15_000)
})
