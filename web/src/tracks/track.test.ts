import { describe, expect, it } from 'vitest'
import { placeAway } from '../map/geo.ts'
import { type Fix, gapMs, indexAt, isSomewhere, legsOf, momentAt, stopsOf, tellingOf } from './track.ts'

const home = { lat: 32.08, lng: 34.78 }
const START = Date.UTC(2026, 10, 21, 8)
const MINUTE = 60_000
const fix = (minute: number, metresEast: number, more: Partial<Fix> = {}): Fix => ({
  ...placeAway(home, metresEast, Math.PI / 2),
  time: new Date(START + minute * MINUTE),
  accuracy: 10,
  source: 'GPS',
  ...more,
})
const at = (minute: number) => START + minute * MINUTE
const GAP = gapMs(MINUTE, 0)

describe('a track', () => {
  it('is not joined across a silence', () => {
    const legs = legsOf([fix(0, 0), fix(1, 80), fix(30, 900), fix(31, 980)], GAP)
    expect(legs.map((leg) => leg.length)).toEqual([2, 2])
  })

  it('of a thinned range is not broken by its own spans', () => {
    expect(legsOf([fix(0, 0), fix(30, 900)], gapMs(MINUTE, 20 * MINUTE))).toHaveLength(1)
  })

  it('of nothing has no pieces, no stops and no moment', () => {
    expect(legsOf([], GAP)).toEqual([])
    expect(stopsOf([], GAP)).toEqual([])
    expect(momentAt([], at(0), GAP)).toBeNull()
  })
})

describe('what a network found', () => {
  const tower = { source: 'CELL', accuracy: 900 } as const
  it('is left out where its wide circle holds the exact place before it', () => {
    const [exact, near, far, later] = [fix(0, 0), fix(1, 400, tower), fix(2, 3_000, tower), fix(3, 3_100)]
    expect(tellingOf([exact, near, far, later])).toEqual([exact, far, later])
    expect([exact, far].map(isSomewhere)).toEqual([false, true])
  })

  it('is no end of a line, and nobody is played on the way to it', () => {
    const way = [fix(0, 0), fix(1, 80), fix(2, 3_000, tower), fix(3, 3_100), fix(4, 3_180)]
    expect(legsOf(way, GAP).map((leg) => leg.length)).toEqual([2, 1, 2])
    expect(momentAt(way, at(1.5), GAP)).toMatchObject({ place: way[1], isGuess: false })
    expect(momentAt(way, at(2.5), GAP)).toMatchObject({ place: way[2], isGuess: false })
  })

  it('of one tower again and again is no stop', () => {
    expect(
      stopsOf(
        [0, 1, 2, 3, 4, 5].map((minute) => fix(minute, 3_000, tower)),
        GAP,
      ),
    ).toEqual([])
  })
})

describe('the moment that is played', () => {
  const fixes = [fix(0, 0), fix(2, 200), fix(30, 900)]

  it('lies half-way between two positions at half the time', () => {
    const moment = momentAt(fixes, at(1), GAP)
    expect(moment?.isGuess).toBe(true)
    expect(moment?.place.lng).toBeCloseTo(((fixes[0]?.lng ?? 0) + (fixes[1]?.lng ?? 0)) / 2, 10)
  })

  it('stays at the last position through a silence', () => {
    expect(momentAt(fixes, at(20), GAP)).toMatchObject({ place: fixes[1], isGuess: false })
  })

  it('begins with the first position and ends with the last', () => {
    expect(momentAt(fixes, at(-5), GAP)?.place).toEqual(fixes[0])
    expect(momentAt(fixes, at(99), GAP)?.place).toEqual(fixes[2])
    expect([-5, 0, 1, 2, 99].map((minute) => indexAt(fixes, at(minute)))).toEqual([-1, 0, 0, 1, 2])
  })
})

describe('a stop', () => {
  it('is three minutes within 50 m', () => {
    const fixes = [fix(0, 0), fix(1, 300), fix(2, 310), fix(3, 330), fix(4, 340), fix(5, 700)]
    const [stop, ...more] = stopsOf(fixes, GAP)
    expect(more).toEqual([])
    expect(stop).toMatchObject({ from: fixes[1]?.time, to: fixes[4]?.time })
  })

  it('is not a slow walk', () => {
    expect(
      stopsOf(
        [0, 1, 2, 3, 4, 5].map((minute) => fix(minute, minute * 40)),
        GAP,
      ),
    ).toEqual([])
  })

  it('is not what happened in a silence', () => {
    expect(stopsOf([fix(0, 0), fix(60, 5)], GAP)).toEqual([])
  })
})
