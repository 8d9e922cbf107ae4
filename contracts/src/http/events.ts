import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { Instant } from '../wire.ts'
import { endpoint } from './endpoint.ts'

export const EVENTS_AT_ONCE_MAX = 100
const EVENTS_AT_ONCE = 50

/** Where in what happens a program stands: handed back as it was given, and good for 29 days. */
export const Cursor = z.string().min(1).max(100)

/** What happened, as a webhook is sent it. */
export const OutgoingEvent = z
  .object({
    /** As `alarm.opened`. */
    type: z.string(),
    /** When it happened. */
    timestamp: Instant,
    /** The alarm and its step, the task, or the assignment and its wearer, as their calls answer them now. */
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'OutgoingEvent' })

export const eventsAfter = endpoint({
  method: 'GET',
  path: '/events',
  summary:
    'What happened after a cursor, the oldest first: alarms, tasks and assignments, of each what the scopes of a key hold. Without a cursor: nothing, and the cursor of this moment',
  allow: permissions.followEvents,
  byKey: 'live:read',
  query: z.strictObject({
    after: Cursor.optional(),
    size: z.coerce.number().int().min(1).max(EVENTS_AT_ONCE_MAX).default(EVENTS_AT_ONCE),
  }),
  reply: z.object({
    events: z.array(z.object({ cursor: Cursor, event: OutgoingEvent })),
    /** To go on from, also where nothing of it was to be seen. */
    next: Cursor,
    /** More is there already: ask again at once. */
    isMore: z.boolean(),
  }),
})
