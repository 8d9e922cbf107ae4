import { planOf, type Bout, type DayPlan } from './day-plan.ts'
import { type Clock } from './local-time.ts'
import type { Profile } from './profile.ts'
import { between, chance } from './random.ts'

const RISE_MINUTES = 2.5
const FALL_MINUTES = 6

/** The heart follows a load with delay and comes back more slowly than it went. */
function echo({ from, to, load }: Bout, minute: number): number {
  if (minute < from) return 0
  if (minute <= to) return load * (1 - Math.exp(-(minute - from) / RISE_MINUTES))
  const peak = load * (1 - Math.exp(-(to - from) / RISE_MINUTES))
  return peak * Math.exp(-(minute - to) / FALL_MINUTES)
}

/** Share of the heart's reserve in use, 0 at rest. */
export const effortAt = ({ bouts }: DayPlan, minute: number): number =>
  Math.min(
    0.72,
    bouts.reduce((sum, bout) => sum + echo(bout, minute), 0),
  )

const spent = ({ from, to }: { from: number; to: number }, minute: number): number =>
  Math.max(0, Math.min(minute, to) - from)

/** Since local midnight: the watch's own running counter. It stands still while the watch is on the charger. */
export function stepsAt(profile: Profile, { day, minute }: Clock): number {
  const plan = planOf(profile, day)
  const { seed, cadence } = profile
  const walking = plan.bouts.reduce((sum, bout) => sum + stepsOf(bout, cadence) * spent(bout, minute), 0)
  const awake = { from: plan.wakes, to: plan.sleeps }
  const pottering = between(0.8, 2.6, seed, day, 40) * (spent(awake, minute) - spent(plan.charges, minute))
  const wentAtNight = chance(seed, day, 41) < 0.6 && minute > 190 ? 34 : 0
  return Math.round(walking + pottering + wentAtNight)
}

function stepsOf({ kind }: Bout, cadence: number): number {
  if (kind === 'walk') return cadence
  return kind === 'chores' ? cadence * 0.3 : 0
}

export const walkAt = ({ bouts }: DayPlan, minute: number): Bout | undefined =>
  bouts.find(({ kind, from, to }) => kind === 'walk' && minute >= from && minute <= to)
