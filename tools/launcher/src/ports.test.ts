import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { claimPort } from './ports.ts'

const folder = mkdtempSync(join(tmpdir(), 'carewatch-ports-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('a port is given to one who asks, and to another only when it was forgotten', () => {
  expect(claimPort(11_000, folder)).toBe(true)
  expect(claimPort(11_000, folder)).toBe(false)
  expect(claimPort(11_001, folder)).toBe(true)
  const longAgo = Date.now() / 1_000 - 7_200
  utimesSync(join(folder, '11000'), longAgo, longAgo)
  expect(claimPort(11_000, folder)).toBe(false)
  expect(claimPort(11_000, folder)).toBe(true)
})
