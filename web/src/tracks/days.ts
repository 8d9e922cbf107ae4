import type { locationHistory } from '@carewatch/contracts/http/positions'
import type { Reply } from '@carewatch/contracts/http/endpoint'

/** So many days of a way are shown at once. */
export const MOST_DAYS = 7

/** Which days: the first, and how many. */
export type Days = { day: string; days: number }
/** Where somebody was in these days. */
export type Track = Pick<Reply<typeof locationHistory>, 'positions' | 'thinned' | 'spanMs'> &
  Days & { from: Date; to: Date }

/** A day as it is written in addresses and date fields. */
export const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

export const yesterdayOf = (at: Date): string =>
  dayOf(new Date(at.getFullYear(), at.getMonth(), at.getDate() - 1))

/** From the first midnight to the last; a day of 23 or 25 hours is one too. */
export function rangeOf(day: string, days: number): { from: Date; to: Date } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { from: new Date(year, month - 1, date), to: new Date(year, month - 1, date + days) }
}
