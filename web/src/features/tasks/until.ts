export const postponements = ['1h', '4h', 'tomorrow'] as const
export type Postponement = (typeof postponements)[number]

const HOUR_MS = 3_600_000
const MORNING_HOUR = 8

/** When a deferred task comes back. */
export function untilOf(postponement: Postponement, now: Date): Date {
  if (postponement === '1h') return new Date(now.getTime() + HOUR_MS)
  if (postponement === '4h') return new Date(now.getTime() + 4 * HOUR_MS)
  const morning = new Date(now)
  morning.setDate(morning.getDate() + 1)
  morning.setHours(MORNING_HOUR, 0, 0, 0)
  return morning
}
