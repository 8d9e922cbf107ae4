import { z } from 'zod'
import { Alarm } from '../alarms.ts'
import { Bounds } from '../limits.ts'
import { MetricName } from '../metrics.ts'
import { permissions } from '../permissions.ts'
import { Role } from '../roles.ts'
import { UnknownReason } from '../rooms.ts'
import { sexes } from '../wearers.ts'
import { Instant, Uuid } from '../wire.ts'
import { emptyBody, endpoint } from './endpoint.ts'
import { IncidentDetail } from './incidents.ts'
import { fileFindings, FileNumber, IssuedFile } from './issued.ts'
import { MonthlyPack } from './monthly-packs.ts'
import { ShiftSheet } from './shift-sheet.ts'
import { Position } from './positions.ts'
import { Task } from '../tasks.ts'
import { viewingActions } from './viewings.ts'
import { CareFacts } from './wearers.ts'

/** So long before the first and after the last alarm of it the file shows what was measured and what the room reported. */
export const FILE_MARGIN_MS = 30 * 60_000
/** And no longer than this in all: an alarm of a device may go on for weeks. */
export const FILE_SPAN_MAX_MS = 25 * 3_600_000
/** A trace of looking stands for all looks of an hour. */
export const LOOK_STANDS_FOR_MS = 3_600_000

/** As much of each part a file holds; of more it has the beginning and the end, and counts what is left out. */
export const FILE_MOST = {
  alarms: 100,
  timeline: 1_500,
  /** Spans of one metric, each with its lowest and highest. */
  vitals: 240,
  events: 300,
  rooms: 300,
  places: 300,
  stays: 200,
  tasks: 100,
  viewings: 500,
} as const
export const fileParts = [
  'alarms',
  'timeline',
  'events',
  'rooms',
  'places',
  'stays',
  'tasks',
  'viewings',
] as const
export type FilePart = (typeof fileParts)[number]

const FileAlarm = Alarm.extend({
  /** What its value is beyond, as the limits were when it opened; null: it is about no limit, or what counted then is not known any more. */
  beyond: z.number().nullable(),
})

const FilePerson = z.object({
  uuid: Uuid,
  /** As the staff know them, whoever reads it. */
  name: z.string(),
  room: z.string().nullable(),
  bed: z.string().nullable(),
  born: z.string().nullable(),
  /** In years, when it happened. */
  age: z.int().nullable(),
  sex: z.enum(sexes).nullable(),
})

/** What opens doors elsewhere, or theirs, stands in no file that leaves the house. */
const FileCare = CareFacts.omit({ idNumber: true, howToGetIn: true, healthOrganisation: true })

/** What a value is worth, as the rules judge it: measured in motion or beyond what a body does, or off the wrist. */
const vitalQualities = ['GOOD', 'DOUBTFUL', 'WORTHLESS'] as const
const VitalQuality = z.enum(vitalQualities)
export type VitalQuality = z.output<typeof VitalQuality>

const FileVital = z.object({
  metric: MetricName,
  /** As they were at the first alarm of this metric, else when it began; null: what counted then is not known any more. */
  bounds: Bounds.nullable(),
  /** How long each span is; what was measured in it more than once is its lowest and its highest. */
  spanMs: z.int(),
  points: z.array(
    z.object({
      at: Instant,
      min: z.number(),
      max: z.number(),
      n: z.int(),
      /** Of the least of its values; left out: nobody knows, as in a file of the version before. */
      quality: VitalQuality.optional(),
    }),
  ),
})

const Fact = z.union([z.boolean(), z.number(), z.string()])

export const IncidentFile = z
  .object({
    /** The alarms and the one story, as the incident's page has them; the alarms in order of time. */
    incident: IncidentDetail.omit({ alarms: true, nextStep: true, wearer: true }).extend({
      alarms: z.array(FileAlarm),
    }),
    company: z.string().nullable(),
    branch: z.string().nullable(),
    /** By whose clocks its times are read, and how far these were from UTC in minutes when it began. */
    zone: z.string(),
    offsetMinutes: z.int(),
    /** Some of it is open: what comes is not in it. */
    isOpen: z.boolean(),
    /** What was measured and reported is shown between these. */
    from: Instant,
    to: Instant,
    /** It went on for longer than a file shows. */
    isSpanCut: z.boolean(),
    /** Null: a room, a gateway, or a device that nobody wore. */
    person: FilePerson.nullable(),
    /** As it is written now; null: not for whoever made this. */
    care: FileCare.nullable(),
    /** Null, as what the device reported: whom it is about is not of the house of whoever made this any more. */
    vitals: z.array(FileVital).nullable(),
    /** What the device itself reported: a press, a fall, off the wrist. */
    events: z.array(z.object({ at: Instant, type: z.string() })).nullable(),
    /** What changed of what the sensors of the room reported. */
    rooms: z.array(
      z.object({ at: Instant, room: z.string(), sensor: z.string(), fact: z.string(), value: Fact }),
    ),
    /** In which room their tag was; a null room: in none, or why nobody knew. */
    stays: z.array(
      z.object({
        room: z.string().nullable(),
        /** Files that were issued before this was known have none. */
        unknown: UnknownReason.nullish(),
        from: Instant,
        to: Instant.nullable(),
      }),
    ),
    /** Null: not for whoever made this. */
    places: z.array(Position).nullable(),
    /** Null: not for whoever made this. */
    tasks: z.array(Task).nullable(),
    /** Who was shown this person between an hour before and the end; one trace stands for the looks of an hour. Null: not for whoever made this. */
    viewings: z
      .array(
        z.object({
          at: Instant,
          name: z.string().nullable(),
          role: Role.nullable(),
          action: z.enum(viewingActions),
        }),
      )
      .nullable(),
    /** Parts of which only the beginning and the end are here. */
    cut: z.array(z.object({ part: z.enum(fileParts), shown: z.int(), all: z.int() })),
    /** For whom it was made, and when. */
    madeFor: z.object({ name: z.string(), role: Role }),
    madeAt: Instant,
  })
  .meta({ id: 'IncidentFile' })
export type IncidentFile = z.output<typeof IncidentFile>

const params = z.object({ uuid: Uuid })

export const incidentFile = endpoint({
  method: 'GET',
  path: '/incidents/:uuid/file',
  summary:
    'All that is known of an incident, as one document to be read by somebody who was not there, and which files of it were issued. Each look is traced',
  allow: permissions.seeIncidentFiles,
  byKey: null,
  params,
  reply: z.object({ file: IncidentFile, issued: z.array(IssuedFile) }),
})

export const issueIncidentFile = endpoint({
  method: 'POST',
  path: '/incidents/:uuid/file',
  summary:
    'Issue the file of an incident as it is now: it is kept, gets a number and a hash by which it can be checked later, and both stand in the audit log',
  allow: permissions.seeIncidentFiles,
  byKey: null,
  limit: { calls: 30, minutes: 10 },
  body: emptyBody,
  params,
  reply: z.object({ file: IncidentFile, issued: IssuedFile }),
})

export const checkIncidentFile = endpoint({
  method: 'POST',
  path: '/incident-files/check',
  summary:
    'Whether a file, a pack or the sheet of a shift that somebody holds is one that was issued, by the number and, where it is given, the hash that are printed on it; and what it holds, for whoever may read it',
  allow: permissions.seeIncidentFiles,
  byKey: null,
  limit: { calls: 60, minutes: 10 },
  body: z.strictObject({
    number: FileNumber,
    hash: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ examples: ['5f1c09ab33de7710'.repeat(4)] })
      .optional(),
  }),
  reply: z.object({
    finding: z.enum(fileFindings),
    issued: IssuedFile,
    /** Null: it is of a branch. */
    incidentUuid: Uuid.nullable(),
    /** By the clocks of its branch. */
    zone: z.string(),
    /** As it was issued, but without care facts for a monitor once the incident is over; null: it was redacted, or is not for whoever asks. */
    file: IncidentFile.nullable(),
    /** Where it is the pack of a month; left out by the version before. */
    pack: MonthlyPack.nullish(),
    /** Where it is what a shift handed over. */
    sheet: ShiftSheet.nullish(),
  }),
})
