import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { LocationDay, locationHistory } from '@carewatch/contracts/http/positions'
import { z } from 'zod'
import { momentOf } from '../i18n/zone.ts'

/** So many days up to now are offered. */
export const daySpans = [1, 3, 7, 14] as const
export const DaySpan = z.literal(daySpans)

/** Which day, of how many up to now. */
export type Days = { day: string; days: number }
/** Where somebody was on a day, and how their last days were. */
export type Track = Pick<Reply<typeof locationHistory>, 'positions' | 'thinned' | 'spanMs'> &
  Days & {
    from: Date
    to: Date
    /** Of where the watch is worn: its days are meant. */
    timeZone: string
    /** The oldest first; the last of them is today. */
    strip: readonly LocationDay[]
  }

/** The day before, as it is written in addresses and date fields. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** From midnight to midnight by the clocks of a zone; a day of 23 or 25 hours is one too. */
export function rangeOf(text: string, zone: string): { from: Date; to: Date } {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  const midnight = (at: number) => momentOf({ year, month, day: at, hour: 0, minute: 0 }, zone)
  return { from: midnight(day), to: midnight(day + 1) }
}
