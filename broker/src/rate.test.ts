import { expect, it } from 'vitest'
import { fullBucket, take } from './rate.ts'

it('lets a backlog through at once, then holds back to the rate, and forgives after a pause', () => {
  const bucket = fullBucket(10, 0)
  const burst = Array.from({ length: 100 }, () => take(bucket, 10, 0))
  expect(Math.max(...burst)).toBe(0)
  expect(take(bucket, 10, 0)).toBe(100)
  expect(take(bucket, 10, 0)).toBe(200)
  expect(take(bucket, 10, 60_000)).toBe(0)
})
