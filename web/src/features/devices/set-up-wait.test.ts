import { describe, expect, it } from 'vitest'
import { awaitedSince, mayStillChange } from './set-up-wait.ts'

const createdAt = new Date('2026-11-26T22:00:00Z')
const after = (minutes: number): number => createdAt.getTime() + minutes * 60_000

describe('after a set-up message', () => {
  it.each(['QUEUED', 'SENT', 'DELIVERED'] as const)(
    'that is %s, the watch is awaited for an hour',
    (state) => {
      expect(awaitedSince({ state, createdAt }, after(59))).toBe(createdAt)
      expect(awaitedSince({ state, createdAt }, after(60))).toBeNull()
    },
  )

  it('that failed, and without one, nothing is awaited', () => {
    expect(awaitedSince({ state: 'FAILED', createdAt }, after(1))).toBeNull()
    expect(awaitedSince(null)).toBeNull()
  })

  it.each(['QUEUED', 'SENT'] as const)('that is %s, it is asked for ten minutes what came of it', (state) => {
    expect(mayStillChange({ state, createdAt }, after(9))).toBe(true)
    expect(mayStillChange({ state, createdAt }, after(10))).toBe(false)
  })

  it.each(['DELIVERED', 'FAILED'] as const)('that is %s, nothing more is asked', (state) => {
    expect(mayStillChange({ state, createdAt }, after(1))).toBe(false)
    expect(mayStillChange(null)).toBe(false)
  })
})
