import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inGroups, untilSo } from './graceful-shutdown.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sends away a few at a time, and everybody', async () => {
  const gone: number[] = []
  const all = inGroups(Array(1_000).keys(), 2_000, (one) => gone.push(one))
  expect(gone).toHaveLength(50)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(gone).toHaveLength(550)
  await vi.advanceTimersByTimeAsync(1_000)
  await all
  expect(new Set(gone).size).toBe(1_000)
})

it('sends everybody away at once where there is no time', async () => {
  const gone: number[] = []
  await inGroups([1, 2, 3], 0, (one) => gone.push(one))
  expect(gone).toEqual([1, 2, 3])
})

it('waits for what was begun, but not for ever', async () => {
  let isDone = false
  const waiting = untilSo(() => isDone, 1_000).then(() => isDone)
  await vi.advanceTimersByTimeAsync(100)
  isDone = true
  await vi.advanceTimersByTimeAsync(100)
  expect(await waiting).toBe(true)
  const hopeless = untilSo(() => false, 1_000)
  await vi.advanceTimersByTimeAsync(1_100)
  await hopeless
})
