import { z } from 'zod'
import { Bounds } from '../limits.ts'
import { graphs } from '../measurements.ts'
import { MetricName } from '../metrics.ts'
import { Imei, Instant, Millis } from '../wire.ts'
import { permissions } from '../permissions.ts'
import { endpoint } from './endpoint.ts'

export const Point = z.object({ time: Instant, value: z.number() })
export type Point = z.output<typeof Point>

/** At most this many points a graph: the lowest and highest of each span are always kept. */
export const MAX_POINTS = 2_000

/** What was measured then is kept, shown hatched, and raises nothing: the watch lay off the wrist, or its model is known to invent it. */
const WorthlessSpan = z.object({ from: Instant, to: Instant }).meta({ id: 'WorthlessSpan' })

const since = { imei: Imei, time: Millis }

export const history = endpoint({
  method: 'GET',
  path: '/readings/:imei/:measurement/:time',
  summary:
    'One measurement since a moment: each metric by its part, or as `value` where it has none beside it',
  kept: 'lastDay',
  allow: permissions.seeDevices,
  byKey: 'readings:read',
  params: z.object({ ...since, measurement: z.enum(graphs.map(({ path }) => path)) }),
  query: z.strictObject({ to: z.iso.datetime({ offset: true }).optional() }),
  reply: z.object({
    readings: z.array(z.object({ time: Instant }).catchall(z.number())),
    /** Width of the spans of which only the lowest and highest were kept; 0: every reading is here. */
    spanMs: z.int(),
    /** Left out by the version before. */
    worthless: z.array(WorthlessSpan).optional(),
  }),
})

export const readingsSince = endpoint({
  method: 'GET',
  path: '/readings/:imei/since/:time',
  summary: 'Every reading of every metric since a moment, oldest first, at most 10,000',
  allow: permissions.seeDevices,
  byKey: 'readings:read',
  params: z.object(since),
  reply: z.object({
    readings: z.array(z.object({ time: Instant, metric: MetricName, value: z.number() })),
    /** There is more: ask again from the last time. */
    more: z.boolean(),
  }),
})

export const VitalOverview = z
  .object({
    metric: MetricName,
    latest: Point.nullable(),
    /** The latest is worthless, for the watch lay off the wrist. Left out by the version before. */
    isWorthless: z.boolean().optional(),
    maxToday: z.number().nullable(),
    maxWeek: z.number().nullable(),
    minWeek: z.number().nullable(),
    /** Left out by the version before. */
    minToday: z.number().nullable().optional(),
    /** Hourly means of the last day, for a sparkline; of what is told by its lowest, each hour's lowest. */
    lastDay: z.array(Point),
    limits: Bounds,
  })
  .meta({ id: 'VitalOverview' })
export type VitalOverview = z.output<typeof VitalOverview>

export const readingsOverview = endpoint({
  method: 'GET',
  path: '/readings/overview/:imei',
  summary: 'Latest value, maximum today and of 7 days, for each metric ("today" is yours)',
  kept: 'newest',
  allow: permissions.seeDevices,
  byKey: 'readings:read',
  params: z.object({ imei: Imei }),
  reply: z.object({ overview: z.array(VitalOverview) }),
})
