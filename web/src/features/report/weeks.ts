import type { Span } from '../../vitals/span.ts'
import { dayAt } from '../../i18n/zone.ts'

/** Whole days of a zone, so that a day is never counted as a half; the newest week first. */
export const weeksUntil = (now: Date, weeks: number, zone: string): Span[] =>
  Array.from({ length: weeks }, (_, back) => ({
    from: dayAt(now, -7 * back - 6, zone),
    to: back === 0 ? now : dayAt(now, -7 * back + 1, zone),
  }))
