import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { Credentials } from './devices.ts'
import { endpoint } from './endpoint.ts'

/** What a file can hold, in the order in which a house is set up: what a row names must be there before. */
export const importKinds = ['rooms', 'people', 'watches', 'tags', 'assignments', 'staff'] as const
export const ImportKind = z.enum(importKinds)
export type ImportKind = z.output<typeof ImportKind>

/** The titles above the columns of each kind's file: the same in every language. */
export const importColumns = {
  rooms: ['name', 'branch', 'company'],
  people: ['firstName', 'lastName', 'birthday', 'sex', 'language', 'room', 'bed', 'branch', 'company'],
  watches: ['imei', 'name', 'imsi', 'model', 'phone', 'branch', 'company'],
  tags: ['mac', 'name', 'type', 'room', 'watch', 'branch', 'company'],
  assignments: ['imei', 'firstName', 'lastName', 'birthday'],
  staff: ['email', 'role', 'branch', 'company'],
} as const satisfies Record<ImportKind, readonly string[]>
export type ImportColumn = (typeof importColumns)[ImportKind][number]

/** Without these a row says nothing. */
export const neededColumns = {
  rooms: ['name', 'branch'],
  people: ['firstName'],
  watches: ['imei', 'imsi', 'name', 'model'],
  tags: ['mac', 'name', 'branch'],
  assignments: ['imei', 'firstName'],
  staff: ['email', 'role'],
} as const satisfies { [Kind in ImportKind]: readonly (typeof importColumns)[Kind][number][] }

/** So many rows in one call: a file is sent in parts, each of which is done in a moment. */
const IMPORT_PART = 100
/** So many rows in a file. */
export const IMPORT_FILE_ROWS = 5_000
/** Longer than any column takes: what was cut off is refused all the same. */
export const IMPORT_CELL = 300

const everyColumn = [...new Set(Object.values(importColumns).flat())]

export const importOutcomes = ['NEW', 'CHANGED', 'SAME', 'TWICE', 'INVALID'] as const

/** The staff whom a file can invite. */
export const importedRoles = [
  'MANAGER',
  'SUPERVISOR',
  'MONITOR',
  'BRANCH_MONITOR',
  'COMPANY_MONITOR',
] as const

const givenRow = z.strictObject({
  /** As they stand in the file, right or wrong; an empty one, or none, leaves what is there. */
  cells: z.partialRecord(z.enum(everyColumn), z.string().max(IMPORT_CELL).optional()),
  /** As the same row was answered when it was looked at. */
  seen: z.string().max(64).optional(),
})

export const importRows = endpoint({
  method: 'POST',
  path: '/import',
  summary:
    'Rows of a file of rooms, people, watches, tags, who wears which, or staff: what would become of each and, with `apply`, that. Each is done by itself, as by the call for one. With `apply` each row brings `seen` of its look: where one would become something else by now, nothing of the call is done. Credentials and links are answered this once',
  allow: permissions.importRows,
  byKey: null,
  limit: { calls: 600, minutes: 5 },
  body: z
    .strictObject({
      kind: ImportKind,
      rows: z.array(givenRow).min(1).max(IMPORT_PART, { error: 'tooMany' }),
      apply: z.boolean().default(false),
    })
    .refine(({ rows, apply }) => !apply || rows.every(({ seen }) => seen !== undefined), {
      error: 'required',
      path: ['rows'],
    })
    .meta({
      examples: [{ kind: 'rooms', rows: [{ cells: { name: '12', branch: 'HOME' } }] }],
    }),
  reply: z.object({
    /** In the order of the rows. */
    rows: z.array(
      z.object({
        outcome: z.enum(importOutcomes),
        /** Two rows with the same are one thing, wherever they stand in the file. */
        key: z.string(),
        seen: z.string(),
        /** Of what is there already: the columns that are another. */
        changes: z.array(z.enum(everyColumn)),
        /** Column, or `row` for all of it → what is wrong. */
        problems: z.record(z.string(), z.string()).meta({ examples: [{ branch: 'is not known' }] }),
        /** The IMEI looks mistyped, and is taken all the same. */
        isDoubtful: z.boolean(),
        /** Of a watch that was registered. */
        credentials: Credentials.nullable(),
        /** Of an invitation where no mail is sent: to be handed over. */
        link: z.string().nullable(),
      }),
    ),
  }),
})
