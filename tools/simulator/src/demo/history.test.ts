import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../physiology/local-time.ts'
import { personAt } from '../physiology/person.ts'
import { profileOf } from '../physiology/profile.ts'
import { historyOf } from './history.ts'
import type { Episode } from './episodes.ts'

const profile = profileOf(1_000)
const home = { lat: 32.8, lng: 34.98 }
const now = 1_763_713_440_000
const past = { from: now - 14 * DAY_MS, to: now, now, episodes: [] }
const racing: Episode = {
  wearer: 0,
  kind: 'HEART_RATE',
  direction: 'HIGH',
  severity: 'HIGH',
  metric: 'heartRate',
  value: 150,
  hoursAgo: 30,
  cleared: 30,
}
const pulses = (episodes: readonly Episode[]) => {
  const found = historyOf(profile, home, { ...past, episodes }).series.find(
    ({ metric }) => metric === 'heartRate',
  )
  return (found?.times ?? []).map((time, index) => ({ time, value: found?.values[index] ?? 0 }))
}

describe('the two weeks before the demo', () => {
  it('is the life that the live fleet goes on with', () => {
    const last = pulses([]).at(-1)
    expect(last?.value).toBe(personAt(profile, last?.time ?? 0).vitals?.heartRate)
    expect(now - (last?.time ?? 0)).toBeLessThanOrEqual(5 * MINUTE_MS)
  })

  it('has each night once, at whatever hour it begins, where the clocks were put back or forward meanwhile', () => {
    for (const month of [10, 3])
      for (let hour = 0; hour < 24; hour++) {
        const to = Date.UTC(2026, month, 25, hour, 5)
        const { series } = historyOf(profileOf(1_000, 'Asia/Jerusalem'), home, {
          from: to - 56 * DAY_MS,
          to,
          now: to,
          episodes: [],
        })
        const nights = series.find(({ metric }) => metric === 'sleepDeep')?.times ?? []
        expect(new Set(nights).size).toBe(nights.length)
        expect([55, 56, 57]).toContain(nights.length)
      }
  })

  it('tells no moment of a metric twice, and none of the future', () => {
    for (const { times } of historyOf(profile, home, past).series) {
      expect(new Set(times).size).toBe(times.length)
      expect(Math.max(...times)).toBeLessThan(now)
    }
  })

  it('shows an episode where it happened and nothing of it elsewhere', () => {
    const calm = new Map(pulses([]).map(({ time, value }) => [time, value]))
    const changed = pulses([racing]).filter(({ time, value }) => calm.get(time) !== value)
    const start = now - 30 * HOUR_MS
    expect(Math.max(...changed.map(({ value }) => value))).toBeGreaterThan(140)
    expect(changed.every(({ time }) => time > start - 20 * MINUTE_MS && time < start + 31 * MINUTE_MS)).toBe(
      true,
    )
  })

  it('stays within a walk of home', () => {
    const { track } = historyOf(profile, home, past)
    const metres = track.map(({ fix }) =>
      Math.hypot((fix.lat - home.lat) * 111_320, (fix.lng - home.lng) * 93_500),
    )
    expect(Math.max(...metres)).toBeLessThan(125)
    expect(track.some(({ fix }) => fix.source === 'GPS')).toBe(true)
  })
})
