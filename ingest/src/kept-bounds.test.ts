import { describe, expect, it } from 'vitest'
import { createKeptBounds, KEPT_PER_DAY, KEPT_PER_MINUTE } from './kept-bounds.ts'

const midnight = Date.UTC(2026, 10, 21)
const MINUTE = 60_000

describe('of what one sender says in vain', () => {
  /** How many of so many a minute are kept. */
  const keptOf = (mayKeep: ReturnType<typeof createKeptBounds>, sender: number, isAlarm = false) => {
    return (at: number, times: number): number =>
      Array.from({ length: times }, () => mayKeep(sender, { at, isAlarm })).filter(Boolean).length
  }

  it('so many are kept of a minute, and alarms and others beside it all the same', () => {
    const mayKeep = createKeptBounds()
    const noise = keptOf(mayKeep, 1)
    expect(noise(midnight, 99)).toBe(KEPT_PER_MINUTE)
    expect(keptOf(mayKeep, 1, true)(midnight, 1)).toBe(1)
    expect(keptOf(mayKeep, 2)(midnight, 1)).toBe(1)
    expect(noise(midnight + MINUTE, 99)).toBe(KEPT_PER_MINUTE)
  })

  it('so many are kept of a day, however they are spread', () => {
    const mayKeep = createKeptBounds()
    const [noise, alarms] = [keptOf(mayKeep, 1), keptOf(mayKeep, 1, true)]
    let kept = 0
    for (let minute = 0; minute < 24 * 60; minute++) kept += noise(midnight + minute * MINUTE, 40)
    expect(kept).toBe(KEPT_PER_DAY)
    expect(alarms(midnight + 1_439 * MINUTE, 1)).toBe(1)
    expect(noise(midnight + 1_440 * MINUTE, 1)).toBe(1)
  })

  it('one that speaks a kind nobody knows twice each minute loses none of it', () => {
    const noise = keptOf(createKeptBounds(), 1)
    let kept = 0
    for (let minute = 0; minute < 24 * 60; minute++) kept += noise(midnight + minute * MINUTE, 2)
    expect(kept).toBe(2 * 24 * 60)
  })
})
