import { z } from 'zod'
import { Notification } from '../notifications.ts'
import { PAGE_SIZE } from '../numbers.ts'
import { permissions } from '../permissions.ts'
import { WearerSummary } from '../wearers.ts'
import { Imei, Instant, Millis, Uuid } from '../wire.ts'
import { Command } from './device-commands.ts'
import { endpoint, paging, Total } from './endpoint.ts'

export const positionSources = ['GPS', 'WIFI', 'CELL', 'BLE'] as const
export type PositionSource = (typeof positionSources)[number]

/** At most this many positions an answer: of more, the best of each span. */
export const MAX_POSITIONS = 2_000
/** A map of everybody is filled in a few answers. */
export const MAX_LOCATIONS = 1_000

export const Position = z
  .object({
    time: Instant,
    lat: z.number(),
    lng: z.number(),
    /** In metres; null: the watch did not say. */
    accuracy: z.number().nullable(),
    source: z.enum(positionSources),
  })
  .meta({ id: 'Position' })
export type Position = z.output<typeof Position>

export const locationHistory = endpoint({
  method: 'GET',
  path: '/readings/:imei/location/:time',
  summary: 'Where a device was since a moment, oldest first',
  allow: permissions.seeDevices,
  byKey: 'locations:read',
  params: z.object({ imei: Imei, time: Millis }),
  query: z.strictObject({ to: Instant.optional() }),
  reply: z.object({
    positions: z.array(
      Position.extend({
        /** Faster than 1000 km/h from the one before and to the one after: nobody was there. */
        hidden: z.boolean(),
      }),
    ),
    /** Of each span of `spanMs` only the best is here. */
    thinned: z.boolean(),
    spanMs: z.int(),
  }),
})

/** So many days at most are summed up at once. */
export const LOCATION_DAYS_MAX = 14

export const Stop = z
  .object({
    from: Instant,
    to: Instant,
    lat: z.number(),
    lng: z.number(),
    /** Their home, a fence by its name, or the street it is near in the reader's language; null: nobody can say so. */
    place: z.object({ kind: z.enum(['HOME', 'FENCE', 'STREET']), name: z.string() }).nullable(),
  })
  .meta({ id: 'Stop' })
export type Stop = z.output<typeof Stop>

export const LocationDay = z
  .object({
    /** By the clocks where the watch is worn. */
    day: z.iso.date(),
    from: Instant,
    to: Instant,
    fixes: z.int(),
    /** How long they were away from home, as far as positions say it; null: no home is set. */
    awayMs: z.int().nullable(),
    /** In metres from home; null: no home, or no position. */
    farthestM: z.number().nullable(),
    stops: z.array(Stop),
  })
  .meta({ id: 'LocationDay' })
export type LocationDay = z.output<typeof LocationDay>

export const LocationDays = z.object({ timeZone: z.string(), days: z.array(LocationDay) })
export const lastDays = z.strictObject({
  days: z.coerce.number().int().min(1).max(LOCATION_DAYS_MAX).default(7),
})

export const locationDays = endpoint({
  method: 'GET',
  path: '/readings/locationDays/:imei',
  summary: 'The last days of a device up to now, each with how long away from home and where it stayed',
  allow: permissions.seeDevices,
  byKey: 'locations:read',
  params: z.object({ imei: Imei }),
  query: lastDays,
  reply: LocationDays,
})

export const DeviceLocation = z
  .object({
    deviceUuid: Uuid,
    deviceIMEI: z.string(),
    deviceName: z.string(),
    /** Who wears it now. */
    wearer: WearerSummary.nullable(),
    home: z.object({ lat: z.number(), lng: z.number() }).nullable(),
    /** The latest; null: none yet. */
    position: Position.nullable(),
    /** How often it should tell where it is. */
    expectedIntervalMs: z.int(),
    openAlarms: z.int(),
    /** What is open of who wears it now, by whatever they wear, in the order of triage; left out by the version before. */
    alarms: z.array(Notification).optional(),
  })
  .meta({ id: 'DeviceLocation' })
export type DeviceLocation = z.output<typeof DeviceLocation>

export const latestLocation = endpoint({
  method: 'GET',
  path: '/readings/latestLocation/:imei',
  summary: 'Where a device was last, and its home',
  kept: 'newest',
  allow: permissions.seeDevices,
  byKey: 'locations:read',
  params: z.object({ imei: Imei }),
  reply: z.object({
    location: DeviceLocation,
    /** The street it is near, in the reader's language; null: nobody can say so. */
    street: z.string().nullable(),
  }),
})

export const latestLocations = endpoint({
  method: 'GET',
  path: '/readings/locations',
  summary: 'Where every device in your scope was last',
  allow: permissions.seeDevices,
  byKey: 'locations:read',
  query: z.strictObject({
    ...paging,
    size: z.coerce.number().int().min(1).max(MAX_LOCATIONS).default(PAGE_SIZE),
  }),
  reply: z.object({ locations: z.array(DeviceLocation), total: Total }),
})

export const liveLocation = endpoint({
  method: 'POST',
  path: '/readings/liveLocation',
  summary: 'Ask a watch where it is now; its home location must be set',
  allow: permissions.commandDevices,
  byKey: 'devices:command',
  limit: { calls: 60, minutes: 1 },
  body: z.strictObject({ deviceIMEI: Imei }),
  reply: z.object({
    command: Command,
    /** When the watch last spoke: until it does again, the command waits. */
    lastSeenAt: Instant.nullable(),
  }),
})
