import { expect, it } from 'vitest'
import { createCommitHealth } from './commit-health.ts'

it('is not well after a commit that failed, and counts and tells it', () => {
  const told: string[] = []
  const { onRetry, isStoring } = createCommitHealth(
    () => told.push('counted'),
    ({ message }) => told.push(message),
  )
  expect(isStoring()).toBe(true)
  onRetry(new Error('no space left'))
  expect(isStoring()).toBe(false)
  expect(told).toEqual(['counted', 'no space left'])
})
