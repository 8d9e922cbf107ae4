import { type ImportColumn, type ImportKind, importedRoles } from '@carewatch/contracts/http/import'
import { Imsi, ModelName } from '@carewatch/contracts/http/devices'
import { Email, optionalText, requiredText } from '@carewatch/contracts/http/fields'
import { Language } from '@carewatch/contracts/languages'
import { DEVICE_NAME_MAX } from '@carewatch/contracts/numbers'
import { beaconTypes, MacText } from '@carewatch/contracts/rooms'
import { sexes } from '@carewatch/contracts/wearers'
import { Imei } from '@carewatch/contracts/wire'
import { z } from 'zod'
import type { Problems } from './planned.ts'

const NAME = 100

/** `2.5.1941`: the only form beside ISO that is read alike everywhere. */
const POINTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/
const asIso = (text: string): string =>
  text.replace(POINTED, (...[, day, month, year]: string[]) =>
    [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-'),
  )
const upper = (text: string): string => text.toUpperCase().replaceAll(/[\s-]/g, '_')

const birthday = z.string().transform(asIso).pipe(z.iso.date()).optional()
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.string().transform(upper).pipe(z.enum(values))
const place = { branch: optionalText(128).optional(), company: optionalText(128).optional() }
const room = optionalText(64).optional()

/** What each column of a right row holds. */
export const rowOf = {
  rooms: z.object({ name: requiredText(64), ...place, branch: requiredText(128) }),
  people: z.object({
    firstName: requiredText(NAME),
    lastName: optionalText(NAME).optional(),
    birthday,
    sex: z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(sexes))
      .optional(),
    language: z
      .string()
      .transform((text) => text.toLowerCase().replace(/^he$/, 'iw'))
      .pipe(Language)
      .optional(),
    room,
    bed: optionalText(32).optional(),
    ...place,
  }),
  watches: z.object({
    imei: Imei,
    imsi: Imsi,
    name: requiredText(DEVICE_NAME_MAX),
    model: ModelName,
    phone: optionalText(40).optional(),
    ...place,
  }),
  tags: z.object({
    mac: MacText,
    name: requiredText(64),
    type: oneOf(beaconTypes).optional(),
    room,
    watch: Imei.optional(),
    ...place,
    branch: requiredText(128),
  }),
  assignments: z.object({
    imei: Imei,
    firstName: requiredText(NAME),
    lastName: optionalText(NAME).optional(),
    birthday,
  }),
  staff: z.object({ email: Email, role: oneOf(importedRoles), ...place }),
} as const satisfies Record<ImportKind, z.ZodObject>
export type RowOf<Kind extends ImportKind> = z.output<(typeof rowOf)[Kind]>

type Cells = Partial<Record<ImportColumn, string | undefined>>

/** What a spreadsheet makes of a long number: its last digits are lost. */
const SHORTENED = /^[+-]?\d([.,]\d+)?E\+?\d+$/i
/** Of these columns nothing is such by itself, as `12E4` may be of a room. */
const LONG_NUMBERS: readonly ImportColumn[] = ['imei', 'imsi', 'phone', 'mac', 'watch']

function problemOf(column: ImportColumn, text: string | undefined, code: string): string {
  if (text === undefined) return 'required'
  if (LONG_NUMBERS.includes(column) && SHORTENED.test(text)) return 'shortened'
  if (column === 'birthday') return 'dateForm'
  if (column === 'email') return 'email'
  return code === 'too_big' ? 'tooLong' : 'invalid'
}

/** A number that a spreadsheet shortened fits some columns all the same. */
const shortened = (cells: Cells): Problems =>
  Object.fromEntries(
    LONG_NUMBERS.filter((column) => SHORTENED.test(cells[column] ?? '')).map((column) => [
      column,
      'shortened',
    ]),
  )

/** Marks of direction, which nobody sees: two names that look the same would be two people. */
const UNSEEN = /[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g

/** As it is seen, each letter written in one way; an empty cell says nothing. */
const withoutEmpty = (cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([name, given]) => {
      const text = given?.replaceAll(UNSEEN, '').normalize('NFC').trim()
      return text ? [[name, text]] : []
    }),
  )

/** The row as its kind reads it, or all that is wrong with it. */
export function readCells<Kind extends ImportKind>(
  kind: Kind,
  given: Cells,
): { row: RowOf<Kind> } | { problems: Problems } {
  const cells = withoutEmpty(given)
  const schema: z.ZodObject = rowOf[kind]
  const problems: Problems = shortened(cells)
  for (const column of Object.keys(cells))
    if (!(column in schema.shape)) return { problems: { row: 'invalid' } }
  const parsed = schema.safeParse(cells)
  for (const { path, code } of parsed.error?.issues ?? []) {
    // Safe: the schema's own columns.
    const column = String(path[0]) as ImportColumn
    problems[column] ??= problemOf(column, cells[column], code)
  }
  if (!parsed.success || Object.keys(problems).length > 0) return { problems }
  // Safe: parsed by the schema of this kind.
  return { row: parsed.data as RowOf<Kind> }
}
