import { z } from 'zod'
import { graphViews } from '../../graphs/views.ts'
import { DaySpan } from '../../tracks/days.ts'

export const personViews = ['about', 'vitals', 'places'] as const
export type PersonView = (typeof personViews)[number]

export const spans = ['today', '7d', '30d', 'own'] as const
export type SpanName = (typeof spans)[number]

const Day = z.iso.date().optional().catch(undefined)

/** Which part of a person's page one looks at, and of which days, as it stands in the address. */
export const PersonSearch = z.object({
  view: z.enum(personViews).optional().catch(undefined),
  /** Of the vitals; `own`: from one day to another. */
  span: z.enum(spans).optional().catch(undefined),
  from: Day,
  to: Day,
  as: z.enum(graphViews).optional().catch(undefined),
  /** Of the places: the day, of how many up to now. */
  day: Day,
  days: DaySpan.optional().catch(undefined),
  /** The way plays as soon as it is there. */
  play: z.literal(true).optional().catch(undefined),
})
export type PersonSearch = z.output<typeof PersonSearch>
