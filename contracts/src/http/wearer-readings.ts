import { z } from 'zod'
import { graphs } from '../measurements.ts'
import { permissions } from '../permissions.ts'
import { Instant, Millis, Uuid } from '../wire.ts'
import { Bookmark } from './bookmarks.ts'
import { endpoint } from './endpoint.ts'
import { lastDays, LocationDays, locationHistory } from './positions.ts'
import { history, readingsOverview } from './readings.ts'

/** Which device they wore from when until when, as far as you may see it, the oldest first. */
const WornSpan = z
  .object({
    assignmentUuid: Uuid,
    from: Instant,
    /** Null: they wear it now. */
    to: Instant.nullable(),
  })
  .meta({ id: 'WornSpan' })
export type WornSpan = z.output<typeof WornSpan>

/** Of more changes in the time asked for the newest are answered. */
export const WORN_SPANS_MAX = 20

const since = { uuid: Uuid, time: Millis }
const until = z.strictObject({ to: Instant.optional() })
const spans = z.array(WornSpan)

export const wearerReadings = endpoint({
  method: 'GET',
  path: '/wearers/readings/:uuid/:measurement/:time',
  summary: 'One measurement of a person since a moment, over everything they wore',
  allow: permissions.seeDevices,
  byKey: 'readings:read',
  params: z.object({ ...since, measurement: z.enum(graphs.map(({ path }) => path)) }),
  query: until,
  reply: history.reply.extend({ spans }),
})

export const wearerOverview = endpoint({
  method: 'GET',
  path: '/wearers/overview/:uuid',
  summary:
    'Latest value, maximum today and of 7 days of a person, for each metric, over everything they wore ("today" is yours)',
  allow: permissions.seeDevices,
  byKey: 'readings:read',
  params: z.object({ uuid: Uuid }),
  reply: readingsOverview.reply,
})

export const wearerBookmarks = endpoint({
  method: 'GET',
  path: '/wearers/bookmarks/:uuid/:time',
  summary: 'What was noted of a person since a moment, over everything they wore, oldest first',
  allow: permissions.seeDevices,
  byKey: 'readings:read',
  params: z.object(since),
  query: until,
  reply: z.object({ bookmarks: z.array(Bookmark) }),
})

export const wearerLocations = endpoint({
  method: 'GET',
  path: '/wearers/locations/:uuid/:time',
  summary: 'Where a person was since a moment, over everything they wore, oldest first',
  allow: permissions.seeDevices,
  byKey: 'locations:read',
  params: z.object(since),
  query: until,
  reply: locationHistory.reply.extend({ spans }),
})

export const wearerLocationDays = endpoint({
  method: 'GET',
  path: '/wearers/locationDays/:uuid',
  summary:
    'The last days of a person up to now, over everything they wore: how long away, and where they stayed',
  allow: permissions.seeDevices,
  byKey: 'locations:read',
  params: z.object({ uuid: Uuid }),
  query: lastDays,
  reply: LocationDays,
})
