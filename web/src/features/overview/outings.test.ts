import { describe, expect, it } from 'vitest'
import { beganAtHome, beganOn, outings, outingsOn, wasAtHome } from './outings.ts'

const home = { lat: 32.08, lng: 34.78 }
const AWAY = home.lng + 0.01
const at = (text: string) => new Date(`2026-11-26T${text}:00+02:00`)
const fix = (time: Date, lng: number, hidden = false) => ({
  time,
  lat: home.lat,
  lng,
  accuracy: 10,
  source: 'GPS' as const,
  hidden,
})
const position = (text: string, lng: number, hidden = false) => fix(at(text), lng, hidden)
const now = at('14:00')

describe('an outing', () => {
  it('is from the first position away from home to the first at home again', () => {
    const positions = [
      position('10:00', home.lng),
      position('10:05', AWAY),
      position('11:10', AWAY),
      position('11:20', home.lng),
    ]
    expect(outings(positions, home, now)).toEqual([
      { kind: 'out', from: at('10:05'), to: at('11:20'), isFromKnown: true },
    ])
  })

  it('goes on while nobody is back, and began at the latest where nobody saw them leave', () => {
    expect(outings([position('10:05', AWAY), position('11:10', AWAY)], home, at('11:30'))).toEqual([
      { kind: 'out', from: at('10:05'), to: null, isFromKnown: false },
    ])
  })

  it('is no single stray position, none where nobody was, and none without a home', () => {
    expect(outings([position('10:05', AWAY), position('10:08', home.lng)], home, now)).toEqual([])
    expect(outings([position('10:05', AWAY, true), position('11:10', home.lng)], home, now)).toEqual([])
    expect(outings([position('10:05', AWAY), position('11:10', AWAY)], null, now)).toEqual([])
  })

  it('says until when it is known', () => {
    const cell = { ...position('09:00', 34.9), accuracy: null, source: 'CELL' as const }
    expect(outings([cell, { ...cell, time: at('09:30') }], home, now)).toEqual([])
    const gone = [position('07:00', 34.9), position('08:00', 34.9)]
    expect(outings(gone, home, now)).toEqual([
      { kind: 'out', from: at('07:00'), to: at('08:00'), isFromKnown: false },
    ])
  })
})

/** The evening before, midnight, the way back, and now: each with the offset that counted there. */
const nights = [
  ['Asia/Jerusalem', '2026-11-25T21:10+02:00', '2026-11-26T00:00+02:00', '2026-11-26T00:40+02:00'],
  [
    'an autumn night of 25 hours',
    '2026-10-24T21:10+03:00',
    '2026-10-25T00:00+03:00',
    '2026-10-25T01:30+02:00',
  ],
  [
    'a spring night of 23 hours',
    '2026-03-26T21:10+02:00',
    '2026-03-27T00:00+02:00',
    '2026-03-27T03:10+03:00',
  ],
] as const

describe.each(nights)('over midnight: %s', (_, left, midnight, back) => {
  const [from, start, to] = [new Date(left), new Date(midnight), new Date(back)]
  const before = [fix(new Date(from.getTime() - 60_000), home.lng), fix(from, AWAY)]
  const after = [fix(new Date(start.getTime() + 60_000), AWAY)]

  it('began when they left, and not at midnight', () => {
    const still = new Date(start.getTime() + 20 * 60_000)
    const asked = { positions: after, positionsBefore: before, home }
    expect(outingsOn({ ...asked, now: still }, { from: start, to: still })).toEqual([
      { kind: 'out', from, to: null, isFromKnown: true },
    ])
    const returned = [...after, fix(to, home.lng)]
    expect(outingsOn({ ...asked, positions: returned, now: to }, { from: start, to })).toEqual([
      { kind: 'out', from, to, isFromKnown: true },
    ])
  })

  it('is called of yesterday by the clocks there', () => {
    expect(beganOn(from, to, 'Asia/Jerusalem')).toBe('yesterday')
    expect(beganOn(start, to, 'Asia/Jerusalem')).toBe('today')
    expect(beganOn(new Date(from.getTime() - 22 * 3_600_000), to, 'Asia/Jerusalem')).toBe('other')
  })
})

it('is of another day elsewhere', () => {
  const [from, seen] = [new Date('2026-11-25T21:10+02:00'), new Date('2026-11-26T00:40+02:00')]
  expect(beganOn(from, seen, 'America/New_York')).toBe('today')
  expect(beganOn(from, seen, 'Asia/Jerusalem')).toBe('yesterday')
})

it('leaves out what was over before midnight, also where nobody has moved yet today', () => {
  const positionsBefore = [
    fix(new Date('2026-11-25T10:00+02:00'), home.lng),
    fix(new Date('2026-11-25T10:10+02:00'), AWAY),
    fix(new Date('2026-11-25T12:00+02:00'), home.lng),
  ]
  const day = { from: at('00:00'), to: now }
  expect(outingsOn({ positions: [], positionsBefore, home, now }, day)).toEqual([])
})

it('asks of the days before until somebody was seen at home', () => {
  expect(beganAtHome([position('08:00', AWAY, true), position('09:00', home.lng)], home)).toBe(true)
  expect(beganAtHome([position('08:00', AWAY), position('09:00', home.lng)], home)).toBe(false)
  expect(beganAtHome([], home)).toBe(false)
  expect(wasAtHome([position('08:00', AWAY), position('09:00', home.lng)], home)).toBe(true)
  expect(wasAtHome([position('08:00', AWAY)], home)).toBe(false)
})
