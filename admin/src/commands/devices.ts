import { readFileSync, writeFileSync } from 'node:fs'
import { importDevices } from '@carewatch/api/devices/import'
import { rotateCredentials } from '@carewatch/api/devices/rotate-credentials'
import { IMPORT_MAX, importColumns } from '@carewatch/contracts/http/device-import'
import { devices } from '@carewatch/migrations/schema/devices'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { and, eq, isNull } from 'drizzle-orm'
import { actAs } from '../acting.ts'
import type { Installation } from '../open.ts'

type Place = Pick<Installation, 'db'>
type Row = Partial<Record<(typeof importColumns)[number], string>>

/** The lines of a list whose first line names its columns; throws when a column is none of ours. */
export function readList(file: string): Row[] {
  // Safe: `columns: true` makes an object of texts of every line.
  const rows = parse(readFileSync(file), {
    columns: true,
    bom: true,
    trim: true,
    skip_empty_lines: true,
  }) as Row[]
  const known = new Set<string>(importColumns)
  const strange = Object.keys(rows[0] ?? {}).find((name) => !known.has(name))
  if (strange !== undefined)
    throw new Error(`The list has a column "${strange}"; it takes ${importColumns.join(', ')}.`)
  return rows
}

export type Imported = { outcomes: string[]; made: { imei: string; username: string; password: string }[] }

/** What becomes of each line of a list of devices; with `apply` those that are new are registered. */
export async function importList(
  { db }: Place,
  rows: Row[],
  { apply, as }: { apply: boolean; as?: string | undefined },
): Promise<Imported> {
  const caller = await actAs(db, as)
  const told: Imported = { outcomes: [], made: [] }
  for (let from = 0; from < rows.length; from += IMPORT_MAX) {
    const some = rows.slice(from, from + IMPORT_MAX)
    const answer = await importDevices(db, caller, { rows: some, apply })
    for (const [index, { outcome, problems }] of answer.rows.entries()) {
      const wrong = Object.entries(problems).map(([column, problem]) => `${column} ${problem}`)
      told.outcomes.push([`line ${from + index + 2}`, some[index]?.imei ?? '', outcome, ...wrong].join('  '))
    }
    for (const { device, credentials } of answer.devices)
      told.made.push({ imei: device.imei, ...credentials })
  }
  return told
}

/** Passwords are shown this once: into a file that only its owner reads. */
export function keepCredentials(file: string, made: Imported['made']): void {
  writeFileSync(file, stringify(made, { header: true, columns: ['imei', 'username', 'password'] }), {
    mode: 0o600,
    flag: 'wx',
  })
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
