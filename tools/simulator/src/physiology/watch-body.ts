import { planOf } from './day-plan.ts'
import type { Clock } from './local-time.ts'
import type { Profile } from './profile.ts'
import { between } from './random.ts'

const FULL = 100
const DAY_MINUTES = 1440

export const isCharging = (profile: Profile, { day, minute }: Clock): boolean => {
  const { from, to } = planOf(profile, day).charges
  return minute >= from && minute < to
}

/** Falls evenly from one charger to the next, which it meets well above the alarm. */
export function batteryAt(profile: Profile, { day, minute }: Clock): number {
  const { charges } = planOf(profile, day)
  const drain = between(1.9, 2.5, profile.seed, 60)
  const level = (hours: number) => FULL - drain * hours
  if (minute >= charges.to) return Math.round(level((minute - charges.to) / 60))

  const before = planOf(profile, day - 1).charges.to - DAY_MINUTES
  if (minute < charges.from) return Math.round(level((minute - before) / 60))

  const empty = level((charges.from - before) / 60)
  const share = (minute - charges.from) / (charges.to - charges.from)
  return Math.round(empty + (FULL - empty) * Math.min(1, share * 1.1))
}
