import { planOf } from './day-plan.ts'
import { momentOf, type Clock } from './local-time.ts'
import type { Profile } from './profile.ts'
import { chance } from './random.ts'

export type Stage = 'deep' | 'light' | 'awake'

const DAY_MINUTES = 1440
const CYCLE_MINUTES = 92

/** The night around this moment, in minutes of the day that it ends on; undefined by day. */
function nightAround(profile: Profile, { day, minute }: Clock) {
  const today = planOf(profile, day)
  if (minute < today.wakes) {
    const from = planOf(profile, day - 1).sleeps - DAY_MINUTES
    return { endsOn: day, from, at: minute, wakes: today.wakes }
  }
  if (minute < today.sleeps) return undefined
  const wakes = planOf(profile, day + 1).wakes
  return { endsOn: day + 1, from: today.sleeps - DAY_MINUTES, at: minute - DAY_MINUTES, wakes }
}

/** The stage of sleep, or undefined by day. Deep sleep belongs to the first cycles of a night. */
export function stageAt(profile: Profile, clock: Clock): Stage | undefined {
  const night = nightAround(profile, clock)
  if (!night) return undefined
  const since = night.at - night.from
  const cycle = Math.floor(since / CYCLE_MINUTES)
  const within = since - cycle * CYCLE_MINUTES
  const deepMinutes = Math.max(0, 36 - 11 * cycle) + 8 * chance(profile.seed, night.endsOn, cycle, 50)
  if (within > 22 && within < 22 + deepMinutes) return 'deep'
  const wakefulMinutes = 2 + 9 * chance(profile.seed, night.endsOn, cycle, 51)
  if (within > CYCLE_MINUTES - wakefulMinutes || since < 9) return 'awake'
  return 'light'
}

/** How far asleep, 0 to 1: falling asleep and waking take their time. */
export function sleepDepth(profile: Profile, clock: Clock): number {
  const night = nightAround(profile, clock)
  if (!night) return 0
  const since = (night.at - night.from) / 35
  const left = (night.wakes - night.at) / 45
  return Math.max(0, Math.min(1, since, left))
}

export type SleepReport = Record<Stage, number>

/** Minutes of each stage in the night that ended on this day. */
export function sleepOf(profile: Profile, day: number): SleepReport {
  const from = planOf(profile, day - 1).sleeps - DAY_MINUTES
  const to = planOf(profile, day).wakes
  const report = { deep: 0, light: 0, awake: 0 }
  for (let minute = Math.ceil(from); minute < to; minute++) {
    const stage = stageAt(
      profile,
      minute < 0 ? { day: day - 1, minute: minute + DAY_MINUTES } : { day, minute },
    )
    if (stage) report[stage]++
  }
  return report
}

/** The moment the person woke on this day: when the watch sends its report of the night. */
export const wokeAt = (profile: Profile, day: number): number =>
  Math.round(momentOf({ day, minute: planOf(profile, day).wakes }, profile.timeZone))
