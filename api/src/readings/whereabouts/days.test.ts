import { describe, expect, it } from 'vitest'
import { type Area, type Fix, isExact, lastDays, stopsOf, sumUp } from './days.ts'

const home = { lat: 32.08, lng: 34.78 }
const homeArea: Area = { kind: 'HOME', name: 'Home', shape: { kind: 'CIRCLE', centre: home, radiusM: 150 } }
const around = { home, areas: [homeArea] }
const KM = 1 / 111.195
const at = (time: string, km = 0, more: Partial<Fix> = {}): Fix => ({
  time: new Date(time),
  lat: home.lat + km * KM,
  lng: home.lng,
  accuracy: 10,
  source: 'GPS',
  hidden: false,
  ...more,
})

describe('the last days', () => {
  it('end now: the last of seven is today, and tomorrow is none of them', () => {
    const days = lastDays('Asia/Jerusalem', new Date('2026-11-26T08:30:00Z'), 7)
    expect(days.map(({ day }) => day)).toEqual([
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
    ])
    expect(days[6]).toMatchObject({
      from: new Date('2026-11-25T22:00:00Z'),
      to: new Date('2026-11-26T08:30:00Z'),
    })
  })

  it('are of 25 and of 23 hours where the clocks are changed', () => {
    const hours = (now: string) =>
      lastDays('Europe/Riga', new Date(now), 3).map(
        ({ from, to }) => (to.getTime() - from.getTime()) / 3_600_000,
      )
    expect(hours('2026-10-26T12:00:00Z').slice(0, 2)).toEqual([24, 25])
    expect(hours('2026-03-30T12:00:00Z').slice(0, 2)).toEqual([24, 23])
  })

  it('begin at midnight where the watch is worn', () => {
    const [first] = lastDays('America/New_York', new Date('2026-11-26T03:00:00Z'), 1)
    expect(first).toMatchObject({ day: '2026-11-25', from: new Date('2026-11-25T05:00:00Z') })
  })
})

describe('a day', () => {
  const [day] = lastDays('UTC', new Date('2026-11-25T23:59:59.999Z'), 1)
  const sum = (fixes: Fix[]) =>
    sumUp(day ?? { day: '', from: new Date(0), to: new Date(0) }, {
      ...around,
      fixes,
      stops: stopsOf(fixes, around),
    })

  it('says how long away, how far, and where they stayed', () => {
    const found = sum([
      at('2026-11-25T08:00:00Z'),
      at('2026-11-25T09:00:00Z', 0.09),
      at('2026-11-25T10:00:00Z', 0.04),
      at('2026-11-25T10:15:00Z', 1),
      at('2026-11-25T10:30:00Z', 1.01),
      at('2026-11-25T10:45:00Z', 0.3),
      at('2026-11-25T11:00:00Z'),
      at('2026-11-25T12:00:00Z'),
    ])
    expect(found).toMatchObject({ fixes: 8, awayMs: 45 * 60_000, farthestM: 1_010 })
    expect(
      found.stops.map(({ from, to, place }) => [
        from.toISOString().slice(11, 16),
        to.toISOString().slice(11, 16),
        place?.kind,
      ]),
    ).toEqual([
      ['08:00', '10:00', 'HOME'],
      ['10:15', '10:30', undefined],
      ['11:00', '12:00', 'HOME'],
    ])
  })

  it('counts of a night away its own part', () => {
    const found = sum([
      at('2026-11-24T23:00:00Z', 5),
      at('2026-11-25T01:00:00Z', 5),
      at('2026-11-25T02:00:00Z'),
    ])
    expect(found.awayMs).toBe(2 * 3_600_000)
    expect(found.stops[0]).toMatchObject({
      from: new Date('2026-11-25T00:00:00Z'),
      to: new Date('2026-11-25T01:00:00Z'),
    })
  })

  it('does not say that they were away, nor that they stayed, while nobody knows', () => {
    const found = sum([at('2026-11-25T08:00:00Z', 5), at('2026-11-25T13:00:00Z', 5)])
    expect(found).toMatchObject({ awayMs: 0, stops: [], farthestM: 5_000 })
  })

  it('believes no cell tower, nothing wide and nothing impossible', () => {
    expect(isExact(at('2026-11-25T08:00:00Z', 5, { source: 'CELL', accuracy: null }))).toBe(false)
    expect(isExact(at('2026-11-25T08:00:00Z', 5, { accuracy: 101 }))).toBe(false)
    expect(isExact(at('2026-11-25T08:00:00Z', 5, { hidden: true }))).toBe(false)
    expect(isExact(at('2026-11-25T08:00:00Z', 5, { accuracy: null }))).toBe(true)
  })
})
