import { z } from 'zod'
import { KnownAlarmKind, Cause, PaperAlarm } from '../alarms.ts'
import { permissions } from '../permissions.ts'
import { TaskStatus } from '../tasks.ts'
import { WearerSummary } from '../wearers.ts'
import { EndInstant, Instant, Uuid } from '../wire.ts'
import { Duty } from './duty.ts'
import { endpoint } from './endpoint.ts'
import { Named } from './fields.ts'
import { IssuedFile } from './issued.ts'

export const SHEET_DAYS_MAX = 3
/** So much of each is read at most, what is open and the gravest first; of more the sheet says that it is not all. */
export const SHEET_MOST = 1_000
/** So long the sheet of a shift that is over is kept. */
export const SHEET_KEEP_DAYS = 92
/** What was missed while nothing ran is made up this long, and later than this after the end of its shift a sheet says that it was made late. */
export const SHEET_MAKE_UP_MS = 24 * 3_600_000
export const SHEET_LATE_MS = 15 * 60_000

/** `closedAt`: null: open, and of an incident some of it. */
const SheetAlarm = PaperAlarm.extend({ snoozedUntil: Instant.nullable() })

const SheetIncident = SheetAlarm.extend({
  /** Of how many alarms it is; what stands here is of the gravest, and it is taken where nothing of it is open that nobody answered. */
  alarms: z.int(),
  cause: Cause.nullable(),
  takenBy: z.string().nullable(),
  takenAt: Instant.nullable(),
  /** Who came first, as they said or their tag: to the gravest alarm, or after it began. */
  came: z.object({ name: z.string().nullable(), at: Instant }).nullable(),
})

const SheetTask = z.object({
  uuid: Uuid,
  title: z.string(),
  /** The alarm that made it; null: a person did. */
  kind: KnownAlarmKind.nullable(),
  status: TaskStatus,
  dueAt: Instant,
  deferredUntil: Instant.nullable(),
  assignee: z.string().nullable(),
  reason: z.string().nullable(),
})

const SheetPerson = z.object({
  wearer: WearerSummary,
  /** Out, away or in hospital. */
  away: z.object({ reason: z.string().nullable(), until: Instant.nullable() }).nullable(),
  /** Of the shift, and what is open of before. */
  incidents: z.array(SheetIncident),
  /** What is wrong with what they wear: silent, low battery, off the wrist; and when it was silent in the shift. */
  devices: z.array(SheetAlarm),
  tasks: z.array(SheetTask),
  notes: z.array(z.object({ at: Instant, by: z.string().nullable(), note: z.string() })),
})

export const ShiftSheet = z
  .object({
    branch: Named,
    zone: z.string(),
    offsetMinutes: z.int(),
    /** What happened is of this time; what stands open is as of `madeAt`. */
    from: Instant,
    to: Instant,
    madeAt: Instant,
    /** On duty now and next, where the branch keeps a list. */
    duties: z.array(Duty),
    /** With something to hand over, by room and bed. */
    people: z.array(SheetPerson),
    /** How many others live there. */
    others: z.int(),
    /** Who came, moved, left or died in this time, in its order; left out by the version before. */
    stays: z
      .array(
        z.object({
          wearer: WearerSummary,
          at: Instant,
          what: z.enum(['NEW', 'BACK', 'MOVED', 'LEFT', 'DECEASED']),
        }),
      )
      .optional(),
    /** Of rooms, gateways and devices that nobody wears, and outages: of the shift, and what is open of before. */
    places: z.array(SheetAlarm.extend({ name: z.string().nullable() })),
    /** Of nobody. */
    tasks: z.array(SheetTask),
    /** More happened than a sheet holds. */
    isCut: z.boolean(),
  })
  .meta({ id: 'ShiftSheet' })
export type ShiftSheet = z.output<typeof ShiftSheet>

export const shiftSheet = endpoint({
  method: 'GET',
  path: '/duty/sheet',
  summary:
    'What one shift of a branch hands over to the next: who has something, and how many have nothing. Left out, it is the shift that ran an hour ago, until now',
  allow: permissions.seeDuties,
  byKey: null,
  query: z.strictObject({ branch: Uuid, from: Instant.optional(), to: EndInstant.optional() }),
  reply: z.object({ sheet: ShiftSheet }),
})

const KeptSheet = z.object({
  uuid: Uuid,
  number: z.string(),
  from: Instant,
  to: Instant,
  madeAt: Instant,
  /** Nothing ran at the end of the shift: what stands open in it is as of later. */
  late: z.boolean(),
  /** Somebody who stood in it was erased since. */
  redacted: z.boolean(),
})
export type KeptSheet = z.output<typeof KeptSheet>

export const shiftSheets = endpoint({
  method: 'GET',
  path: '/duty/sheets',
  summary: 'What the shifts of a branch handed over, as it was kept at the end of each: the newest first',
  allow: permissions.seeDuties,
  byKey: null,
  query: z.strictObject({ branch: Uuid }),
  reply: z.object({ sheets: z.array(KeptSheet) }),
})

export const keptShiftSheet = endpoint({
  method: 'GET',
  path: '/duty/sheets/:uuid',
  summary: 'What one shift handed over, as it stood then',
  allow: permissions.seeDuties,
  byKey: null,
  params: z.object({ uuid: Uuid }),
  reply: z.object({ kept: KeptSheet, sheet: ShiftSheet, issued: IssuedFile }),
})
