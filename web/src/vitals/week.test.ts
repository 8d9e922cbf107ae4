import { describe, expect, it } from 'vitest'
import { dayAt } from '../i18n/zone.ts'
import { fortnightTo, weeksOf } from './week.ts'

const ZONE = 'Asia/Jerusalem'
const HOUR_MS = 3_600_000
// A Thursday; the clocks were put back on 25 October 2026.
const NOW = new Date('2026-10-29T10:30:00Z')
const span = { from: new Date(NOW.getTime() - 168 * HOUR_MS), to: NOW }
const midnights = fortnightTo(span, ZONE)

const at = (days: number, hour: number) => new Date(dayAt(NOW, days, ZONE).getTime() + hour * HOUR_MS)
const stepsOn = (days: number, value: number) => [
  { time: at(days, 9), value: value / 2 },
  { time: at(days, 20), value },
]
const weeks = (before: number[], now: number[]) => [
  ...before.flatMap((value, index) => stepsOn(index - 14, value)),
  ...now.flatMap((value, index) => stepsOn(index - 7, value)),
]
const seven = (value: number) => Array.from({ length: 7 }, () => value)

describe('this week beside the last', () => {
  it('is of fourteen whole days by the clocks of whoever it is, without the day that goes on', () => {
    expect(midnights).toHaveLength(15)
    expect(midnights[0]?.toISOString()).toBe('2026-10-14T21:00:00.000Z')
    expect(midnights[14]?.toISOString()).toBe('2026-10-28T22:00:00.000Z')
    const whole = { from: at(-7, 0), to: new Date(at(0, 0).getTime() - 1) }
    expect(fortnightTo(whole, ZONE)).toEqual(midnights)
  })

  it('compares what a day came to, and leaves today out', () => {
    const steps = [...weeks(seven(4_000), seven(5_000)), ...stepsOn(0, 90_000)]
    expect(weeksOf({ steps }, midnights, ZONE)).toEqual({
      steps: { now: { perDay: 5_000, days: 7 }, before: { perDay: 4_000, days: 7 }, than: 'more' },
    })
    expect(weeksOf({ steps: weeks(seven(5_000), seven(4_000)) }, midnights, ZONE).steps?.than).toBe('less')
    expect(weeksOf({ steps: weeks(seven(5_000), seven(5_200)) }, midnights, ZONE).steps?.than).toBe('same')
  })

  it('counts no day on which nothing was walked, and says nothing of three days', () => {
    const four = [0, 0, 0, 1_000, 1_000, 1_000, 1_000]
    expect(weeksOf({ steps: weeks(seven(1_000), four) }, midnights, ZONE).steps).toMatchObject({
      now: { perDay: 1_000, days: 4 },
      than: 'same',
    })
    const three = [0, 0, 0, 0, 1_000, 1_000, 1_000]
    expect(weeksOf({ steps: weeks(seven(1_000), three) }, midnights, ZONE)).toEqual({})
    expect(weeksOf({ steps: weeks(three, seven(1_000)) }, midnights, ZONE)).toEqual({})
  })

  it('takes of a night the longest report, and no nap', () => {
    const nights = Array.from({ length: 14 }, (_, index) => at(index - 14, 7))
    const deep = nights.map((time, index) => ({ time, value: index < 7 ? 100 : 160 }))
    const naps = nights.map((time) => ({ time: new Date(time.getTime() + 8 * HOUR_MS), value: 500 }))
    const points = {
      sleepDeep: [...deep, ...naps],
      sleepLight: nights.map((time) => ({ time, value: 300 })),
    }
    expect(weeksOf(points, midnights, ZONE)).toEqual({
      sleep: { now: { perDay: 460, days: 7 }, before: { perDay: 400, days: 7 }, than: 'more' },
    })
  })
})
