import { expect, it } from 'vitest'
import { retryPauseMs } from './use-own-retry.ts'

it('tries again within seconds at first, and within a minute and a quarter however long it has failed', () => {
  expect(retryPauseMs(0, 0)).toBe(2_250)
  expect(retryPauseMs(0, 1)).toBe(3_750)
  expect(retryPauseMs(30_000, 0.5)).toBe(15_000)
  expect(retryPauseMs(24 * 3_600_000, 1)).toBe(75_000)
})
