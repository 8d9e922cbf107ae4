import { describe, expect, it } from 'vitest'
import { daysIn } from './figures.ts'
import { nightsIn } from './nights.ts'
import { lengthOf } from './span.ts'
import { dayAt, isElsewhere, momentOf, wallOf } from '../i18n/zone.ts'

const HOUR_MS = 3_600_000
const at = (text: string) => new Date(text)
const hours = (from: Date, to: Date) => lengthOf({ from, to }) / HOUR_MS

/** Clocks go forward, then back: in each zone on its own days. */
const changes = [
  ['Asia/Jerusalem', '2026-03-27', '2026-10-25'],
  ['Europe/Riga', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
] as const

describe('the nights behind a graph', () => {
  it.each(['Asia/Jerusalem', 'America/New_York', 'Asia/Kathmandu'])('are from ten to six in %s', (zone) => {
    const nights = nightsIn({ from: at('2026-02-10T12:00Z'), to: at('2026-02-12T12:00Z') }, zone)
    for (const night of nights) {
      expect([wallOf(night.from, zone).hour, wallOf(night.to, zone).hour]).toEqual([22, 6])
      expect(lengthOf(night)).toBe(8 * HOUR_MS)
    }
    expect(nights.length).toBeGreaterThanOrEqual(2)
  })

  it('are those that the range touches, also the one that is just ending', () => {
    const span = { from: at('2026-03-10T03:00Z'), to: at('2026-03-10T10:00Z') }
    expect(nightsIn(span, 'Asia/Jerusalem')).toEqual([
      { from: at('2026-03-09T20:00Z'), to: at('2026-03-10T04:00Z') },
    ])
  })

  it.each(changes)('last an hour less or more when the clocks of %s change', (zone, spring, autumn) => {
    const length = (day: string) => {
      const noon = at(`${day}T12:00Z`)
      const nights = nightsIn({ from: new Date(noon.getTime() - 24 * HOUR_MS), to: noon }, zone)
      const ended = nights.find(({ to }) => wallOf(to, zone).day === Number(day.slice(8)))
      return ended && lengthOf(ended) / HOUR_MS
    }
    expect([length(spring), length(autumn), length('2026-01-15')]).toEqual([7, 9, 8])
  })
})

describe('the days of a zone', () => {
  it.each(changes)('in %s have 23 and 25 hours when the clocks change', (zone, spring, autumn) => {
    const length = (day: string) => {
      const noon = at(`${day}T16:00Z`)
      return hours(dayAt(noon, 0, zone), dayAt(noon, 1, zone))
    }
    expect([length(spring), length(autumn), length('2026-01-15')]).toEqual([23, 25, 24])
  })

  it.each(changes)('of %s begin at midnight through a month of changed clocks', (zone, spring) => {
    const from = new Date(at(`${spring}T12:00Z`).getTime() - 10 * 24 * HOUR_MS)
    const days = daysIn({ from, to: new Date(from.getTime() + 20 * 24 * HOUR_MS) }, zone)
    expect(days).toHaveLength(21)
    expect(days.map((day) => wallOf(day, zone)).every(({ hour, minute }) => hour + minute === 0)).toBe(true)
  })

  it('begin an hour later where there is no midnight', () => {
    const noon = at('2026-03-08T17:00Z')
    expect(dayAt(noon, 0, 'America/Havana')).toEqual(at('2026-03-08T05:00Z'))
  })

  it('have twice the same hour once a year, of which the first counts', () => {
    const half = { year: 2026, month: 10, day: 25, hour: 3, minute: 30 }
    expect(momentOf(half, 'Europe/Riga')).toEqual(at('2026-10-25T00:30Z'))
  })
})

it("a zone is told of where its clocks differ from the viewer's, be it for a part of the time", () => {
  const [winter, summer] = [at('2026-01-01T12:00Z'), at('2026-03-28T12:00Z')]
  expect(isElsewhere('Europe/Riga', 'Asia/Jerusalem', [winter])).toBe(false)
  expect(isElsewhere('Europe/Riga', 'Asia/Jerusalem', [winter, summer])).toBe(true)
})
