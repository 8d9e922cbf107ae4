import { describe, expect, it } from 'vitest'
import { CHANGED_DAYS, type ChangedState, type DayAndNight, evaluateChanged, partOf } from './changed.ts'

const DAY = 86_400_000
const now = 1_800_000_000_000

/** Nights of these medians, each with a middle half of 5.4: a spread of four. */
const nights = (...medians: (number | null)[]): DayAndNight[] =>
  medians.map((median) => ({ day: null, night: median === null ? null : { median, half: 5.396 } }))
const often = (median: number, times: number): number[] => Array.from({ length: times }, () => median)

const evaluated = (days: DayAndNight[], state: ChangedState = {}, at = now) =>
  evaluateChanged({ days: new Map([['heartRate', days]]), state, now: at })
const shifted = [...often(58, 14), 71, 72, 71]

describe('what is no longer as it was', () => {
  it('is told after three nights, with what was usual and what is', () => {
    const { results, state } = evaluated(nights(...shifted))
    expect(results).toEqual([
      {
        change: 'trigger',
        metric: 'heartRate',
        direction: 'HIGH',
        isNight: true,
        usual: 58,
        value: 71,
      },
    ])
    expect(state).toMatchObject({ 'HIGH:heartRate': { isNight: true, usual: 58, since: now } })
  })

  it('is told on its lower side too', () => {
    expect(evaluated(nights(...often(58, 14), 47, 48, 47)).results).toMatchObject([
      { direction: 'LOW', value: 47 },
    ])
  })

  it('is not told after two nights, nor where one of three is as usual', () => {
    expect(evaluated(nights(...often(58, 15), 71, 72)).results).toEqual([])
    expect(evaluated(nights(...often(58, 14), 71, 60, 71)).results).toEqual([])
  })

  it('is not told within two spreads', () => {
    expect(evaluated(nights(...often(58, 14), 65, 65, 65)).results).toEqual([])
  })

  it('is not told where a night of the three was not measured, nor by less than ten of the fourteen before', () => {
    expect(evaluated(nights(...often(58, 14), 71, null, 71)).results).toEqual([])
    const few = [...Array.from({ length: 5 }, () => null), ...often(58, 9), 71, 71, 71]
    expect(evaluated(nights(...few)).results).toEqual([])
    expect(evaluated(nights(...few.with(0, 58))).results).toHaveLength(1)
  })

  it('is told by the one that shifted more, of day and night', () => {
    const both = nights(...shifted).map((one, at) => ({
      ...one,
      day: { median: at < 14 ? 70 : 95, half: 5.396 },
    }))
    expect(evaluated(both).results).toMatchObject([{ isNight: false, usual: 70, value: 95 }])
  })

  it('is not told of a step of the sensor where nothing ever varied', () => {
    const steady = (last: number): DayAndNight[] =>
      [...often(58, 14), last, last, last].map((median) => ({ day: null, night: { median, half: 0 } }))
    expect(evaluated(steady(63)).results).toEqual([])
    expect(evaluated(steady(64)).results).toHaveLength(1)
  })

  it('is told once, however long it lasts', () => {
    const { state } = evaluated(nights(...shifted))
    const next = evaluated(nights(...shifted.slice(1), 72), state, now + DAY)
    expect(next).toEqual({ results: [], state })
  })

  it('is over after three nights as before, and told again after that', () => {
    const { state } = evaluated(nights(...shifted))
    const two = [...often(58, 12), 71, 71, 71, 60, 59]
    expect(evaluated(nights(...two), state, now + 2 * DAY).results).toEqual([])
    const back = evaluated(nights(...two.slice(1), 58), state, now + 3 * DAY)
    expect(back).toEqual({
      results: [{ change: 'clear', metric: 'heartRate', direction: 'HIGH' }],
      state: {},
    })
    expect(evaluated(nights(...shifted), back.state, now + 6 * DAY).results).toMatchObject([
      { change: 'trigger' },
    ])
  })

  it('is over once it has become what is usual, and not told anew', () => {
    const { state } = evaluated(nights(...shifted))
    const last = evaluated(nights(...often(71, CHANGED_DAYS)), state, now + 14 * DAY)
    expect(last.results).toMatchObject([{ change: 'clear' }])
    expect(evaluated(nights(...often(71, CHANGED_DAYS)), last.state, now + 15 * DAY).results).toEqual([])
  })

  it('is over after a fortnight where it is measured no longer', () => {
    const { state } = evaluated(nights(...shifted))
    const unmeasured = (days: number) => evaluateChanged({ days: new Map(), state, now: now + days * DAY })
    expect(unmeasured(13)).toEqual({ results: [], state })
    expect(unmeasured(14)).toEqual({
      results: [{ change: 'clear', metric: 'heartRate', direction: 'HIGH' }],
      state: {},
    })
  })

  it('turns to the other side where it shifts there', () => {
    const { state } = evaluated(nights(...shifted))
    const turned = evaluated(nights(...shifted.slice(3), 40, 40, 40), state, now + 3 * DAY)
    expect(turned.results).toMatchObject([
      { change: 'clear', direction: 'HIGH' },
      { change: 'trigger', direction: 'LOW' },
    ])
  })
})

it('says nothing of a night of fewer than five good samples', () => {
  expect(partOf([60, 61, 62, 63])).toBeNull()
  expect(partOf([60, 64, 61, 63, 62])).toEqual({ median: 62, half: 2 })
})
