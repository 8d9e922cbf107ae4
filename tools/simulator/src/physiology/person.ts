import type { MetricName } from '@carewatch/contracts/metrics'
import { effortAt, stepsAt } from './activity.ts'
import { planOf } from './day-plan.ts'
import { clockAt, type Clock } from './local-time.ts'
import type { Profile } from './profile.ts'
import { correlated } from './random.ts'
import { sleepDepth, stageAt } from './sleep.ts'
import { steadyAt } from './steady.ts'
import { batteryAt, isCharging } from './watch-body.ts'

export type Vitals = {
  heartRate: number
  systolic: number
  diastolic: number
  spo2: number
  temperature: number
}

/** What a watch on this wrist would know at a moment; no vitals while it lies on the charger. */
export type PersonNow = {
  clock: Clock
  asleep: boolean
  charging: boolean
  steps: number
  battery: number
  vitals: Vitals | null
  /** What needs no model of its own; nothing of it while the watch lies on the charger. */
  steady: Partial<Record<MetricName, number>>
}

const FIVE_MINUTES_MS = 300_000
const pulse = { channel: 101, stepMs: FIVE_MINUTES_MS, memory: 0.86 }
const beat = { channel: 102, stepMs: 15_000, memory: 0.6 }
const pressure = { channel: 103, stepMs: 2 * FIVE_MINUTES_MS, memory: 0.8 }
const pulsePressure = { channel: 104, stepMs: 2 * FIVE_MINUTES_MS, memory: 0.8 }
const oxygen = { channel: 105, stepMs: 2 * FIVE_MINUTES_MS, memory: 0.75 }
const warmth = { channel: 106, stepMs: 6 * FIVE_MINUTES_MS, memory: 0.9 }

/** Highest at this hour of the day, lowest twelve hours away. */
const daily = (minute: number, peakHour: number): number =>
  Math.cos(((minute - peakHour * 60) / 1440) * 2 * Math.PI)

/** The surge of the first hours after waking. */
const morning = (minute: number, wakes: number): number => Math.exp(-(((minute - wakes - 50) / 60) ** 2))

const NIGHT_PULSE = { deep: -3, light: 0, awake: 4 } as const

function vitalsAt(profile: Profile, clock: Clock, time: number): Vitals {
  const { seed } = profile
  const { minute, day } = clock
  const plan = planOf(profile, day)
  const effort = effortAt(plan, minute)
  const asleep = sleepDepth(profile, clock)
  const stage = stageAt(profile, clock)
  const surge = morning(minute, plan.wakes)

  const heartRate =
    profile.restingRate +
    2.5 * daily(minute, 15) -
    7 * asleep +
    (stage ? NIGHT_PULSE[stage] * asleep : 0) +
    4 * surge +
    profile.reserve * effort +
    2.6 * correlated(seed, pulse, time) +
    1.1 * correlated(seed, beat, time)
  const tension = 1 - profile.dip * asleep + 0.04 * surge + 0.1 * effort
  const systolic = profile.systolic * tension + 3.5 * correlated(seed, pressure, time)
  const diastolic = profile.diastolic * tension + 2.2 * correlated(seed, pulsePressure, time)
  const spo2 = profile.spo2 - 0.9 * asleep - 0.6 * effort + 0.55 * correlated(seed, oxygen, time)
  const temperature =
    profile.temperature + 0.28 * daily(minute, 17) + 0.15 * effort + 0.07 * correlated(seed, warmth, time)

  return {
    heartRate: Math.round(heartRate),
    systolic: Math.round(systolic),
    diastolic: Math.round(diastolic),
    spo2: Math.min(100, Math.round(spo2)),
    temperature: Math.round(temperature * 10) / 10,
  }
}

/** The person at a moment: a function of who they are and of the time, so that history and live join without a seam. */
export function personAt(profile: Profile, time: number): PersonNow {
  const clock = clockAt(time, profile.timeZone)
  const charging = isCharging(profile, clock)
  return {
    clock,
    asleep: stageAt(profile, clock) !== undefined,
    charging,
    steps: stepsAt(profile, clock),
    battery: batteryAt(profile, clock),
    vitals: charging ? null : vitalsAt(profile, clock, time),
    steady: charging ? {} : steadyAt(profile, time),
  }
}
