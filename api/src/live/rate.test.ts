import { expect, it } from 'vitest'
import { createRate } from './rate.ts'

it('lets twenty messages pass at once, no more, and twenty again a second later', () => {
  const mayPass = createRate(20, 0)
  const burst = (now: number) => Array.from({ length: 30 }, () => mayPass(now)).filter(Boolean).length
  expect(burst(0)).toBe(20)
  expect(burst(0)).toBe(0)
  expect(burst(500)).toBe(10)
  expect(burst(60_000)).toBe(20)
})
