import { CaseFigure, Shift, caseFigures } from '../figures.ts'
import { z } from 'zod'
import { Alarm, AlarmKind, KnownAlarmKind, Direction } from '../alarms.ts'
import { MetricName } from '../metrics.ts'
import { permissions } from '../permissions.ts'
import { WearerSummary } from '../wearers.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, paging, Total } from './endpoint.ts'
import { Named } from './fields.ts'

export const FIGURE_DAYS_MAX = 92
export const LOUDEST = 10

/** Of all alarms about people so many are to be answered within a minute, as telecare asks. */
export const IN_TIME_SECONDS = 60
export const IN_TIME_TARGET = 0.975

// Safe: each of the figures, once.
const Cases = z.object(
  Object.fromEntries(caseFigures.map((name) => [name, Total])) as Record<CaseFigure, typeof Total>,
)

/** In seconds; null: of none there is one. */
const Seconds = z.object({ median: z.number().nullable(), p90: z.number().nullable() })

/** How alarms about people were answered; what concerns the devices themselves is not in it. */
export const Answering = z
  .object({
    alarms: Total,
    /** Until a provider took the first message or a screen showed it, until somebody's screen was opened or moved on, until somebody was with the person; left out by the version before. */
    notified: Seconds.optional(),
    seen: Seconds.optional(),
    bedside: Seconds.optional(),
    acknowledge: Seconds,
    /** Answered by somebody within a minute. */
    inTime: Total.optional(),
    resolve: Seconds,
    closed: Total,
    /** Of those closed. */
    falseAlarms: Total,
    /** As many as `/alarms/figures/cases` lists of each figure; left out by the version before. */
    cases: Cases.optional(),
  })
  .meta({ id: 'Answering' })
export type Answering = z.output<typeof Answering>

/** A limit further out, from what the watch measured in the last fortnight. */
export const Suggestion = z
  .object({
    metric: MetricName,
    side: z.enum(['low', 'high']),
    present: z.number(),
    suggested: z.number(),
    /** How often both would have rung in that fortnight; null: there was too much to judge it all again. */
    rings: z.object({ present: z.int(), suggested: z.int() }).nullable(),
  })
  .meta({ id: 'LimitSuggestion' })
export type Suggestion = z.output<typeof Suggestion>

export const Loud = z
  .object({
    device: Named,
    /** Who wore it. */
    wearer: WearerSummary.nullable(),
    branch: Named.nullable(),
    kind: KnownAlarmKind,
    direction: Direction,
    alarms: Total,
    closed: Total,
    falseAlarms: Total,
    suggestion: Suggestion.nullable(),
  })
  .meta({ id: 'LoudDevice' })
export type Loud = z.output<typeof Loud>

export const alarmFigures = endpoint({
  method: 'GET',
  path: '/alarms/figures',
  summary:
    'How fast alarms are answered, how many were none, and which watches ring most: at most 92 days, the last 28 where you say nothing',
  allow: permissions.seeAlarmFigures,
  byKey: 'alarms:read',
  limit: { calls: 60, minutes: 1 },
  query: z.strictObject({
    from: Instant.optional(),
    to: Instant.optional(),
    branch: Uuid.optional(),
  }),
  reply: z.object({
    from: Instant,
    to: Instant,
    /** In use in your scope now. */
    devices: Total,
    /** Every alarm, the devices' own too. */
    alarms: Total,
    perDeviceDay: z.number().nullable(),
    overall: Answering,
    shifts: z.array(Answering.extend({ branch: Named.nullable(), shift: Shift })),
    days: z.array(
      z.object({
        day: z.iso.date().meta({ examples: ['2026-11-21'] }),
        alarms: Total,
        falseAlarms: Total,
      }),
    ),
    loudest: z.array(Loud),
  }),
})

/** One alarm that a figure counts, how long it took and by whom. */
export const FigureCase = Alarm.extend({
  /** Null: nobody did it yet. */
  seconds: z.number().nullable(),
  by: z.string().nullable(),
}).meta({ id: 'FigureCase' })
export type FigureCase = z.output<typeof FigureCase>

export const alarmFigureCases = endpoint({
  method: 'GET',
  path: '/alarms/figures/cases',
  summary:
    'The alarms that one of these figures counts, the slowest first, each with its seconds and who it was',
  allow: permissions.seeAlarmFigures,
  byKey: 'alarms:read',
  limit: { calls: 60, minutes: 1 },
  query: z.strictObject({
    page: paging.page,
    size: paging.size,
    figure: CaseFigure.default('alarms'),
    from: Instant.optional(),
    to: Instant.optional(),
    /** `none`: those of no branch. */
    branch: z.union([Uuid, z.literal('none')]).optional(),
    shift: Shift.optional(),
    /** Of one of the watches that ring most. */
    device: Uuid.optional(),
    /** Who wore it; `none`: nobody that is known. */
    wearer: z.union([Uuid, z.literal('none')]).optional(),
    kind: AlarmKind.optional(),
    direction: Direction.optional(),
  }),
  reply: z.object({ from: Instant, to: Instant, cases: z.array(FigureCase), total: Total }),
})
