import type { MetricName } from '@carewatch/contracts/metrics'
import {
  CHANGED_DAYS,
  type ChangedResult,
  type ChangedState,
  evaluateChanged,
} from '@carewatch/contracts/rules/changed'
import { createDaysAndNights } from '@carewatch/contracts/rules/days-and-nights'
import { expect, it } from 'vitest'
import { type Held, heldPerson, start } from './held-model.ts'
import type { Vitals } from './person.ts'
import { correlated } from './random.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Of 60 by hand, as for the figures of docs/rules.md: HELD_PEOPLE=60. */
const PEOPLE = Array.from({ length: Number(process.env['HELD_PEOPLE'] ?? 20) }, (_, index) => index + 1)
const DAYS = 35
/** Seconds of computing, and longer where the machine is shared. */
const MODEL_MS = 120_000
/** What happens, happens on this day. */
const SHIFTED_ON = 24
/** In Riga, where the model's people live. */
const MORNING = 5 * HOUR

const spanOf = (day: number) => ({
  from: start + day * DAY + MORNING,
  nightFrom: start + day * DAY + MORNING + 16 * HOUR,
  to: start + (day + 1) * DAY + MORNING,
})

type Notice = ChangedResult & { day: number }

/** What would have been told of somebody in five weeks, looking once a day. */
function noticesOf(person: number, held: Held): Notice[] {
  const { samples } = heldPerson(person, { ...held, days: DAYS })
  const spans = Array.from({ length: DAYS - 1 }, (_, day) => spanOf(day))
  const sorted = createDaysAndNights(spans)
  for (const { time, metric, value } of samples) sorted.add(time, value, metric)
  const all = sorted.days()
  let state: ChangedState = {}
  return spans.flatMap((span, day) => {
    const days = new Map(
      [...all].map(([name, of]) => [name, of.slice(Math.max(0, day + 1 - CHANGED_DAYS), day + 1)]),
    )
    const evaluated = evaluateChanged({ days, state, now: span.to })
    state = evaluated.state
    return evaluated.results.filter(({ change }) => change === 'trigger').map((one) => ({ ...one, day }))
  })
}

const shift =
  (by: Partial<Vitals>) =>
  (vitals: Vitals, time: number): Vitals => {
    if (time < start + SHIFTED_ON * DAY) return vitals
    const shifted = Object.entries(by).map(([name, more]) => [name, vitals[name as keyof Vitals] + more])
    return { ...vitals, ...Object.fromEntries(shifted) }
  }

const shifts: [string, MetricName, Partial<Vitals>][] = [
  ['a pulse of 13 more', 'heartRate', { heartRate: 13 }],
  ['a pulse of 9 less', 'heartRate', { heartRate: -9 }],
  ['an oxygen of 3 less', 'spo2', { spo2: -3 }],
  ['a systolic pressure of 18 more', 'systolic', { systolic: 18 }],
]

/** Of all five weeks those of which enough is known before. */
const weeks = (DAYS - CHANGED_DAYS) / 7
const isWell = true

/** Nobody's days are all alike: by so much they differ, and one is like the day before. */
const varying =
  (person: number) =>
  (vitals: Vitals, time: number): Vitals => {
    const by = (channel: number, spread: number): number =>
      spread * correlated(person, { channel, stepMs: DAY, memory: 0.5 }, time)
    return {
      heartRate: Math.round(vitals.heartRate + by(301, 3)),
      systolic: Math.round(vitals.systolic + by(302, 6)),
      diastolic: Math.round(vitals.diastolic + by(303, 4)),
      spo2: Math.min(100, Math.round(vitals.spo2 + by(304, 0.6))),
      temperature: vitals.temperature + by(305, 0.15),
    }
  }

it('is told of nearly nobody with whom nothing is wrong', { timeout: MODEL_MS }, () => {
  const aWeek = (people: readonly number[], held: (person: number) => Held): number =>
    people.flatMap((person) => noticesOf(person, held(person))).length / people.length / weeks
  const some = PEOPLE.slice(0, 20)
  const [alike, ill, varied] = [
    aWeek(some, () => ({ isWell })),
    aWeek(some, () => ({})),
    aWeek(PEOPLE, (person) => ({ isWell, body: varying(person) })),
  ]
  // oxlint-disable-next-line no-console -- the figures are what it is run for
  console.log(
    `notices a person and week: ${alike.toFixed(3)} of who is well, ${varied.toFixed(3)} where days differ, ${ill.toFixed(3)} of who has an episode a week`,
  )
  expect(Math.max(alike, ill, varied)).toBeLessThan(0.2)
})

it.each(shifts)('finds %s, and tells of it once', { timeout: MODEL_MS }, (_what, metric, by) => {
  const shifted = shift(by)
  const noticesBy = (bodyOf: (person: number) => (vitals: Vitals, time: number) => Vitals) =>
    PEOPLE.slice(0, 20).map((person) => {
      const before = bodyOf(person)
      const body = (vitals: Vitals, time: number): Vitals => shifted(before(vitals, time), time)
      const notices = noticesOf(person, { isWell, body })
      return notices.filter((one) => one.metric === metric && one.day >= SHIFTED_ON)
    })
  const [alike, varied] = [noticesBy(() => (vitals) => vitals), noticesBy(varying)]
  const after = alike.flatMap(([one]) => (one ? [one.day + 1 - SHIFTED_ON] : []))
  const count = varied.filter((notices) => notices.length > 0).length
  // oxlint-disable-next-line no-console -- the figures are what it is run for
  console.log(
    `${after.length} of 20 found, ${Math.min(...after)} to ${Math.max(...after)} days after; ${count} of 20 where days differ`,
  )
  expect(after.length).toBe(20)
  expect(alike.every((notices) => notices.length === 1)).toBe(true)
  expect(count).toBeGreaterThanOrEqual(10)
})
