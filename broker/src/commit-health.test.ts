import { expect, it } from 'vitest'
import { createCommitHealth } from './commit-health.ts'

it('is not well after a commit that failed, and counts and tells it', () => {
  const received: string[] = []
  const { onRetry, isStoring } = createCommitHealth(
    () => received.push('counted'),
    ({ message }) => received.push(message),
  )
  expect(isStoring()).toBe(true)
  onRetry(new Error('no space left'))
  expect(isStoring()).toBe(false)
  expect(received).toEqual(['counted', 'no space left'])
})
