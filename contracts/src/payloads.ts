import { z } from 'zod'
import { eventTypes } from './alarms.ts'

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

export const ReadingsPayload = z.object({
  time: Time.optional(),
  heartRate: z.number().optional(),
  systolic: z.number().optional(),
  diastolic: z.number().optional(),
  spo2: z.number().optional(),
  temperature: z.number().optional(),
  steps: z.number().optional(),
  sleep: z.object({ deep: z.number(), light: z.number(), awake: z.number() }).partial().optional(),
  battery: z.number().optional(),
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
