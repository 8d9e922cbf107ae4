import { z } from 'zod'
import { eventTypes } from './alarms.ts'
import { type MetricName, metricNames } from './metrics.ts'

/** The native messages as a device sends them: what the documentation shows and the simulator speaks. Ingest reads them field by field, so that one bad value never costs its neighbours. */
export const MAX_READINGS_PER_MESSAGE = 500

const Time = z.union([z.iso.datetime({ offset: true }), z.number()])

export const PositionPayload = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  accuracy: z.number().nonnegative().optional(),
  source: z.enum(['GPS', 'WIFI', 'CELL', 'BLE']).optional(),
})
export type PositionPayload = z.output<typeof PositionPayload>

/** What stands in a message otherwise than as a number under its own name. */
type Otherwise = 'wearing' | 'sleepDeep' | 'sleepLight' | 'sleepAwake'
const otherwise: readonly string[] = [
  'wearing',
  'sleepDeep',
  'sleepLight',
  'sleepAwake',
] satisfies Otherwise[]
type Numbers = Record<Exclude<MetricName, Otherwise>, z.ZodOptional<z.ZodNumber>>
// Safe: every metric but those.
const numbers = Object.fromEntries(
  metricNames.filter((name) => !otherwise.includes(name)).map((name) => [name, z.number().optional()]),
) as Numbers

export const ReadingsPayload = z.object({
  time: Time.optional(),
  ...numbers,
  sleep: z.object({ deep: z.number(), light: z.number(), awake: z.number() }).partial().optional(),
  wearing: z.boolean().optional(),
  position: PositionPayload.optional(),
})
export type ReadingsPayload = z.output<typeof ReadingsPayload>

export const EventPayload = z.object({
  time: Time.optional(),
  type: z.enum(eventTypes),
  position: PositionPayload.optional(),
})
export type EventPayload = z.output<typeof EventPayload>
