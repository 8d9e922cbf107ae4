import type { LimitedMetric } from '@carewatch/contracts/metrics'
import { type LimitMap, limitsForAll } from '@carewatch/contracts/limits'
import { evaluateRule, type Remembered } from '@carewatch/contracts/rules/evaluate-rule'
import { createObserver, isContext } from '@carewatch/contracts/rules/observer'
import type { RuleState } from '@carewatch/contracts/rules/rule'
import { createReplay, type ReplayedAlarm } from '@carewatch/contracts/rules/replay'
import { personAt, type PersonNow, type Vitals } from './person.ts'
import { type Profile, profileOf } from './profile.ts'
import { between, chance } from './random.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const EVERY = 10 * MINUTE
const DAYS = 14
const WEEKS = DAYS / 7
const zone = 'Europe/Riga'
export const start = Date.parse('2026-11-01T00:00:00Z')

/** Something true, from when to when. */
type Episode = { metric: keyof Vitals; from: number; to: number; value: number }
/** When the watch first measured it on the wrist of somebody at rest. */
type Seen = Episode & { seenAt: number }
type Sample = { time: number; metric: LimitedMetric | 'steps' | 'wearing'; value: number }

const kinds = [
  { metric: 'heartRate', low: 128, high: 165, minutes: 150 },
  { metric: 'heartRate', low: 34, high: 42, minutes: 120 },
  { metric: 'spo2', low: 80, high: 89, minutes: 120 },
  { metric: 'systolic', low: 168, high: 195, minutes: 240 },
] as const

/** About one a week and person. */
function episodesOf(person: number, days: number): Episode[] {
  return Array.from({ length: days }, (_, day) => day).flatMap((day) => {
    if (chance(person, day, 1) > 1 / 7) return []
    const kind = kinds[Math.floor(chance(person, day, 2) * kinds.length)] ?? kinds[0]
    const from = start + day * DAY + between(0, 18 * 60, person, day, 3) * MINUTE
    const value = Math.round(between(kind.low, kind.high, person, day, 4))
    return [
      { metric: kind.metric, from, to: from + between(40, kind.minutes, person, day, 5) * MINUTE, value },
    ]
  })
}

/** Twice in three days the watch lies on a table for a while, and measures it. */
function isOff(person: number, time: number): boolean {
  const day = Math.floor((time - start) / DAY)
  const from = start + day * DAY + between(7 * 60, 21 * 60, person, day, 11) * MINUTE
  return (
    chance(person, day, 10) < 2 / 3 && time >= from && time < from + between(20, 90, person, day, 12) * MINUTE
  )
}

/** What sensors invent: a loose strap, a hand under the head, a pulse that follows the steps. */
function invented(person: number, { time, metric, value }: Sample, isWalking: boolean): number {
  const drawn = (low: number, high: number, key: number) => Math.round(between(low, high, person, time, key))
  const luck = chance(person, time / EVERY, metric === 'heartRate' ? 21 : metric === 'spo2' ? 22 : 23)
  if (metric === 'heartRate') {
    if (isWalking && luck < 0.3) return drawn(110, 150, 31)
    if (luck < 0.004) return drawn(121, 139, 32)
    return luck < 0.005 ? drawn(141, 180, 33) : value
  }
  if (metric === 'spo2') return luck < 0.001 ? drawn(76, 85, 34) : luck < 0.012 ? drawn(87, 91, 35) : value
  return metric === 'systolic' && luck < 0.01 ? drawn(161, 176, 36) : value
}

/** Who is not as the model's people are. */
export type Held = {
  profile?: Partial<Profile>
  /** What their body does otherwise than the model's. */
  body?: (vitals: Vitals, time: number) => Vitals
  /** What somebody set for them; left out: what a nurse sets for whose pulse sleeps low. */
  limits?: LimitMap
  age?: number
  days?: number
  /** Well all the while. */
  isWell?: boolean
}

/** What is looked at of somebody. */
type Course = Pick<PersonNow, 'steps' | 'vitals'>
const courses = new Map<string, Course[]>()

/** How the model has somebody at each moment of these days; made once, for many tests look at the same people. */
function courseOf(profile: Profile, days: number): (time: number) => Course {
  const key = JSON.stringify([profile, days])
  const course =
    courses.get(key) ??
    Array.from({ length: (days * DAY) / EVERY }, (_, at) => {
      const { steps, vitals } = personAt(profile, start + at * EVERY)
      return { steps, vitals }
    })
  courses.set(key, course)
  return (time) => course[(time - start) / EVERY] ?? personAt(profile, time)
}

/** What the watch of somebody says, sensors that invent things and all, and what was true of it. */
export function heldPerson(person: number, held: Held = {}) {
  const { body = (vitals) => vitals, age = 82, days = DAYS } = held
  const profile = { ...profileOf(person, zone), ...held.profile }
  const episodes = held.isWell ? [] : episodesOf(person, days)
  const modelAt = courseOf(profile, days)
  const bodyAt = (time: number): Course => {
    const now = modelAt(time)
    return { ...now, vitals: now.vitals && body(now.vitals, time) }
  }
  const samples: Sample[] = []
  const atRest: number[] = []
  let steps = 0
  let counted = 0
  let wasOff = false
  for (let time = start; time < start + days * DAY; time += EVERY) {
    const now = bodyAt(time)
    const made = Math.max(0, now.steps - steps)
    steps = now.steps
    const off = isOff(person, time)
    // A watch on a table counts none.
    const isWalking = !off && made > 200
    counted += off ? 0 : made
    if (off !== wasOff) samples.push({ time, metric: 'wearing', value: off ? 0 : 1 })
    wasOff = off
    samples.push({ time, metric: 'steps', value: counted })
    if (!now.vitals) continue
    if (!off && !isWalking) atRest.push(time)
    for (const metric of ['heartRate', 'spo2', 'systolic', 'diastolic', 'temperature'] as const) {
      const episode = episodes.find((one) => one.metric === metric && time >= one.from && time < one.to)
      const value = episode?.value ?? now.vitals[metric]
      const sample = { time, metric, value }
      samples.push({
        ...sample,
        value: off ? Math.round(between(60, 175, person, time, 41)) : invented(person, sample, isWalking),
      })
    }
  }
  // What nobody could measure, for the watch lay on a table or its wearer walked all the while, is none to miss.
  // Whose pulse sleeps lower has a limit of their own; what lies within the limits is none to miss either.
  const own = { heartRate: { low: Math.min(50, Math.max(43, profile.restingRate - 18)) } }
  const limits = limitsForAll(held.limits ?? own)
  const isBeyond = ({ metric, value }: Episode): boolean => {
    const { low = -Infinity, high = Infinity } = limits[metric] ?? {}
    return value < low || value > high
  }
  const seen = episodes.filter(isBeyond).flatMap((episode): Seen[] => {
    const [first, , third] = atRest.filter((time) => time >= episode.from && time < episode.to)
    return first !== undefined && third !== undefined ? [{ ...episode, seenAt: first }] : []
  })
  const trueAt = (metric: keyof Vitals, time: number): number =>
    episodes.find((one) => one.metric === metric && time >= one.from && time < one.to)?.value ??
    bodyAt(time).vitals?.[metric] ??
    Number.NaN
  return { samples, episodes: seen, all: episodes, trueAt, limits, age }
}
type HeldPerson = ReturnType<typeof heldPerson>

const watched = [
  ['heartRate'],
  ['spo2'],
  ['systolic', 'diastolic'],
  ['temperature'],
] as const satisfies readonly LimitedMetric[][]

/** As a watch that measures when it is asked to: a minute after a sample that says nothing alone comes another, which invents nothing. */
function alarmsOf({ samples, trueAt, limits, age }: HeldPerson): ReplayedAlarm[] {
  return watched.flatMap((metric) => {
    let askedAt: number | null = null
    const replay = createReplay({ metric, limits, age, onUnconfirmed: (time) => (askedAt ??= time) })
    for (const { time, value, metric: of } of samples) {
      if (askedAt !== null && time > askedAt) {
        const again = askedAt + MINUTE
        askedAt = null
        for (const name of metric) replay.add(again, trueAt(name, again), name)
        askedAt = null
      }
      replay.add(time, value, of)
    }
    return replay.alarms
  })
}

/** When several values together said that somebody becomes ill: of how they fare, each sample counts. */
function deteriorationsOf({
  samples,
  limits,
  age,
}: HeldPerson): { openedAt: number; clearedAt: number | null }[] {
  const observer = createObserver()
  const alarms: { openedAt: number; clearedAt: number | null }[] = []
  let remembered: Remembered<RuleState> = { state: {}, flaps: {} }
  for (const { time, value, metric } of samples) {
    observer.note({ type: 'reading', metric, value, time })
    const observed = observer.observe(metric, value, time)
    const fact = { type: 'reading', metric, value, time, isLate: false, ...observed } as const
    if (isContext(metric)) continue
    const evaluated = evaluateRule('DETERIORATION', { fact, limits, age }, remembered)
    remembered = evaluated.remembered
    for (const { change } of evaluated.results) {
      const last = alarms.at(-1)
      if (change === 'clear' && last) last.clearedAt = time
      else if (!last || last.clearedAt !== null) alarms.push({ openedAt: time, clearedAt: null })
    }
  }
  return alarms
}

const isDuring = (
  { from, to }: Episode,
  { openedAt, clearedAt }: Pick<ReplayedAlarm, 'openedAt' | 'clearedAt'>,
): boolean => openedAt < to && (clearedAt ?? Number.POSITIVE_INFINITY) >= from

const isOf = (episode: Episode, alarm: ReplayedAlarm): boolean =>
  alarm.metric === episode.metric && isDuring(episode, alarm)

/** What came of one person's fortnight. */
function outcomeOf(person: number, held: Held) {
  const fortnight = heldPerson(person, held)
  const { episodes, all } = fortnight
  const alarms = alarmsOf(fortnight)
  const first = episodes.map((episode) => alarms.find((alarm) => isOf(episode, alarm)))
  return {
    episodes: episodes.length,
    missed: first.filter((alarm) => alarm === undefined).length,
    // From when it began, or from when the watch could have seen it.
    delays: episodes.flatMap(({ from, seenAt }, index) => {
      const openedAt = first[index]?.openedAt
      return openedAt === undefined ? [] : [Math.max(0, openedAt - Math.max(from, seenAt - EVERY)) / MINUTE]
    }),
    // What a body does while something is wrong with another of its vitals is no false alarm.
    falseAlarms: alarms.filter((alarm) => !all.some((episode) => isDuring(episode, alarm))).length,
    falseDeteriorations: deteriorationsOf(fortnight).filter(
      (alarm) => !all.some((episode) => isDuring(episode, alarm)),
    ).length,
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** What came of the fortnight of people. */
export function figuresOf(people: readonly number[], held: Held = {}) {
  const outcomes = people.map((person) => outcomeOf(person, held))
  const delays = outcomes.flatMap((one) => one.delays).toSorted((one, other) => one - other)
  const aWeek = (count: number): number => count / people.length / WEEKS
  return {
    episodes: sum(outcomes.map((one) => one.episodes)),
    missed: sum(outcomes.map((one) => one.missed)),
    /** In minutes, of nine in ten. */
    p90: delays[Math.floor(delays.length * 0.9)] ?? 0,
    /** A person and week. */
    ofLimits: aWeek(sum(outcomes.map(({ falseAlarms }) => falseAlarms))),
    together: aWeek(sum(outcomes.map(({ falseDeteriorations }) => falseDeteriorations))),
  }
}

export const described = ({
  episodes,
  missed,
  p90,
  ofLimits,
  together,
}: ReturnType<typeof figuresOf>): string =>
  `${episodes} episodes: ${missed} missed, reported after ${p90.toFixed(1)} min (p90), ` +
  `${ofLimits.toFixed(2)} false alarms of limits and ${together.toFixed(2)} of several values together a person and week`
