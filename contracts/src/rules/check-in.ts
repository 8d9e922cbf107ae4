/** What is known of somebody who is to say each day that they are well, at one moment; times in milliseconds since 1970. */
export type CheckInFacts = {
  now: number
  /** Of today, where they live: its beginning, when they get up, and until when they are asked. */
  midnight: number
  dayFrom: number
  deadline: number
  /** When they said so last. */
  checkedInAt: number | null
  /** Since when they are asked, and are here; before, nobody could expect it. */
  askedSince: number
  /** Since when nothing that they pressed can have been lost for us. */
  steadySince: number
  isHere: boolean
  /** When its absence was told last. */
  toldAt: number | null
  /** Since when its alarm is open; null: it is not. */
  openSince: number | null
}

/** `lookAt`: before then nothing can be new but that they say so. */
export type CheckInResult = { change: 'trigger' | 'clear' | null; lookAt: number }

const HOUR_MS = 3_600_000
/** A day is an hour shorter once a year. */
const SHORTEST_DAY_MS = 23 * HOUR_MS

/** Nobody heard by the set time that they are well: told once a day, and over when they say so or the next day asks anew. */
export function evaluateCheckIn(facts: CheckInFacts): CheckInResult {
  const { now, midnight, deadline, isHere, openSince } = facts
  if (openSince !== null) {
    // Pressed in time, it may arrive late.
    const isOver = !isHere || openSince < midnight || isDone(facts)
    return { change: isOver ? 'clear' : null, lookAt: now }
  }
  if (now < deadline) return { change: null, lookAt: deadline }
  return isMissed(facts)
    ? { change: 'trigger', lookAt: now }
    : { change: null, lookAt: deadline + SHORTEST_DAY_MS }
}

const isDone = ({ midnight, checkedInAt }: CheckInFacts): boolean =>
  checkedInAt !== null && checkedInAt >= midnight

function isMissed(facts: CheckInFacts): boolean {
  const { dayFrom, deadline, askedSince, steadySince, isHere, toldAt } = facts
  const isTold = toldAt !== null && toldAt >= deadline
  // What they pressed while nobody heard it is lost, and they know that they pressed.
  const mayBeLost = steadySince > Math.min(dayFrom, deadline)
  return isHere && !isTold && !isDone(facts) && !mayBeLost && askedSince <= deadline - HOUR_MS
}
