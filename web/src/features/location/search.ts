import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { MOST_DAYS } from '../../tracks/days.ts'

export const views = ['now', 'history', 'all', 'fences', 'home'] as const
export type View = (typeof views)[number]

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
