import type { EventType } from '@carewatch/contracts/alarms'
import type { ReadingsPayload } from '@carewatch/contracts/payloads'
import type { PersonNow } from '../src/physiology/person.ts'
import type { Fix } from '../src/physiology/whereabouts.ts'

/** What the story begins from: the person as they are at this moment. */
export type Opening = { now: number; person: PersonNow; fix: Fix }

export type Act =
  | { does: 'measure'; readings: ReadingsPayload | ReadingsPayload[] }
  | { does: 'sendEvent'; type: EventType; fix?: Fix }
  /** The connection breaks without DISCONNECT. */
  | { does: 'vanish' }
  | { does: 'return' }
  /** Another signs in as this watch from another network, again and again, until they give up. */
  | { does: 'impersonate' }
  | { does: 'giveUp' }

/** An act and when it comes, in milliseconds after the opening. */
export type Step = { atMs: number; act: Act }

export type Scenario = {
  /** For whoever chooses one. */
  story: string
  /** On how many watches of a fleet, one after the other from the chosen on; one, unless it says so. */
  watches?: number
  /** Pure: the whole story is known before it begins. */
  timeline: (opening: Opening) => Step[]
}

/** What to assume of a body that is not being measured just now. */
export const RESTING = { heartRate: 68, systolic: 126, diastolic: 74, spo2: 97, temperature: 36.6 } as const
export const vitalsOf = ({ person }: Opening) => person.vitals ?? RESTING

export const SECOND_MS = 1_000

/** One reading a step, as a watch in emergency mode would send them. */
export const measurements = (
  { now }: Opening,
  everyMs: number,
  values: readonly Omit<ReadingsPayload, 'time'>[],
): Step[] =>
  values.map((one, index) => {
    const atMs = index * everyMs
    return { atMs, act: { does: 'measure', readings: { time: now + atMs, ...one } } }
  })
