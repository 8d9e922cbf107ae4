import { describe, expect, it } from 'vitest'
import { isOutdone, type Place } from './where.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000)
const unknown = (minutes: number): Place => ({
  by: 'unknown',
  is: { reason: 'GATEWAY_DOWN', lastRoom: { uuid: 'u', name: 'Hall' }, at: minutesAgo(minutes) },
  at: minutesAgo(minutes),
})
const position = (minutes: number): Place => ({ by: 'position', place: 'home', at: minutesAgo(minutes) })

describe('that nobody knows in which room somebody is', () => {
  it('gives way to a position from now after a quarter of an hour', () => {
    expect(isOutdone(unknown(16), position(2), now)).toBe(true)
    expect(isOutdone(unknown(14), position(2), now)).toBe(false)
    expect(isOutdone(unknown(60), position(16), now)).toBe(false)
    expect(isOutdone(unknown(60), undefined, now)).toBe(false)
  })
})
