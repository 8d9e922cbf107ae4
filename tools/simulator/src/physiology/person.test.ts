import { metric } from '@carewatch/contracts/metrics'
import { describe, expect, it } from 'vitest'
import { limitsOf } from './limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, momentOf } from './local-time.ts'
import { personAt, type Vitals } from './person.ts'
import { profileOf } from './profile.ts'
import { sleepOf } from './sleep.ts'

const zone = 'Asia/Jerusalem'
const midnight = momentOf({ day: 20_400, minute: 0 }, zone)
const people = Array.from({ length: 40 }, (_, index) => profileOf(index * 17 + 1, zone))

const fortnight = Array.from({ length: 14 * 288 }, (_, index) => midnight + index * 5 * MINUTE_MS)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const lives = people.map((profile) => ({
  profile,
  moments: fortnight.map((time) => ({ time, ...personAt(profile, time) })),
}))

const vitalsBetween = (index: number, fromHour: number, toHour: number): Vitals[] =>
  (lives[index]?.moments ?? []).flatMap(({ vitals, clock }) =>
    vitals && clock.minute >= fromHour * 60 && clock.minute < toHour * 60 ? [vitals] : [],
  )
const tenPeople = Array.from({ length: 10 }, (_, index) => index)

describe('a simulated person', () => {
  it('is the same person for the same seed, whatever was asked before', () => {
    const one = personAt(profileOf(7), midnight + 9 * HOUR_MS)
    personAt(profileOf(8), midnight + 20 * HOUR_MS)
    expect(personAt(profileOf(7), midnight + 9 * HOUR_MS)).toEqual(one)
    expect(personAt(profileOf(8), midnight + 9 * HOUR_MS)).not.toEqual(one)
  })

  it.each(['heartRate', 'systolic', 'diastolic', 'temperature'] as const)(
    'has a lower %s at night than by day',
    (name) => {
      for (const index of tenPeople) {
        const night = mean(vitalsBetween(index, 1, 5).map((vitals) => vitals[name]))
        const day = mean(vitalsBetween(index, 9, 18).map((vitals) => vitals[name]))
        expect(night).toBeLessThan(day)
      }
    },
  )

  it('dips in systolic pressure by 5 to 20 % asleep', () => {
    for (const index of tenPeople) {
      const night = mean(vitalsBetween(index, 1, 5).map(({ systolic }) => systolic))
      const day = mean(vitalsBetween(index, 9, 18).map(({ systolic }) => systolic))
      expect(night / day).toBeGreaterThan(0.8)
      expect(night / day).toBeLessThan(0.95)
    }
  })

  it('never measures what no sensor could, and keeps its pressures apart', () => {
    for (const { moments } of lives) {
      const vitals = moments.flatMap((moment) => moment.vitals ?? [])
      for (const name of ['heartRate', 'systolic', 'diastolic', 'spo2', 'temperature'] as const) {
        const values = vitals.map((one) => one[name])
        expect(Math.min(...values)).toBeGreaterThanOrEqual(metric(name).range.min)
        expect(Math.max(...values)).toBeLessThanOrEqual(metric(name).range.max)
      }
      expect(Math.min(...vitals.map(({ systolic, diastolic }) => systolic - diastolic))).toBeGreaterThan(20)
    }
  })

  it('stays inside its own limits, so that a calm fleet is quiet', () => {
    for (const { profile, moments } of lives) {
      const vitals = moments.flatMap((moment) => moment.vitals ?? [])
      for (const [name, { low, high }] of Object.entries(limitsOf(profile))) {
        const values = vitals.map((one) => one[name as keyof Vitals])
        expect(Math.min(...values)).toBeGreaterThan(low ?? -Infinity)
        expect(Math.max(...values)).toBeLessThan(high ?? Infinity)
      }
      expect(Math.min(...moments.map(({ battery }) => battery))).toBeGreaterThan(25)
    }
  })

  it('at rest moves its heart by at most 15 beats in five minutes', () => {
    for (const { moments } of lives) {
      const jumps = moments.slice(1).flatMap(({ vitals, asleep }, index) => {
        const before = moments[index]
        return vitals && asleep && before?.vitals && before.asleep
          ? [Math.abs(vitals.heartRate - before.vitals.heartRate)]
          : []
      })
      expect(jumps.length).toBeGreaterThan(1_000)
      expect(Math.max(...jumps)).toBeLessThanOrEqual(15)
    }
  })

  it('has a heart rate that remembers: neighbours are alike, hours apart are not', () => {
    const rates = vitalsBetween(5, 0, 5)
      .slice(0, 60)
      .map(({ heartRate }) => heartRate)
    const centred = rates.map((rate) => rate - mean(rates))
    const alike = (lag: number) =>
      mean(centred.slice(lag).map((value, index) => value * (centred[index] ?? 0))) /
      mean(centred.map((value) => value * value))
    expect(alike(1)).toBeGreaterThan(0.35)
    expect(Math.abs(alike(30))).toBeLessThan(0.35)
  })
})

describe('a day of steps', () => {
  const profile = profileOf(3, zone)
  const walked = (time: number) => personAt(profile, time).steps

  it('starts from nothing at local midnight', () => {
    for (let day = 1; day < 14; day++) {
      expect(walked(midnight + day * DAY_MS - 1_000)).toBeGreaterThan(800)
      expect(walked(midnight + day * DAY_MS)).toBe(0)
    }
  })

  it('only ever rises within the day', () => {
    const day = fortnight.slice(288, 576).map(walked)
    expect(day).toEqual(day.toSorted((one, other) => one - other))
  })
})

describe('a night', () => {
  it('has more light than deep sleep, some of each, and some waking', () => {
    for (const profile of people) {
      const { deep, light, awake } = sleepOf(profile, 20_405)
      expect(light).toBeGreaterThan(deep)
      expect(deep).toBeGreaterThan(40)
      expect(awake).toBeGreaterThan(5)
      expect(deep + light + awake).toBeGreaterThan(6 * 60)
      expect(deep + light + awake).toBeLessThan(11 * 60)
    }
  })
})

describe('the watch', () => {
  it('is charged once a day in the evening, and measures nobody meanwhile', () => {
    for (const { moments } of lives) {
      const day = moments.slice(0, 288)
      const onCharger = day.filter(({ charging }) => charging)
      expect(onCharger.length).toBeGreaterThanOrEqual(8)
      expect(onCharger.every(({ vitals, clock }) => vitals === null && clock.minute > 17 * 60)).toBe(true)
      expect(onCharger.at(-1)?.battery).toBeGreaterThan(95)
    }
  })
})
