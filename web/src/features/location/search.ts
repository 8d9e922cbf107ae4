import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'

export const views = ['now', 'history', 'all', 'fences', 'home'] as const
export type View = (typeof views)[number]
export const MOST_DAYS = 7

export const locationSearch = z.object({
  device: Uuid.optional().catch(undefined),
  view: z.enum(views).default('now').catch('now'),
  /** The first day of the track, in the viewer's zone. */
  day: z.iso.date().optional().catch(undefined),
  days: z.int().min(1).max(MOST_DAYS).default(1).catch(1),
  /** The track plays as soon as it is there. */
  play: z.literal(true).optional().catch(undefined),
})
export type LocationSearch = z.output<typeof locationSearch>

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
