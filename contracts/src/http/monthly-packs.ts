import { Shift } from '../figures.ts'
import { z } from 'zod'
import { KnownAlarmKind, Cause, PaperAlarm, Severity } from '../alarms.ts'
import { permissions } from '../permissions.ts'
import { Role } from '../roles.ts'
import { Instant, Month, Uuid } from '../wire.ts'
import { Answering } from './alarm-figures.ts'
import { endpoint, Total } from './endpoint.ts'
import { Named } from './fields.ts'
import { IssuedFile } from './issued.ts'

/** As many rows of each part a pack holds; of more it counts what is left out, and says which those are. */
export const PACK_MOST = { calls: 500, unanswered: 300, unreached: 300, silences: 300, changes: 300 } as const
export const packParts = ['calls', 'unanswered', 'unreached', 'silences', 'changes'] as const
export type PackPart = (typeof packParts)[number]

const PackPerson = z.object({
  uuid: Uuid,
  initials: z.string(),
  /** Null: it is made without names. */
  name: z.string().nullable(),
  /** Where they lay then, as far as that is known. */
  room: z.string().nullable(),
  bed: z.string().nullable(),
})
export type PackPerson = z.output<typeof PackPerson>

const PackAlarm = PaperAlarm.extend({
  cause: Cause.nullable(),
  person: PackPerson.nullable(),
  /** The room, gateway or sensor, or the watch that nobody wore, where it is about no person. */
  place: z.string().nullable(),
})

/** Seconds since somebody could know of it; null: nobody did. */
const Since = z.number().nullable()

const PackCall = PackAlarm.extend({
  notified: Since,
  seen: Since,
  answered: Since,
  answeredBy: z.string().nullable(),
  /** A relative without an account answered by a text: no figure counts that. */
  answeredByRelative: z.boolean(),
  /** Whoever wears the watch ended it there within seconds. */
  takenBack: z.boolean(),
  bedside: Since,
  bedsideBy: z.string().nullable(),
  tasks: z.object({ done: z.int(), all: z.int() }),
  /** The number of the newest file of its incident that was issued. */
  file: z.string().nullable(),
})

const PackSilence = z.object({
  uuid: Uuid,
  kind: KnownAlarmKind,
  /** Of an outage: how many watches. */
  watches: z.int().nullable(),
  from: Instant,
  /** Null: it goes on. */
  to: Instant.nullable(),
  person: PackPerson.nullable(),
  place: z.string().nullable(),
})

const PackChange = z.object({
  at: Instant,
  by: z.string().nullable(),
  /** Whose: of a watch whoever wore it then, else the branch or the whole house. */
  of: z.enum(['device', 'branch', 'company']),
  person: PackPerson.nullable(),
  /** `limits`, `routine` (a usual day), or a chain as `escalation.EMERGENCY`. */
  fields: z.array(z.string()),
})

const PackKind = z.object({
  kind: KnownAlarmKind,
  severity: Severity,
  alarms: Total,
  /** By an account, a relative's too, as the figures count. */
  answered: Total,
  open: Total,
  /** How those that are over ended; null: by itself, or nobody said. */
  causes: z.array(z.object({ cause: Cause.nullable(), n: Total })),
})

// Safe: each of the parts, once.
const Counts = z.object(
  Object.fromEntries(packParts.map((part) => [part, Total])) as Record<PackPart, typeof Total>,
)

export const MonthlyPack = z
  .object({
    branch: Named,
    company: z.string().nullable(),
    zone: z.string(),
    offsetMinutes: z.int(),
    month: Month,
    from: Instant,
    /** The end of the month, or, while it runs, the moment in which this is made. */
    to: Instant,
    /** The month was not over: what comes is not in it. */
    isOpen: z.boolean(),
    /** With full names. */
    names: z.boolean(),
    residents: z.object({
      /** In the house, and out or away, when this was made. */
      present: Total,
      away: Total,
      /** Of those who live there now: who wore a watch at some time of this month. */
      wore: Total,
    }),
    /** In use when this was made. */
    watches: Total,
    /** Every alarm, the devices' own too, and of how many incidents they are. */
    alarms: Total,
    incidents: Total,
    answering: Answering,
    shifts: z.array(Answering.extend({ shift: Shift })),
    kinds: z.array(PackKind),
    /** Ended as a test; and chains that were tried, which no figure counts. */
    tests: Total,
    rehearsals: Total,
    /** Each call for help and each fall, in the order of time. */
    calls: z.array(PackCall),
    /** About people, and answered by nobody: no account, no relative, and not taken back on the watch; the gravest first. */
    unanswered: z.array(PackAlarm),
    /** High and critical ones of which no message is known to have come through to anybody, the gravest first. */
    unreached: z.array(PackAlarm),
    /** Watches, gateways and whole branches that were silent in this month, the longest first. */
    silences: z.array(PackSilence),
    /** Of limits and of who is called, in the order of time. */
    changes: z.array(PackChange),
    /** How many there are of each part, also of what is left out. */
    all: Counts,
    /** Traces of who was shown somebody of this branch, and how many those were who looked. */
    looks: z.object({ traces: Total, people: Total }),
    /** How many of its people were erased. */
    erased: Total,
    madeFor: z.object({ name: z.string(), role: Role }),
    madeAt: Instant,
  })
  .meta({ id: 'MonthlyPack' })
export type MonthlyPack = z.output<typeof MonthlyPack>

const asked = { branch: Uuid, month: Month }

export const monthlyPack = endpoint({
  method: 'GET',
  path: '/inspection/pack',
  summary:
    'What a care inspector asks of one branch and one month: figures, each call and fall, what nobody answered, silences and changes. Residents by initials and room, or by name, which leaves a trace of its own',
  allow: permissions.seeMonthlyPacks,
  byKey: null,
  limit: { calls: 30, minutes: 1 },
  query: z.strictObject({ ...asked, names: z.stringbool().default(false) }),
  reply: z.object({ pack: MonthlyPack, issued: z.array(IssuedFile) }),
})

export const issueMonthlyPack = endpoint({
  method: 'POST',
  path: '/inspection/pack',
  summary:
    'Issue the pack of a month as it is now: it is kept, gets a number and a hash by which it can be checked later, and both stand in the audit log',
  allow: permissions.seeMonthlyPacks,
  byKey: null,
  limit: { calls: 30, minutes: 10 },
  body: z.strictObject({ ...asked, names: z.boolean().default(false) }),
  reply: z.object({ pack: MonthlyPack, issued: IssuedFile }),
})
