import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { importDevices } from '@carewatch/api/devices/import/import'
import { rotateCredentials } from '@carewatch/api/devices/rotate-credentials'
import { IMPORT_MAX, importColumns } from '@carewatch/contracts/http/device-import'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq, isNull } from 'drizzle-orm'
import Papa from 'papaparse'
import { actAs } from '../acting.ts'
import type { Installation } from '../open.ts'

type Place = Pick<Installation, 'db'>
type Row = Partial<Record<(typeof importColumns)[number], string>>

/** The lines of a list whose first line names its columns; throws when a column is none of ours. */
export function readList(file: string): Row[] {
  const { data: rows, errors } = Papa.parse<Row>(
    readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      // A quote is one only at the beginning of its value.
      .replaceAll(/(^|,)[ \t]+(?=")/gm, '$1')
      .trim(),
    {
      header: true,
      delimiter: ',',
      skipEmptyLines: 'greedy',
      transformHeader: (name) => name.trim(),
      transform: (value) => value.trim(),
    },
  )
  const [wrong] = errors
  if (wrong) throw new Error(`Line ${(wrong.row ?? 0) + 2} of the list cannot be read: ${wrong.message}.`)
  const known = new Set<string>(importColumns)
  const strange = Object.keys(rows[0] ?? {}).find((name) => !known.has(name))
  if (strange !== undefined)
    throw new Error(`The list has a column "${strange}"; it takes ${importColumns.join(', ')}.`)
  return rows
}

type Made = { imei: string; username: string; password: string }
export type Imported = { outcomes: string[]; made: Made[] }
type How = {
  /** Those that are new are registered, and their passwords go into this file. */
  credentials?: string | undefined
  as?: string | undefined
}

/** What becomes of each line of a list of devices. */
export async function importList({ db }: Place, rows: Row[], { credentials, as }: How): Promise<Imported> {
  const caller = await actAs(db, as)
  const file = credentials === undefined ? undefined : openCredentials(credentials)
  const result: Imported = { outcomes: [], made: [] }
  try {
    for (let from = 0; from < rows.length; from += IMPORT_MAX) {
      const some = rows.slice(from, from + IMPORT_MAX)
      const answer = await importDevices(db, caller, { rows: some, apply: file !== undefined })
      for (const [index, { outcome, problems }] of answer.rows.entries()) {
        const wrong = Object.entries(problems).map(([column, problem]) => `${column} ${problem}`)
        result.outcomes.push(
          [`line ${from + index + 2}`, some[index]?.imei ?? '', outcome, ...wrong].join('  '),
        )
      }
      const made = answer.devices.map(({ device, credentials: own }) => ({ imei: device.imei, ...own }))
      result.made.push(...made)
      file?.keep(made)
    }
    return result
  } finally {
    if (result.made.length === 0) file?.leave()
  }
}

const CREDENTIALS = ['imei', 'username', 'password']

const write = (lines: string[][]): string =>
  lines.length === 0 ? '' : `${Papa.unparse(lines, { newline: '\n' })}\n`

/** Passwords are shown this once: into a new file that only its owner reads, and that is there before any of them counts. */
function openCredentials(file: string) {
  writeFileSync(file, write([CREDENTIALS]), { mode: 0o600, flag: 'wx' })
  return {
    keep: (made: readonly Made[]): void =>
      appendFileSync(file, write(made.map(({ imei, username, password }) => [imei, username, password])), {
        flush: true,
      }),
    /** Nobody is in it. */
    leave: (): void => rmSync(file),
  }
}

/** A new password for a device; the old one is dropped at once, and so is its connection. */
export async function rotateDevice({ db }: Place, imei: string, as?: string) {
  const [device] = await db
    .select({ uuid: devices.uuid })
    .from(devices)
    .where(and(eq(devices.imei, imei), isNull(devices.deletedAt)))
  if (!device) throw new Error('No device has this IMEI.')
  return (await rotateCredentials(db, await actAs(db, as), device.uuid)).credentials
}
