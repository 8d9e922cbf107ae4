import { ImportRow } from '@carewatch/contracts/http/device-import'
import type { Input } from '@carewatch/contracts/http/endpoint'
import type { importDevices, importOutcomes } from '@carewatch/contracts/http/device-import'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, inArray } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { visibleDevices } from '../../access/visible.ts'
import { InvalidFields } from '../../http/invalid-fields.ts'
import { findPlaces, placeOf, type Places } from './places.ts'
import { mobileNumberOf } from '../mobile-number.ts'
import { deviceModelNames } from '../models/model.ts'

type Given = Input<typeof importDevices>['body']['rows'][number]
type Wanted = Omit<ImportRow, 'company' | 'branch' | 'mobileNumber'> & {
  mobileNumber: string | null
  companyId: number | null
  branchId: number | null
}
export type Planned = {
  outcome: (typeof importOutcomes)[number]
  /** Column → message id under `field.`. */
  problems: Record<string, string>
  wanted?: Wanted
}

/** An empty cell says nothing. */
const withoutEmpty = (row: Given): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )

function read(given: Given): { row: ImportRow } | { problems: Record<string, string> } {
  const cells = withoutEmpty(given)
  const parsed = ImportRow.safeParse(cells)
  if (parsed.success) return { row: parsed.data }
  const problems: Record<string, string> = {}
  for (const { path, code } of parsed.error.issues) {
    const name = String(path[0])
    problems[name] ??= cells[name] === undefined ? 'required' : code === 'too_big' ? 'tooLong' : 'invalid'
  }
  return { problems }
}

type Known = { models: ReadonlySet<string>; places: Places; taken: ReadonlySet<string> }

/** What each row names must be there: all that is wrong with it is told at once. */
function check(
  row: ImportRow,
  { models, places }: Known,
): { wanted: Wanted } | { problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const { company, branch, mobileNumber, ...rest } = row
  if (!models.has(row.deviceModel)) problems['deviceModel'] = 'unknown'
  let number: string | null = null
  try {
    number = mobileNumberOf(mobileNumber)
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error
    Object.assign(problems, error.fields)
  }
  const place = placeOf(places, { company, branch })
  if ('problems' in place) Object.assign(problems, place.problems)
  if (Object.keys(problems).length > 0 || 'problems' in place) return { problems }
  return { wanted: { ...rest, mobileNumber: number, ...place } }
}

/** What would become of each row of a list; nothing is changed. */
export async function planImport(db: Db, viewer: Viewer, given: readonly Given[]): Promise<Planned[]> {
  const readRows = given.map(read)
  const rows = readRows.flatMap((one) => ('row' in one ? [one.row] : []))
  const [models, places, taken] = await Promise.all([
    deviceModelNames(db),
    findPlaces(db, viewer, rows),
    takenImeis(db, viewer, rows),
  ])
  const known = { models, places, taken }
  const seen = new Set<string>()
  return readRows.map((one): Planned => {
    if ('problems' in one) return { outcome: 'INVALID', problems: one.problems }
    const { imei } = one.row
    const isTwice = seen.has(imei)
    seen.add(imei)
    if (isTwice) return { outcome: 'TWICE', problems: {} }
    if (known.taken.has(imei)) return { outcome: 'EXISTS', problems: {} }
    const checked = check(one.row, known)
    if ('problems' in checked) return { outcome: 'INVALID', problems: checked.problems }
    return { outcome: 'NEW', problems: {}, wanted: checked.wanted }
  })
}

/** Of those that the viewer sees: what others have shows in no list that changes nothing. */
async function takenImeis(db: Db, viewer: Viewer, rows: readonly ImportRow[]): Promise<Set<string>> {
  const imeis = rows.map(({ imei }) => imei)
  if (imeis.length === 0) return new Set()
  const found = await db
    .select({ imei: devices.imei })
    .from(devices)
    .where(and(inArray(devices.imei, imeis), visibleDevices(viewer)))
  return new Set(found.map(({ imei }) => imei))
}
