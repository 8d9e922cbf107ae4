import type { ReadingsPayload } from '@carewatch/contracts/payloads'
import { MINUTE_MS } from './physiology/local-time.ts'
import { personAt, type PersonNow } from './physiology/person.ts'
import type { Profile } from './physiology/profile.ts'
import { sleepOf, wokeAt } from './physiology/sleep.ts'
import { steadyMetrics } from './physiology/steady.ts'
import { fixAt, type Place } from './physiology/whereabouts.ts'

export type Wearer = { profile: Profile; home: Place }

/** How often a watch measures what it does not measure at every beat. */
const PRESSURE_MS = MINUTE_MS
const WARMTH_MS = 3 * MINUTE_MS
const POSITION_MS = 5 * MINUTE_MS

const isDue = (beat: number, everyMs: number, wantedMs: number): boolean =>
  beat % Math.max(1, Math.round(wantedMs / everyMs)) === 0

export type Beat = {
  /** What the message says; the body may live faster. */
  time: number
  bodyTime: number
  /** Counted from the start: the first reports everything. */
  beat: number
  everyMs: number
}

/** What the watch says at a beat: the pulse always, slower things more seldom, nothing of the body while on the charger. */
export function reportOf(
  { profile, home }: Wearer,
  { time, bodyTime, beat, everyMs }: Beat,
): ReadingsPayload {
  const { vitals, steady, steps, battery, charging, clock } = personAt(profile, bodyTime)
  if (!vitals || charging) return { time, battery, steps }

  const { heartRate, systolic, diastolic, spo2, temperature } = vitals
  return {
    time,
    heartRate,
    steps,
    battery,
    wearing: true,
    ...(isDue(beat, everyMs, PRESSURE_MS) && { systolic, diastolic, spo2 }),
    ...(isDue(beat, everyMs, WARMTH_MS) && { temperature }),
    ...Object.fromEntries(
      steadyMetrics
        .filter(({ steady: { everyMinutes } }) => isDue(beat, everyMs, everyMinutes * MINUTE_MS))
        .map(({ name }) => [name, steady[name]]),
    ),
    ...(isDue(beat, everyMs, POSITION_MS) && { position: fixAt(profile, clock, home) }),
  }
}

/** The report of the night, stamped with the moment of waking, so that sending it twice changes nothing. */
export function nightReportOf({ profile }: Wearer, { clock }: Pick<PersonNow, 'clock'>): ReadingsPayload {
  return { time: wokeAt(profile, clock.day), sleep: sleepOf(profile, clock.day) }
}
