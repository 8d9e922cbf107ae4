import { describe, expect, it } from 'vitest'
import { reach } from './bounds.ts'
import { aligned, gapAfterMs, joined, stacked, withHoles } from './series.ts'

const MINUTE = 60_000
const points = (...minutes: number[]) =>
  minutes.map((minute) => ({ time: new Date(minute * MINUTE), value: minute }))

describe('a pause in the readings', () => {
  it('longer than twice the expected interval is a hole in the line', () => {
    const holed = withHoles(points(0, 5, 30), gapAfterMs(points(0, 5, 30), 5 * MINUTE))
    expect(holed.map(({ value }) => value)).toEqual([0, 5, 30])
    const longer = points(0, 5, 10, 40)
    expect(withHoles(longer, gapAfterMs(longer, 5 * MINUTE)).map(({ value }) => value)).toEqual([
      0,
      5,
      10,
      null,
      40,
    ])
  })

  it('of a vital that is measured rarely is no hole just because the watch speaks often', () => {
    const everyFourHours = points(0, 240, 480, 720)
    const holed = withHoles(everyFourHours, gapAfterMs(everyFourHours, 5 * MINUTE))
    expect(holed).toHaveLength(4)
  })
})

describe('two lines over one time', () => {
  it('do not invent a value where only one of them was measured, and do not break there', () => {
    const [times, first, second] = aligned([
      { points: points(0, 10), gapMs: 60 * MINUTE },
      { points: points(5), gapMs: 60 * MINUTE },
    ])
    expect(times).toEqual([0, 300, 600])
    expect(first).toEqual([0, undefined, 10])
    expect(second).toEqual([undefined, 5, undefined])
  })

  it('break each at its own pauses: what is measured each four hours is no dotted line beside what is measured each minute', () => {
    const [times, pulse, pressure] = aligned([
      { points: points(0, 1, 30), gapMs: 2 * MINUTE },
      { points: points(0, 240), gapMs: 480 * MINUTE },
    ])
    expect(times).toEqual([0, 60, 930, 1800, 14_400])
    expect(pulse).toEqual([0, 1, null, 30, undefined])
    expect(pressure).toEqual([0, undefined, undefined, undefined, 240])
  })

  it('stand on one another, the tallest painted first', () => {
    expect(stacked([[1], [90], [200], [10]])).toEqual([[1], [300], [290], [90]])
  })
})

describe('eight weeks with one wild reading', () => {
  it('show it: no value is lost on the way to the screen', () => {
    const weeks = Array.from({ length: 1_440 }, (_, slot) => ({
      time: new Date(slot * 56 * MINUTE),
      value: slot === 700 ? 199 : 70,
    }))
    const [times, values = []] = aligned([{ points: weeks, gapMs: gapAfterMs(weeks, 56 * MINUTE) }])
    expect(times).toHaveLength(1_440)
    expect(Math.max(...values.map((value) => value ?? 0))).toBe(199)
  })
})

describe('what comes live', () => {
  it('continues the loaded line and repeats nothing of it', () => {
    expect(joined(points(0, 5), points(5, 6)).map(({ value }) => value)).toEqual([0, 5, 6])
    expect(joined([], points(1))).toHaveLength(1)
  })
})

describe('the height of a graph', () => {
  it('holds every reading and the limits', () => {
    const [bottom, top] = reach(60, 146, [{ low: 50, high: 120 }])
    expect(bottom).toBeLessThan(50)
    expect(top).toBeGreaterThan(146)
  })

  it('starts at zero for what is counted', () => {
    expect(reach(0, 4000, [{ low: null, high: null }])[0]).toBe(0)
  })
})
