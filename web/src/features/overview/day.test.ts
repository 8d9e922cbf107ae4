import { describe, expect, it } from 'vitest'
import { type DayFacts, dayIn, usualSteps } from './day.ts'

const zone = 'Asia/Jerusalem'
const at = (text: string) => new Date(`2026-11-26T${text}:00+02:00`)
const home = { lat: 32.08, lng: 34.78 }
const now = at('14:00')
const MINUTE = 60_000

const every = (minutes: number, from: Date, to: Date, value = 70) =>
  Array.from({ length: (to.getTime() - from.getTime()) / (minutes * MINUTE) + 1 }, (_, index) => ({
    time: new Date(from.getTime() + index * minutes * MINUTE),
    value,
  }))
const span = { from: new Date(now.getTime() - 25 * 60 * MINUTE), to: now }
const facts: DayFacts = {
  now,
  zone,
  expectedIntervalMs: 15 * MINUTE,
  history: { points: { heartRate: every(10, span.from, now) }, spanMs: 0, worthless: {} },
  span,
  steps: [],
  positions: null,
  positionsBefore: [],
  home: null,
  limits: { heartRate: { low: 50, high: 120 } },
  alarms: 0,
  isWell: true,
}
const kinds = (more: Partial<DayFacts>) => dayIn({ ...facts, ...more }).map(({ kind }) => kind)
const history = (points: DayFacts['history']['points'], worthless = {}) => ({
  history: { points, spanMs: 0, worthless },
})
const position = (text: string, lng: number, days = 0) => ({
  time: new Date(at(text).getTime() + days * 1440 * MINUTE),
  lat: home.lat,
  lng,
  accuracy: 10,
  source: 'GPS' as const,
})

describe('everything is as usual', () => {
  it('where all was measured, within its limits, worn and heard, and nobody waits', () => {
    expect(kinds({})).toEqual(['asUsual'])
  })

  it.each<[string, Partial<DayFacts>]>([
    ['there was an alarm', { alarms: 1 }],
    ['one waits, or the watch is silent now', { isWell: false }],
    ['nothing was measured', history({})],
    ['a value lay beyond its limit', history({ heartRate: every(10, span.from, now, 130) })],
    [
      'nothing was heard for two hours',
      history({ heartRate: [...every(10, span.from, at('02:00')), ...every(10, at('05:00'), now)] }),
    ],
    [
      'the watch was not worn for an hour',
      history(facts.history.points, { heartRate: [{ from: at('09:00'), to: at('10:00') }] }),
    ],
    [
      'no pulse was measured for two hours',
      history({ heartRate: every(10, span.from, at('11:50')), battery: every(10, span.from, now) }),
    ],
    ['nobody knows how the day began', history({ heartRate: every(10, at('11:00'), now) })],
    ['they are out now', { home, positions: [position('13:00', 34.9), position('13:30', 34.9)] }],
    [
      'they were out over midnight',
      {
        home,
        positionsBefore: [position('20:00', 34.78, -1), position('21:10', 34.9, -1)],
        positions: [position('08:00', 34.9), position('08:30', 34.78)],
      },
    ],
    [
      'they were out by night',
      { home, positions: [position('02:00', 34.9), position('04:00', 34.9), position('05:10', 34.78)] },
    ],
  ])('but not where %s', (_, more) => {
    expect(kinds(more)).not.toContain('asUsual')
  })
})

it('says when no word came, and that it still does not', () => {
  const heartRate = [...every(10, span.from, at('02:00')), ...every(10, at('05:00'), at('12:30'))]
  expect(dayIn({ ...facts, ...history({ heartRate }) })).toEqual([
    { kind: 'silent', from: at('02:00'), to: at('05:00') },
    { kind: 'silent', from: at('12:30'), to: null },
  ])
})

it('begins a silence of the night before at midnight', () => {
  const heartRate = [
    ...every(10, span.from, new Date(at('00:00').getTime() - 120 * MINUTE)),
    ...every(10, at('03:00'), now),
  ]
  expect(dayIn({ ...facts, ...history({ heartRate }) })).toEqual([
    { kind: 'silent', from: at('00:00'), to: at('03:00') },
  ])
})

it('says that a watch was not worn, also where that was all day', () => {
  const lay = { from: at('09:00'), to: at('10:00') }
  const { points } = facts.history
  expect(dayIn({ ...facts, ...history(points, { heartRate: [lay] }) })).toContainEqual({
    kind: 'offWrist',
    ...lay,
  })
  expect(kinds(history(points, { heartRate: [span] }))).toContain('offWrist')
})

it('adds up the night that ended today, and takes neither a nap nor the night before for it', () => {
  const slept = (...reports: [Date, number, number][]) =>
    history({
      ...facts.history.points,
      sleepDeep: reports.map(([time, value]) => ({ time, value })),
      sleepLight: reports.map(([time, , value]) => ({ time, value })),
    })
  const before = new Date(at('00:00').getTime() - 60 * MINUTE)
  const reports = slept([before, 200, 400], [at('06:40'), 95, 301], [at('13:30'), 10, 30])
  expect(dayIn({ ...facts, ...reports })).toContainEqual({ kind: 'slept', minutes: 396 })
  expect(kinds(slept([before, 200, 400]))).not.toContain('slept')
})

describe('steps', () => {
  const fortnight = (days: number, value: number) =>
    Array.from({ length: days }, (_, index) => [
      { time: new Date(at('13:00').getTime() - (index + 1) * 1440 * MINUTE), value },
      { time: new Date(at('20:00').getTime() - (index + 1) * 1440 * MINUTE), value: value * 3 },
    ]).flat()
  const walked = (n: number, steps: DayFacts['steps']) =>
    dayIn({
      ...facts,
      ...history({ ...facts.history.points, steps: [{ time: at('13:30'), value: n }] }),
      steps,
    }).find(({ kind }) => kind === 'steps')

  it('are compared with what other days had come to by the same time, not with whole days', () => {
    expect(usualSteps(fortnight(14, 2000), now, zone)).toBe(2000)
    expect(walked(1900, fortnight(14, 2000))).toEqual({ kind: 'steps', n: 1900, than: 'usual' })
    expect(walked(1100, fortnight(14, 2000))).toEqual({ kind: 'steps', n: 1100, than: 'less' })
    expect(walked(2900, fortnight(14, 2000))).toEqual({ kind: 'steps', n: 2900, than: 'more' })
  })

  it('are compared with nothing where too few days are known, or who wears it hardly walks', () => {
    expect(walked(1100, fortnight(6, 2000))).toEqual({ kind: 'steps', n: 1100, than: null })
    expect(walked(10, fortnight(14, 300))).toEqual({ kind: 'steps', n: 10, than: null })
  })
})

it('counts steps since the counter began anew, and calls no nap a night', () => {
  const steps = [
    { time: at('00:01'), value: 6_000 },
    { time: at('00:20'), value: 0 },
    { time: at('12:00'), value: 900 },
  ]
  const sleepDeep = [{ time: at('13:30'), value: 40 }]
  const found = dayIn({ ...facts, ...history({ ...facts.history.points, steps, sleepDeep }) })
  expect(found).toContainEqual(expect.objectContaining({ kind: 'steps', n: 900 }))
  expect(found.map(({ kind }) => kind)).not.toContain('slept')
})
