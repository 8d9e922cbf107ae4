import { describe, expect, it } from 'vitest'
import { callsAgain, isOutage, isOutageOver } from './outage.ts'

const now = Date.UTC(2026, 10, 26, 14, 2)
const MINUTE = 60_000
const silent = (count: number, minutesAgo = 0) =>
  Array.from({ length: count }, () => now - minutesAgo * MINUTE)

describe('watches that fall silent are an outage', () => {
  it('from the fifth on', () => {
    expect(isOutage(silent(4), { at: now, watches: 250 })).toBe(false)
    expect(isOutage(silent(5), { at: now, watches: 250 })).toBe(true)
  })

  it('of a large branch from one in fifty on', () => {
    expect(isOutage(silent(19), { at: now, watches: 1_000 })).toBe(false)
    expect(isOutage(silent(20), { at: now, watches: 1_000 })).toBe(true)
  })

  it('within five minutes', () => {
    expect(isOutage([...silent(4), ...silent(1, 5)], { at: now, watches: 6 })).toBe(true)
    expect(isOutage([...silent(4), now - 5 * MINUTE - 1], { at: now, watches: 6 })).toBe(false)
  })
})

const nobody = { returnedMs: null }

describe('an outage is over', () => {
  it.each([
    [3, 5, false],
    [2, 5, true],
    [3, 6, false],
    [5, 14, false],
    [4, 14, true],
    [100, 1_000, false],
    [5, 1_000, false],
    [4, 1_000, true],
    [0, 5, true],
  ])('or not, with %i of %i silent', (left, total, is) => {
    expect(isOutageOver({ silent: left, total, calmMs: 0, ...nobody })).toBe(is)
  })

  it.each([
    [6, 12, 59, false],
    [6, 12, 60, true],
    [500, 1_000, 60, true],
    [7, 12, 24 * 60, false],
  ])('or not, with %i of %i silent and %i minutes in which it did not grow', (left, total, minutes, is) => {
    expect(isOutageOver({ silent: left, total, calmMs: minutes * MINUTE, ...nobody })).toBe(is)
  })

  it.each([
    [3, 5, 29, false],
    [3, 5, 30, true],
    [4, 5, 30, true],
    // A wing of its own may be down still.
    [5, 6, 24 * 60, false],
    [7, 12, 24 * 60, false],
    [30, 40, 24 * 60, false],
  ])(
    'or not, with %i of %i silent once it is calm, and the newest of the others back since %i minutes',
    (left, total, minutes, is) => {
      const back = { silent: left, total, returnedMs: minutes * MINUTE }
      expect(isOutageOver({ ...back, calmMs: 60 * MINUTE })).toBe(is)
      expect(isOutageOver({ ...back, calmMs: 59 * MINUTE })).toBe(false)
    },
  )

  it('calls again whoever took it once it is twice as large', () => {
    expect(callsAgain({ total: 9, taken: 5, calmMs: 0 })).toBe(false)
    expect(callsAgain({ total: 10, taken: 5, calmMs: 0 })).toBe(true)
  })

  it('and where it grows after an hour in which it did not', () => {
    expect(callsAgain({ total: 9, taken: 5, calmMs: 59 * MINUTE })).toBe(false)
    expect(callsAgain({ total: 9, taken: 5, calmMs: 60 * MINUTE })).toBe(true)
  })
})
