import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { DaySpan } from '../../tracks/days.ts'

export const views = ['now', 'history', 'all', 'fences', 'home'] as const
export type View = (typeof views)[number]

export const locationSearch = z.object({
  device: Uuid.optional().catch(undefined),
  view: z.enum(views).default('now').catch('now'),
  /** The day that is shown, by the clocks where the watch is worn; none: today. */
  day: z.iso.date().optional().catch(undefined),
  days: DaySpan.default(7).catch(7),
  /** The track plays as soon as it is there. */
  play: z.literal(true).optional().catch(undefined),
})
export type LocationSearch = z.output<typeof locationSearch>
