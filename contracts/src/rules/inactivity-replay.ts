import { evaluateInactivity } from './inactivity.ts'

type Span = { from: number; to: number }
export type InactivityHistory = {
  minutes: number
  /** Their days, one after the other. */
  days: readonly Span[]
  /** When they moved, oldest first. */
  signs: readonly number[]
  /** When nothing of theirs would have been heard, or they were out. */
  unknown: readonly Span[]
}
/** `clearedAt`: the next sign; null: there was none yet. */
export type ReplayedInactivity = { openedAt: number; clearedAt: number | null }

/** What would have been told, by the rule that judges live: it looks when that would look. */
export function replayInactivity({ minutes, days, signs, unknown }: InactivityHistory): ReplayedInactivity[] {
  const found: ReplayedInactivity[] = []
  for (const { from, to } of days) {
    for (let now = from; now < to;) {
      const facts = {
        now,
        minutes,
        dayFrom: from,
        dayTo: to,
        movedAt: signs.findLast((at) => at <= now) ?? null,
        knownSince: Math.max(0, ...unknown.flatMap((span) => (span.to <= now ? [span.to] : []))),
        isIn: true,
        isKnown: !unknown.some((span) => span.from <= now && now < span.to),
        openSince: null,
        share: 0,
      }
      const { change, lookAt } = evaluateInactivity(facts)
      if (change !== 'trigger') {
        // No more this day: the day of somebody who is watched around the clock is longer than until the next look.
        now = lookAt > now ? lookAt : to
        continue
      }
      const clearedAt = signs.find((at) => at > now) ?? null
      found.push({ openedAt: now, clearedAt })
      now = clearedAt ?? Infinity
      if (clearedAt === null) return found
    }
  }
  return found
}
