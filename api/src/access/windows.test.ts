import { expect, it } from 'vitest'
import { createWindows } from './windows.ts'

it('lets so many through in a window, for each name apart, and again in the next', () => {
  const windows = createWindows({ most: 2, everyMs: 60_000 })
  expect(windows.secondsToWait('a', 0)).toBe(0)
  windows.count('a', 0)
  windows.count('a', 1_000)
  expect(windows.secondsToWait('a', 1_000)).toBe(59)
  expect(windows.secondsToWait('a', 59_999)).toBe(1)
  expect(windows.secondsToWait('b', 1_000)).toBe(0)
  windows.forgetOld(30_000)
  expect(windows.secondsToWait('a', 30_000)).toBe(30)
  expect(windows.secondsToWait('a', 60_000)).toBe(0)
  windows.count('a', 60_000)
  expect(windows.secondsToWait('a', 60_000)).toBe(0)
})
