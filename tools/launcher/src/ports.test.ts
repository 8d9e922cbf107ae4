import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { claimPort } from './ports.ts'

const folder = mkdtempSync(join(tmpdir(), 'carewatch-ports-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => void vi.useRealTimers())

it('a port is given to one who asks, and to another only when it was forgotten', () => {
  expect(claimPort(11_000, folder)).toBe(true)
  expect(claimPort(11_000, folder)).toBe(false)
  expect(claimPort(11_001, folder)).toBe(true)
  const file = join(folder, '11000')
  const longAgo = statSync(file).mtimeMs / 1_000 - 7_200
  utimesSync(file, longAgo, longAgo)
  expect(claimPort(11_000, folder)).toBe(false)
  expect(claimPort(11_000, folder)).toBe(true)
})

it('a run whose own clock is a year ahead leaves the others their ports', () => {
  vi.useFakeTimers({ now: Date.now() + 366 * 86_400_000 })
  expect(claimPort(11_002, folder)).toBe(true)
  expect([claimPort(11_002, folder), claimPort(11_002, folder)]).toEqual([false, false])
})
