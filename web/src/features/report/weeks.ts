import type { Span } from '../../vitals/span.ts'
import { dayAt } from '../../i18n/zone.ts'

/** A watch that was worn from then until then, or still is. */
export type Worn = { imei: string; from: Date; to: Date | null }

/** Whole days of a zone, so that a day is never counted as a half; the newest week first. */
export const weeksUntil = (now: Date, weeks: number, zone: string): Span[] =>
  Array.from({ length: weeks }, (_, back) => ({
    from: dayAt(now, -7 * back - 6, zone),
    to: back === 0 ? now : dayAt(now, -7 * back + 1, zone),
  }))

/** The devices that were worn at any time of it, each once, the newest first as they are given. */
export const wornIn = (worn: readonly Worn[], { from, to }: Span): string[] => [
  ...new Set(
    worn.filter((one) => one.from < to && (one.to === null || one.to > from)).map(({ imei }) => imei),
  ),
]
