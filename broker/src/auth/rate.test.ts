import { expect, it } from 'vitest'
import { fullBucket, rateOf, take } from './rate.ts'

it('lets a backlog through at once, then holds back to the rate, and forgives after a pause', () => {
  const bucket = fullBucket(10, 0)
  const burst = Array.from({ length: 100 }, () => take(bucket, 10, 0))
  expect(Math.max(...burst)).toBe(0)
  expect(take(bucket, 10, 0)).toBe(100)
  expect(take(bucket, 10, 0)).toBe(200)
  expect(take(bucket, 10, 60_000)).toBe(0)
})

it('holds nobody back because the clock was set back', () => {
  const bucket = fullBucket(10, 600_000)
  expect(take(bucket, 10, 0)).toBe(0)
  expect(take(bucket, 10, 1_000)).toBe(0)
})

it('lets a gateway speak for the beacons around it, and holds nobody back where there is no rate', () => {
  expect(rateOf({ kind: 'watch' }, 50)).toBe(50)
  expect(rateOf({ kind: 'gateway' }, 50)).toBe(500)
  expect(rateOf({ kind: 'gateway' }, 0)).toBe(0)
})
