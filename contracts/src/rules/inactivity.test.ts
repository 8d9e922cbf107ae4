import { describe, expect, it } from 'vitest'
import { evaluateInactivity, type InactivityFacts } from './inactivity.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const midnight = Date.parse('2026-11-20T22:00:00Z')
const at = (hours: number): number => midnight + hours * HOUR

/** Four hours from seven to ten, of somebody who is in and heard of since yesterday; hours of the day. */
const evaluate = (hour: number, given: Partial<InactivityFacts> = {}) => {
  const { change, lookAt } = evaluateInactivity({
    now: at(hour),
    minutes: 240,
    dayFrom: at(7),
    dayTo: at(22),
    movedAt: at(6),
    knownSince: at(-10),
    isIn: true,
    isKnown: true,
    openSince: null,
    share: 0.5,
    ...given,
  })
  return [change, (lookAt - midnight) / HOUR]
}

describe('nobody moves', () => {
  it('for the set time of the day, which begins in the morning, and not a minute earlier', () => {
    expect(evaluate(11 - 1 / 60)).toEqual([null, 11])
    expect(evaluate(11)).toEqual(['trigger', 11])
  })

  it('since the last sign', () => {
    const moved = { movedAt: at(9) }
    expect(evaluate(11, moved)).toEqual([null, 13])
    expect(evaluate(13, moved)).toEqual(['trigger', 13])
  })

  it('and nothing is known of a sign, since one would have been heard', () => {
    expect(evaluate(11, { movedAt: null, knownSince: at(8) })).toEqual([null, 12])
    expect(evaluate(12, { movedAt: at(5), knownSince: at(8) })).toEqual(['trigger', 12])
  })

  it('at night, and nobody is told; in the morning not all are looked at at once', () => {
    expect(evaluate(3)).toEqual([null, 10])
    expect(evaluate(3, { share: 0 })).toEqual([null, 9])
    expect(evaluate(3, { share: 0.999 })[1]).toBeCloseTo(11, 2)
    expect(evaluate(22, { movedAt: at(17) })).toEqual([null, 33])
  })

  it('and it would be due only after the day: nothing is', () => {
    expect(evaluate(19, { movedAt: at(18) + MINUTE })).toEqual([null, 33])
    expect(evaluate(19, { movedAt: at(18) })).toEqual([null, 22])
  })

  it.each([
    ['is out or away', { isIn: false }],
    ['would not be heard', { isKnown: false }],
  ])('and nothing is told of who %s', (_, given) => expect(evaluate(15, given)).toEqual([null, 15 + 1 / 6]))

  it('until there is a sign, or they are out', () => {
    const openSince = at(11)
    expect(evaluate(12, { openSince })).toEqual([null, 12])
    expect(evaluate(12, { openSince, isKnown: false })).toEqual([null, 12])
    expect(evaluate(12, { openSince, movedAt: at(11) })).toEqual([null, 12])
    expect(evaluate(12, { openSince, movedAt: at(11) + 1 })).toEqual(['clear', 12])
    expect(evaluate(12, { openSince, isIn: false })).toEqual(['clear', 12])
    expect(evaluate(23, { openSince })).toEqual([null, 23])
  })
})
