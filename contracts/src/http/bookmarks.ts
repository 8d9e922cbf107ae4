import { z } from 'zod'
import { MetricName } from '../metrics.ts'
import { permissions } from '../permissions.ts'
import { Imei, Instant, Millis, Uuid } from '../wire.ts'
import { endpoint, nothing } from './endpoint.ts'

/** At most this many bookmarks an answer, the newest. */
export const MAX_BOOKMARKS = 1_000

/** What somebody noted at a moment of a graph. */
export const Bookmark = z
  .object({
    uuid: Uuid,
    time: Instant,
    metric: MetricName.nullable(),
    label: z.string(),
    by: z.string(),
    /** Whoever asks may delete it. */
    mayDelete: z.boolean(),
  })
  .meta({ id: 'Bookmark' })
export type Bookmark = z.output<typeof Bookmark>

const required = { error: 'is required' }

export const addBookmark = endpoint({
  method: 'POST',
  path: '/readings/addBookmark',
  summary: 'Note something at a moment of a graph: one of the company’s words, or your own',
  allow: permissions.seeDevices,
  byKey: null,
  body: z.strictObject({
    deviceIMEI: Imei,
    time: Instant,
    metric: MetricName.optional(),
    label: z.string(required).trim().min(1, required).max(100),
  }),
  reply: z.object({ bookmark: Bookmark }),
})

export const bookmarksSince = endpoint({
  method: 'GET',
  path: '/readings/bookmarks/:imei/:time',
  summary: 'What was noted of a device since a moment, oldest first, and the words its company offers',
  allow: permissions.seeDevices,
  byKey: 'readings:read',
  params: z.object({ imei: Imei, time: Millis }),
  query: z.strictObject({ to: Instant.optional() }),
  reply: z.object({ bookmarks: z.array(Bookmark), choices: z.array(z.string()) }),
})

export const deleteBookmark = endpoint({
  method: 'DELETE',
  path: '/readings/bookmark/:uuid',
  summary: 'Delete a bookmark: your own, or as a manager anybody’s',
  allow: permissions.seeDevices,
  byKey: null,
  params: z.object({ uuid: Uuid }),
  reply: nothing,
})
