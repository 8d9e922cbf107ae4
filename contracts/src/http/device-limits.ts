import { z } from 'zod'
import { Severity } from '../alarms.ts'
import { Bounds, limitBounds } from '../limits.ts'
import { LimitedMetric, metric } from '../metrics.ts'
import { permissions } from '../permissions.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'
import { Point } from './readings.ts'

export const TRY_DAYS = 14
export const TRY_ALARMS_MAX = 500
/** Of more, the newest count. */
export const TRY_READINGS_MAX = 200_000

const Bound = z.number().nullable()
/** `null`: the company's or the metric's usual one, as in the settings. */
const TriedLimits = z.strictObject({
  criticalLow: Bound.default(null),
  low: Bound.default(null),
  high: Bound.default(null),
  criticalHigh: Bound.default(null),
})

export const TryLimits = z
  .strictObject({
    metric: LimitedMetric,
    limits: TriedLimits,
    days: z.int().min(1, { error: 'tooSmall' }).max(TRY_DAYS, { error: 'tooLarge' }).default(TRY_DAYS),
  })
  .superRefine(({ metric: name, limits }, context) => {
    const { min, max } = metric(name).range
    for (const bound of limitBounds) {
      const value = limits[bound]
      if (value === null || (value >= min && value <= max)) continue
      const message = value < min ? 'tooSmall' : 'tooLarge'
      context.addIssue({ code: 'custom', path: ['limits', bound], message })
    }
  })
  .meta({ examples: [{ metric: 'heartRate', limits: { low: 50, high: 110 }, days: 14 }] })

export const Tried = z
  .object({
    from: Instant,
    to: Instant,
    /** What counted: where a side was left open, the usual one. */
    limits: Bounds,
    /** How many alarms these limits would have raised, and the newest of them, oldest first. */
    total: z.int(),
    /** How many of them are of something that a person marked as a false alarm. */
    markedFalse: z.int(),
    alarms: z.array(
      z.object({
        openedAt: Instant,
        /** Null: it would be open still. */
        clearedAt: Instant.nullable(),
        severity: Severity,
        direction: z.enum(['HIGH', 'LOW']),
        /** At its gravest. */
        value: z.number(),
      }),
    ),
    /** How many the limits raise that count now. */
    presentTotal: z.int(),
    /** How many readings were judged again; more than there may be were left out, the oldest first. */
    readings: z.int(),
    isCut: z.boolean(),
    /** Of each span the lowest and the highest, for a graph. */
    points: z.array(Point),
  })
  .meta({ id: 'TriedLimits' })
export type Tried = z.output<typeof Tried>

export const tryLimits = endpoint({
  method: 'POST',
  path: '/devices/limits/try/:uuid',
  summary: 'How many alarms other limits would have raised in the last days, by the rules that judge live',
  allow: permissions.configureDevices,
  byKey: null,
  limit: { calls: 60, minutes: 1 },
  params: z.object({ uuid: Uuid }),
  body: TryLimits,
  reply: Tried,
})

/** So many of the people of a house are looked at: a fortnight of each is work. */
export const TRY_HOUSE_PEOPLE_MAX = 100

const TriedOfHouse = z
  .object({
    from: Instant,
    to: Instant,
    /** What would count where nothing nearer is said. */
    limits: Bounds,
    /** For how many people they would hold, how many of them were looked at, and of how many of those anything was measured. */
    people: z.int(),
    tried: z.int(),
    known: z.int(),
    /** How many alarms these limits would have raised, of how many people, and how many a person marked as false. */
    total: z.int(),
    peopleWithAlarms: z.int(),
    markedFalse: z.int(),
    /** How many the limits raise that count now. */
    presentTotal: z.int(),
  })
  .meta({ id: 'TriedLimitsOfHouse' })
export type TriedOfHouse = z.output<typeof TriedOfHouse>

const houseTry = {
  method: 'POST',
  summary:
    'How many alarms other limits would have raised in the last days of those for whom they would hold, at most of 100 of them, drawn evenly',
  limit: { calls: 10, minutes: 1 },
  params: z.object({ uuid: Uuid }),
  body: TryLimits,
  reply: TriedOfHouse,
} as const

export const tryBranchLimits = endpoint({
  ...houseTry,
  path: '/branch/limits/try/:uuid',
  allow: permissions.manageBranches,
  byKey: null,
})

export const tryCompanyLimits = endpoint({
  ...houseTry,
  path: '/company/limits/try/:uuid',
  allow: permissions.updateCompanies,
  byKey: null,
})

/** Night is from 23 to 7 o'clock by the clocks of the branch. */
export const NIGHT = { from: 23, to: 7 } as const
export const USUAL_DAYS = 14
/** Of fewer samples nobody says what is usual. */
export const USUAL_SAMPLES_MIN = 20

/** In between which values the middle half and nine of ten lie. */
const Spread = z.object({
  samples: z.int(),
  p5: z.number(),
  p25: z.number(),
  median: z.number(),
  p75: z.number(),
  p95: z.number(),
})
const spread = { samples: 412, p5: 58, p25: 64, median: 68, p75: 73, p95: 84 }

export const UsualDay = z
  .object({
    from: Instant,
    to: Instant,
    /** Null: too little was measured to say. */
    metrics: z
      .partialRecord(LimitedMetric, z.object({ day: Spread.nullable(), night: Spread.nullable() }))
      .meta({ examples: [{ heartRate: { day: spread, night: null } }] }),
  })
  .meta({ id: 'UsualDay' })
export type UsualDay = z.output<typeof UsualDay>

export const usualDay = endpoint({
  method: 'GET',
  path: '/devices/usual/:uuid',
  summary: 'What is usual for whoever wears it by day and by night, of the last fortnight',
  allow: permissions.seeDevices,
  byKey: 'readings:read',
  limit: { calls: 60, minutes: 1 },
  params: z.object({ uuid: Uuid }),
  reply: UsualDay,
})
