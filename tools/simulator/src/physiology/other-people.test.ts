import { expect, it } from 'vitest'
import { described, figuresOf, type Held } from './held-model.ts'
import type { Vitals } from './person.ts'
import { between, correlated } from './random.ts'

/** Others by hand, as for the figures of docs/rules.md: HELD_SEEDS=1,2,3. */
const SEEDS = (process.env['HELD_SEEDS'] ?? '1').split(',').map(Number)
const PEOPLE = 10
const peopleOf = (seed: number): number[] =>
  Array.from({ length: PEOPLE }, (_, index) => seed * 1_000 + index)

/** A heart that keeps no time: each measurement is another. */
const fibrillating = (vitals: Vitals, time: number): Vitals => ({
  ...vitals,
  heartRate: Math.round(
    vitals.heartRate + 12 + 14 * correlated(7, { channel: 401, stepMs: 60_000, memory: 0 }, time),
  ),
})
const cold = (vitals: Vitals, time: number): Vitals => ({
  ...vitals,
  temperature: between(28.5, 29.5, 9, time),
})

const runner = { profile: { restingRate: 51, reserve: 70 } }
const child = { profile: { restingRate: 98, reserve: 60, systolic: 100, diastolic: 62 }, age: 8 }
const ofChild = {
  heartRate: { low: 60, criticalLow: 50, high: 150, criticalHigh: 170 },
  systolic: { low: 75, criticalLow: 65 },
  diastolic: { low: 42, criticalLow: 35 },
}

/** With the limits that everybody begins with, and with those that somebody sets who knows them. */
const kinds: [string, Held][] = [
  ['people as the model has them', {}],
  ['a runner whose pulse is 42 asleep', { ...runner, limits: {} }],
  [
    'the same, as onboarding proposes for a mean of 48',
    { ...runner, limits: { heartRate: { low: 36, high: 110 } } },
  ],
  ['atrial fibrillation', { body: fibrillating }],
  ['the same, with a limit of 140', { body: fibrillating, limits: { heartRate: { low: 45, high: 140 } } }],
  ['a flat in which the skin has 29 °C', { body: cold }],
  ['a child of eight', { ...child, limits: {} }],
  ['the same, with limits of a child', { ...child, limits: ofChild }],
]

type Most = { ofLimits: number; together: number }
/** A person and week, with something to spare: what the limits that everybody begins with cost whoever is not as most, and what their own save. */
const most: Record<string, Most> = {
  'people as the model has them': { ofLimits: 3, together: 0.3 },
  'a flat in which the skin has 29 °C': { ofLimits: 3, together: 0.3 },
  'the same, with limits of a child': { ofLimits: 3, together: 0 },
  'a child of eight': { ofLimits: 20, together: 0 },
}

it.each(kinds)('%s: nothing true is missed', { timeout: 120_000 }, (name, held) => {
  const figures = SEEDS.map((seed) => figuresOf(peopleOf(seed), held))
  // oxlint-disable-next-line no-console -- the figures are what it is run for
  console.log(figures.map((one) => `${name}: ${described(one)}`).join('\n'))
  const { ofLimits, together } = most[name] ?? { ofLimits: Infinity, together: Infinity }
  for (const one of figures) {
    expect(one.missed).toBe(0)
    expect(one.p90).toBeLessThanOrEqual(15)
    expect(one.ofLimits).toBeLessThanOrEqual(ofLimits)
    expect(one.together).toBeLessThanOrEqual(together)
  }
})
