/** What is known of somebody who is to move by day, at one moment; times in milliseconds since 1970. */
export type InactivityFacts = {
  now: number
  /** So long without a sign is told. */
  minutes: number
  /** Their day today. */
  dayFrom: number
  dayTo: number
  /** The last sign: a step, another room, a door, a button; null: none is known. */
  movedAt: number | null
  /** Since when a sign of theirs would have been heard: they were here, their watch on the wrist and in touch, and so were we. */
  knownSince: number
  /** Not away, and not out. */
  isIn: boolean
  /** A sign of theirs would be heard now. */
  isKnown: boolean
  /** Since when its alarm is open; null: it is not. */
  openSince: number | null
  /** From 0 to 1, the same for one person: who is looked at when in the morning. */
  share: number
}

/** `lookAt`: before then nothing can be new, whatever happens; now: in each round, as while the alarm is open. */
export type InactivityResult = { change: 'trigger' | 'clear' | null; lookAt: number }

const MINUTE_MS = 60_000
/** Who is out, or of whom nothing is known, is looked at again after this long. */
const LOOK_AGAIN_MS = 10 * MINUTE_MS
/** A day is an hour shorter once a year. */
const SHORTEST_DAY_MS = 23 * 60 * MINUTE_MS

/** Nobody moves: told once by day, and over with the next sign. What is not known is not told; the alarms of watch and fence speak of that. */
export function evaluateInactivity(facts: InactivityFacts): InactivityResult {
  const { now, minutes, dayFrom, dayTo, movedAt, knownSince, isIn, isKnown, openSince } = facts
  if (openSince !== null) {
    const isOver = !isIn || (movedAt !== null && movedAt > openSince)
    return { change: isOver ? 'clear' : null, lookAt: now }
  }
  if (!isIn || !isKnown) return { change: null, lookAt: now + LOOK_AGAIN_MS }
  const dueAt = Math.max(movedAt ?? knownSince, knownSince, dayFrom) + minutes * MINUTE_MS
  if (now >= dayTo || dueAt > dayTo) return { change: null, lookAt: firstLook(facts) + SHORTEST_DAY_MS }
  if (now < dayFrom) return { change: null, lookAt: firstLook(facts) }
  return dueAt > now ? { change: null, lookAt: dueAt } : { change: 'trigger', lookAt: now }
}

/** Not all at once as soon as something can be due: each some time before that, for whoever moved by then is due later. */
const firstLook = ({ dayFrom, minutes, share }: InactivityFacts): number =>
  dayFrom + (minutes * MINUTE_MS * (1 + share)) / 2
