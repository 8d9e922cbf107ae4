import { z } from 'zod'
import { MetricName } from '../metrics.ts'
import { Imei, Instant, Millis } from '../wire.ts'
import { permissions } from '../permissions.ts'
import { endpoint } from './endpoint.ts'

export const Point = z.object({ time: Instant, value: z.number() })
export type Point = z.output<typeof Point>

/** At most this many points a graph: the lowest and highest of each span are always kept. */
export const MAX_POINTS = 2_000

const since = { imei: Imei, time: Millis }
const points = {
  query: z.strictObject({ to: z.iso.datetime({ offset: true }).optional() }),
  reply: z.object({
    readings: z.array(Point),
    /** Width of the spans of which only the lowest and highest were kept; 0: every reading is here. */
    spanMs: z.int(),
  }),
}

const history = <const Path extends `/${string}`>(path: Path, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    allow: permissions.seeDevices,
    params: z.object(since),
    ...points,
  })

export const heartRateHistory = history('/readings/:imei/heartRate/:time', 'Heart rate since a moment')
export const spo2History = history('/readings/:imei/spo2/:time', 'Blood oxygen since a moment')
export const stepsHistory = history('/readings/:imei/steps/:time', 'Steps since a moment')
export const temperatureHistory = history(
  '/readings/:imei/temperature/:time',
  'Body temperature since a moment',
)

export const bloodPressureHistory = endpoint({
  method: 'GET',
  path: '/readings/:imei/bp/:time',
  summary: 'Blood pressure since a moment',
  allow: permissions.seeDevices,
  params: z.object(since),
  query: points.query,
  reply: z.object({
    readings: z.array(z.object({ time: Instant, systolic: z.number(), diastolic: z.number() })),
    spanMs: z.int(),
  }),
})

export const sleepHistory = endpoint({
  method: 'GET',
  path: '/readings/:imei/sleep/:time',
  summary: 'Sleep since a moment, minutes of each kind',
  allow: permissions.seeDevices,
  params: z.object(since),
  query: points.query,
  reply: z.object({
    readings: z.array(z.object({ time: Instant, deep: z.number(), light: z.number(), awake: z.number() })),
    spanMs: z.int(),
  }),
})

export const readingsSince = endpoint({
  method: 'GET',
  path: '/readings/:imei/since/:time',
  summary: 'Every reading of every metric since a moment, oldest first, at most 10,000',
  allow: permissions.seeDevices,
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
    maxToday: z.number().nullable(),
    maxWeek: z.number().nullable(),
    minWeek: z.number().nullable(),
    /** Hourly means of the last day, for a sparkline. */
    lastDay: z.array(Point),
    limits: z.object({ low: z.number().nullable(), high: z.number().nullable() }),
  })
  .meta({ id: 'VitalOverview' })
export type VitalOverview = z.output<typeof VitalOverview>

export const readingsOverview = endpoint({
  method: 'GET',
  path: '/readings/overview/:imei',
  summary: 'Latest value, maximum today and of 7 days, for each metric ("today" is yours)',
  allow: permissions.seeDevices,
  params: z.object({ imei: Imei }),
  reply: z.object({ overview: z.array(VitalOverview) }),
})
