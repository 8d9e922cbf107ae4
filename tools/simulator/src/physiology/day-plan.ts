import type { Profile } from './profile.ts'
import { between, chance } from './random.ts'

/** A stretch of the day with something going on; `load` is the share of the heart's reserve it takes. */
export type Bout = { kind: 'walk' | 'chores' | 'meal'; from: number; to: number; load: number }

/** One local day in minutes since its midnight. */
export type DayPlan = {
  wakes: number
  sleeps: number
  /** Off the wrist: on the charger, the person in the shower. */
  charges: { from: number; to: number }
  bouts: readonly Bout[]
}

const MEALS = [7.75 * 60, 12.75 * 60, 18 * 60] as const

const meal = (seed: number, day: number, usual: number): Bout => {
  const from = usual + between(-20, 20, seed, day, usual)
  return { kind: 'meal', from, to: from + between(20, 35, seed, day, usual + 1), load: 0.12 }
}

/** Walks are spread over the day between breakfast and the evening charge. */
function walk({ seed, walks, wakes, charges }: Profile, day: number, index: number): Bout {
  const slot = (charges - 45 - (wakes + 90)) / walks
  const from = wakes + 90 + slot * (index + between(0, 0.6, seed, day, 20, index))
  const minutes = Math.min(between(9, 32, seed, day, 21, index), slot * 0.4)
  return { kind: 'walk', from, to: from + minutes, load: between(0.3, 0.62, seed, day, 22, index) }
}

function chores({ seed, wakes, charges }: Profile, day: number, index: number): Bout {
  const from = between(wakes + 40, charges - 60, seed, day, 30, index)
  return {
    kind: 'chores',
    from,
    to: from + between(6, 18, seed, day, 31, index),
    load: between(0.1, 0.25, seed, day, 32, index),
  }
}

const KEPT_DAYS = 8
const plans = new WeakMap<Profile, Map<number, DayPlan>>()

/** What the person does on this local day. The latest few are kept: a night asks for the days on both its sides. */
export function planOf(profile: Profile, day: number): DayPlan {
  const kept = plans.get(profile) ?? new Map<number, DayPlan>()
  const known = kept.get(day)
  if (known) return known
  if (kept.size >= KEPT_DAYS) kept.clear()
  const plan = makePlan(profile, day)
  plans.set(profile, kept.set(day, plan))
  return plan
}

function makePlan(profile: Profile, day: number): DayPlan {
  const { seed } = profile
  const from = profile.charges + between(-15, 15, seed, day, 3)
  const stayedIn = chance(seed, day, 4) < 0.12 ? 1 : 0
  const bouts = [
    ...MEALS.map((usual) => meal(seed, day, usual)),
    ...Array.from({ length: profile.walks - stayedIn }, (_, index) => walk(profile, day, index)),
    ...Array.from({ length: 5 }, (_, index) => chores(profile, day, index)),
  ]
  return {
    wakes: profile.wakes + between(-20, 20, seed, day, 1),
    sleeps: profile.sleeps + between(-20, 20, seed, day, 2),
    charges: { from, to: from + between(45, 65, seed, day, 5) },
    bouts: bouts.toSorted((one, other) => one.from - other.from),
  }
}
