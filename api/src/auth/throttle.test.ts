import { describe, expect, it } from 'vitest'
import { ACCOUNT_RULE, createThrottle, waitMs } from './throttle.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000

describe('waiting after wrong passwords', () => {
  it.each([
    [4, 0],
    [5, MINUTE],
    [6, 2 * MINUTE],
    [8, 8 * MINUTE],
    [30, 60 * MINUTE],
  ])('after %i failures one waits %i ms', (failures, expected) => {
    expect(waitMs(failures, ACCOUNT_RULE)).toBe(expected)
  })

  it('blocks the account at the fifth failure and lets it try again a minute later', () => {
    const throttle = createThrottle(ACCOUNT_RULE)
    for (let failure = 0; failure < 4; failure++) throttle.failed('nurse', noon)
    expect(throttle.isBlocked('nurse', noon)).toBe(false)

    throttle.failed('nurse', noon)
    expect(throttle.isBlocked('nurse', noon)).toBe(true)
    expect(throttle.isBlocked('nurse', noon + MINUTE)).toBe(false)
    expect(throttle.isBlocked('another nurse', noon)).toBe(false)
  })

  it('waits longer when the next try fails too', () => {
    const throttle = createThrottle(ACCOUNT_RULE)
    for (let failure = 0; failure < 5; failure++) throttle.failed('nurse', noon)
    throttle.failed('nurse', noon + MINUTE)
    expect(throttle.isBlocked('nurse', noon + 2.9 * MINUTE)).toBe(true)
    expect(throttle.isBlocked('nurse', noon + 3 * MINUTE)).toBe(false)
  })

  it('forgets the failures once the right password was given', () => {
    const throttle = createThrottle(ACCOUNT_RULE)
    for (let failure = 0; failure < 4; failure++) throttle.failed('nurse', noon)
    throttle.succeeded('nurse')
    throttle.failed('nurse', noon)
    expect(throttle.isBlocked('nurse', noon)).toBe(false)
  })

  it('forgets failures of long ago', () => {
    const throttle = createThrottle(ACCOUNT_RULE)
    for (let failure = 0; failure < 4; failure++) throttle.failed('nurse', noon)
    throttle.failed('nurse', noon + 61 * MINUTE)
    expect(throttle.isBlocked('nurse', noon + 61 * MINUTE)).toBe(false)
  })
})
