import { describe, expect, it } from 'vitest'
import { isShown, offNow } from './use-values.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-26T10:00:00Z')
const ago = (hours: number) => new Date(NOW - hours * HOUR)

describe('whether a watch is off the wrist', () => {
  it('is as the answer has it, whatever the watch said before', () => {
    const answeredAt = ago(0.01)
    expect(offNow({ offSince: ago(0.2), live: { time: ago(0.4), value: 1 }, answeredAt })).toEqual(ago(0.2))
    expect(offNow({ offSince: null, live: { time: ago(0.4), value: 0 }, answeredAt })).toBeNull()
    expect(offNow({ offSince: ago(9), live: null, answeredAt })).toEqual(ago(9))
  })

  it('is as the watch has said since', () => {
    const answeredAt = ago(1)
    expect(offNow({ offSince: ago(2), live: { time: ago(0.5), value: 1 }, answeredAt })).toBeNull()
    expect(offNow({ offSince: null, live: { time: ago(0.5), value: 0 }, answeredAt })).toEqual(ago(0.5))
    expect(offNow({ offSince: ago(2), live: { time: ago(0.5), value: 0 }, answeredAt })).toEqual(ago(2))
  })
})

describe('a value that came live', () => {
  it('is none from off the wrist, however long it lies there', () => {
    const live = { time: ago(0), value: 31 }
    expect(isShown(live, ago(9), NOW)).toBe(false)
    expect(isShown(live, null, NOW)).toBe(true)
    expect(isShown({ time: ago(2), value: 71 }, ago(1), NOW)).toBe(true)
  })

  it('is none of yesterday', () => {
    expect(isShown({ time: ago(25), value: 71 }, null, NOW)).toBe(false)
  })
})
