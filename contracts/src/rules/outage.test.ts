import { describe, expect, it } from 'vitest'
import { callsAgain, isOutage, isOutageOver } from './outage.ts'

const now = Date.UTC(2026, 10, 26, 14, 2)
const MINUTE = 60_000
const silent = (count: number, minutesAgo = 0) =>
  Array.from({ length: count }, () => now - minutesAgo * MINUTE)

describe('watches that fall silent are an outage', () => {
  it('from the fifth on', () => {
    expect(isOutage(silent(4), now)).toBe(false)
    expect(isOutage(silent(5), now)).toBe(true)
  })

  it('within five minutes', () => {
    expect(isOutage([...silent(4), ...silent(1, 5)], now)).toBe(true)
    expect(isOutage([...silent(4), now - 5 * MINUTE - 1], now)).toBe(false)
  })
})

describe('an outage is over', () => {
  it.each([
    [3, 5, false],
    [2, 5, true],
    [3, 6, false],
    [5, 14, false],
    [4, 14, true],
    [101, 1_000, false],
    [100, 1_000, true],
    [0, 5, true],
  ])('or not, with %i of %i silent', (left, total, is) => {
    expect(isOutageOver({ silent: left, total })).toBe(is)
  })

  it('calls again whoever took it once it is twice as large', () => {
    expect(callsAgain({ total: 9, taken: 5 })).toBe(false)
    expect(callsAgain({ total: 10, taken: 5 })).toBe(true)
  })
})
