import { RESUME_AFTER_ACKNOWLEDGED_SECONDS } from '@carewatch/contracts/escalation'

/** How an alarm stands when a step of its chain is due. */
export type Standing = {
  active: boolean
  /** It was over before anybody could know of it. */
  wasOver: boolean
  acknowledgedAt: Date | null
  snoozedUntil: Date | null
  closedAt: Date | null
  /** It is part of an outage, which is told in its place. */
  isHeldBack: boolean
}

export type Decision = { do: 'notify' } | { do: 'wait'; until: Date } | { do: 'rest' } | { do: 'hold' }

/** In SQL, of an alarm `a`. */
export const IS_HELD_BACK = `exists (select from alarms o where o.id = a.incident_id and o.kind = 'OUTAGE')`

/** An answer holds the chain for ten minutes; what is over, or calm again, wakes nobody, unless it came too late for anybody to know of it before. */
export function decide(
  { active, wasOver, acknowledgedAt, snoozedUntil, closedAt, isHeldBack }: Standing,
  now: Date,
): Decision {
  if (closedAt || (!active && !wasOver)) return { do: 'rest' }
  if (isHeldBack) return { do: 'hold' }
  const until = laterOf(snoozedUntil, resumesAt(acknowledgedAt))
  return until && until > now ? { do: 'wait', until } : { do: 'notify' }
}

const resumesAt = (acknowledgedAt: Date | null): Date | null =>
  acknowledgedAt && new Date(acknowledgedAt.getTime() + RESUME_AFTER_ACKNOWLEDGED_SECONDS * 1_000)

const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one > other ? one : other) : (one ?? other)
