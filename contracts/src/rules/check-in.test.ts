import { describe, expect, it } from 'vitest'
import { type CheckInFacts, evaluateCheckIn } from './check-in.ts'

const HOUR = 3_600_000
const midnight = Date.parse('2026-11-20T22:00:00Z')
const at = (hours: number): number => midnight + hours * HOUR

/** Asked until ten for long, of somebody who is here; hours of the day. */
const evaluate = (hour: number, given: Partial<CheckInFacts> = {}) => {
  const { change, lookAt } = evaluateCheckIn({
    now: at(hour),
    midnight,
    dayFrom: at(7),
    deadline: at(10),
    checkedInAt: at(-15),
    askedSince: at(-100),
    steadySince: at(-100),
    isHere: true,
    toldAt: null,
    openSince: null,
    ...given,
  })
  return [change, (lookAt - midnight) / HOUR]
}
const MINUTE = 1 / 60

describe('“I am well”', () => {
  it('is missed at the set time, and not before', () => {
    expect(evaluate(10 - MINUTE)).toEqual([null, 10])
    expect(evaluate(10)).toEqual(['trigger', 10])
    expect(evaluate(10, { checkedInAt: null })).toEqual(['trigger', 10])
  })

  it('counts from midnight on', () => {
    expect(evaluate(10, { checkedInAt: at(0) })).toEqual([null, 33])
    expect(evaluate(10, { checkedInAt: at(0) - 1 })).toEqual(['trigger', 10])
  })

  it('is told once a day', () => {
    expect(evaluate(12, { toldAt: at(10) })).toEqual([null, 33])
    expect(evaluate(12, { toldAt: at(-14) })).toEqual(['trigger', 12])
  })

  it.each([
    ['is away', { isHere: false }],
    ['is asked since less than an hour before', { askedSince: at(9) + 1 }],
    ['may have said it in an outage of ours', { steadySince: at(7) + 1 }],
  ])('is not missed of who %s', (_, given) => expect(evaluate(10, given)).toEqual([null, 33]))

  it('is missed all the same after an outage in the night, and by who was asked an hour before', () => {
    expect(evaluate(10, { steadySince: at(7) })[0]).toBe('trigger')
    expect(evaluate(10, { askedSince: at(9) })[0]).toBe('trigger')
  })

  it('ends when they say it, are away, or the next day asks anew', () => {
    const openSince = at(10)
    expect(evaluate(11, { openSince })).toEqual([null, 11])
    expect(evaluate(11, { openSince, checkedInAt: at(10) + 1 })).toEqual(['clear', 11])
    expect(evaluate(11, { openSince, checkedInAt: at(0) - 1 })).toEqual([null, 11])
    expect(evaluate(11, { openSince, isHere: false })).toEqual(['clear', 11])
    expect(evaluate(1, { openSince: at(-14) })).toEqual(['clear', 1])
  })

  it('ends too when what they pressed in time arrives late', () => {
    const late = { openSince: at(10), toldAt: at(10) }
    expect(evaluate(10 + 3 * MINUTE, { ...late, checkedInAt: at(10) - 1 })[0]).toBe('clear')
    expect(evaluate(10 + 3 * MINUTE, { ...late, checkedInAt: at(0) })[0]).toBe('clear')
  })
})
