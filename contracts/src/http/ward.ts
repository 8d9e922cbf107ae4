import { z } from 'zod'
import { freshnessStates } from '../freshness.ts'
import type { MetricName } from '../metrics.ts'
import { Notification } from '../notifications.ts'
import { permissions } from '../permissions.ts'
import { WearerSummary } from '../wearers.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, Total } from './endpoint.ts'
import { Named } from './fields.ts'
import { Point } from './readings.ts'

/** So many people one answer holds; who needs help is among them first. */
export const WARD_MAX = 200

/** So much of what calls without a person: of more the gravest. */
export const WARD_CALLS_MAX = 100

/** What a cell of the board shows of a body. */
export const wardMetrics = [
  'heartRate',
  'spo2',
  'systolic',
  'diastolic',
  'temperature',
] as const satisfies readonly MetricName[]
export type WardMetric = (typeof wardMetrics)[number]

/** So far back the line of the pulse goes, and of so long each part keeps its lowest and its highest. */
export const WARD_LINE_MS = 6 * 3_600_000
export const WARD_LINE_PART_MS = 10 * 60_000
/** What was measured before that says nothing of now. */
export const WARD_VALUE_MS = 24 * 3_600_000

const WardDevice = z.object({
  uuid: Uuid,
  name: z.string(),
  battery: z.number().nullable(),
  lastSeenAt: Instant.nullable(),
  expectedIntervalMs: z.int(),
  freshness: z.enum(freshnessStates),
  /** Since when it lies off the wrist; null: it is worn, as far as is known. */
  offSince: Instant.nullable(),
})

export const WardPerson = z
  .object({
    wearer: WearerSummary,
    branch: Named.nullable(),
    /** The room that is theirs, in which they are not for that; left out by the version before. */
    ownRoom: Named.nullish(),
    awayReason: z.string().nullable(),
    awayUntil: Instant.nullable(),
    /** What they wear now; none: nothing is known of them but what somebody says. */
    devices: z.array(WardDevice),
    /** The newest that is true: what was measured off the wrist, or made up by the watch, is none. */
    latest: z.record(z.enum(wardMetrics), Point.nullable()).meta({
      examples: [{ heartRate: null, spo2: null, systolic: null, diastolic: null, temperature: null }],
    }),
    /** The pulse of the last hours, when (in milliseconds since 1970) and what: of each part its lowest and its highest; where nothing was measured is nothing. */
    pulse: z.array(z.tuple([z.int(), z.number()])).meta({ examples: [[[1_795_689_600_000, 71]]] }),
    /** Where they are now: the room in which their tag is heard, else whether their watch is at home. */
    where: z
      .discriminatedUnion('by', [
        z.object({ by: z.literal('tag'), room: Named, at: Instant }),
        z.object({ by: z.literal('position'), place: z.enum(['home', 'away']), at: Instant }),
      ])
      .nullable(),
    /** What is open of them, in the order of triage. */
    alarms: z.array(Notification),
  })
  .meta({ id: 'WardPerson' })
export type WardPerson = z.output<typeof WardPerson>

export const ward = endpoint({
  method: 'GET',
  path: '/wearers/ward',
  summary:
    'The board of people: everybody in care in your scope, with what was measured of them last, where they are and what is open, in the order of triage; of more than 200 those who need somebody first',
  allow: permissions.seeTasks,
  byKey: null,
  query: z.strictObject({ branchUuid: Uuid.optional() }),
  reply: z.object({
    people: z.array(WardPerson),
    /** What is open of nobody among them, as of a room or of a watch that nobody wears, in the order of triage; left out by the version before. */
    calls: z.array(Notification).optional(),
    /** How many there are in all: more than are answered where it was cut. */
    total: Total,
    at: Instant,
    /** Incidents that nobody has answered, of the branch or of all in your scope. */
    waiting: z.int(),
  }),
})
