import { createHash } from 'node:crypto'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { ImportColumn, ImportKind, importRows as contract } from '@carewatch/contracts/http/import'
import { importColumns } from '@carewatch/contracts/http/import'
import { write } from '@carewatch/contracts/messages/write'
import { Refusal } from '@carewatch/contracts/refusal'
import { TransactionRollbackError } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { findPlaces } from '../devices/import/places.ts'
import { namedFields } from '../http/field-errors.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'
import { readCells, type RowOf } from './cells.ts'
import { planAssignment } from './kinds/assignments.ts'
import { planPerson } from './kinds/people.ts'
import { planRoom } from './kinds/rooms.ts'
import { planColleague } from './kinds/staff.ts'
import { planTag } from './kinds/tags.ts'
import { planWatch } from './kinds/watches.ts'
import type { Planning } from './planning.ts'
import { inTurn } from './turns.ts'
import { type Problems, unchanged, type Wanted, type Work } from './planned.ts'

type Body = Input<typeof contract>['body']
type Answered = Reply<typeof contract>['rows'][number]

const plans: { [Kind in ImportKind]: (planning: Planning, row: RowOf<Kind>) => Promise<Wanted> } = {
  rooms: planRoom,
  people: planPerson,
  watches: planWatch,
  tags: planTag,
  assignments: planAssignment,
  staff: planColleague,
}

/** What the calls for one name otherwise than the file. */
const columnOf: Readonly<Record<string, ImportColumn>> = {
  branchId: 'branch',
  companyId: 'company',
  roomId: 'room',
  roomUuid: 'room',
  dob: 'birthday',
  deviceModel: 'model',
  mobileNumber: 'phone',
  macAddress: 'mac',
  deviceType: 'type',
  deviceUUID: 'imei',
  wearerUUID: 'firstName',
}

/** What the call for one refuses, by the row's own columns. */
function refusedFor(kind: ImportKind, refusal: Refusal, { language }: Caller): Record<string, string> {
  if (refusal instanceof InvalidFields) {
    const columns: readonly string[] = importColumns[kind]
    const named = Object.entries(refusal.fields).map(([field, id]) => {
      const column = columnOf[field] ?? field
      return [columns.includes(column) ? column : 'row', id]
    })
    return namedFields(Object.fromEntries(named), language)
  }
  return { row: write(language, `refusal.${refusal.key}`, refusal.details.values) ?? refusal.key }
}

type Planned = { answered: Answered; work: Work }

const nothing = { changes: [], isDoubtful: false, credentials: null, link: null, problems: {} }

function invalid(key: string, problems: Problems, { language }: Caller): Planned {
  const named = namedFields(problems, language)
  const answered: Answered = { ...nothing, outcome: 'INVALID', key, seen: '', problems: named }
  return { answered, work: unchanged }
}

/** Changes with whatever the row would do, and to what. */
const stampOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

function plannedOf(wanted: Wanted, caller: Caller): Planned {
  const { key, isDoubtful = false } = wanted
  if ('problems' in wanted) return invalid(key, wanted.problems, caller)
  const { there, sent, work } = wanted
  const outcome = there === null ? 'NEW' : work === unchanged ? 'SAME' : 'CHANGED'
  const seen = stampOf(outcome, there?.uuid, there?.updatedAt, sent)
  const changes = [...wanted.changes]
  return { answered: { ...nothing, outcome, key, seen, changes, isDoubtful }, work }
}

async function planRow(
  planning: Planning,
  kind: ImportKind,
  { cells }: Body['rows'][number],
): Promise<Planned> {
  const read = readCells(kind, cells)
  if ('problems' in read) return invalid('', read.problems, planning.caller)
  // Safe: read as this kind.
  const plan = plans[kind] as (planning: Planning, row: unknown) => Promise<Wanted>
  return plannedOf(await plan(planning, read.row), planning.caller)
}

/** The branches and companies that the rows name, and who names them. */
async function planningOf({ db }: Services, caller: Caller, { rows }: Body): Promise<Planning> {
  const asked = rows.map(({ cells: { company, branch } }) => ({
    company: company?.trim(),
    branch: branch?.trim(),
  }))
  return { db, caller, places: await findPlaces(db, caller, asked) }
}

/** What each row would become; the second of two that mean the same thing becomes nothing, unless the first is wrong. */
async function planRows(planning: Planning, { kind, rows }: Body): Promise<Planned[]> {
  const planned: Planned[] = []
  const keys = new Set<string>()
  for (const row of rows) {
    const one = await planRow(planning, kind, row)
    const { key, outcome, seen } = one.answered
    const isWrong = outcome === 'INVALID'
    if (!isWrong && keys.has(key))
      planned.push({ answered: { ...nothing, outcome: 'TWICE', key, seen }, work: unchanged })
    else planned.push(one)
    if (!isWrong) keys.add(key)
  }
  return planned
}

/** Does what the call for one does, and takes it back: so that whatever that refuses is known before, and nothing else is. */
async function tried(services: Services, caller: Caller, work: Work): Promise<void> {
  try {
    await services.db.transaction(async (tx) => {
      await work({ ...services, db: tx }, caller, true)
      tx.rollback()
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error
  }
}

/** As `of` answers it or, where the call for one refuses it, with what is wrong. */
async function orRefused(
  { answered }: Planned,
  { caller, kind }: { caller: Caller; kind: ImportKind },
  of: () => Promise<Answered>,
): Promise<Answered> {
  try {
    return await of()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...answered, outcome: 'INVALID', changes: [], problems: refusedFor(kind, error, caller) }
  }
}

type Asked = { planning: Planning; body: Body }

async function lookedAt(services: Services, { planning, body }: Asked, planned: readonly Planned[]) {
  const { caller } = planning
  const rows: Answered[] = []
  for (const one of planned)
    rows.push(
      await orRefused(one, { caller, kind: body.kind }, async () => {
        if (one.work !== unchanged) await tried(services, caller, one.work)
        return one.answered
      }),
    )
  return rows
}

/** Each by itself, and shortly: a row that is refused leaves the others alone, and no alarm waits for a file. It is what it was only a moment ago: a row before, or somebody else, may have written the same. */
async function done(services: Services, { planning, body }: Asked, row: Body['rows'][number]) {
  const { caller } = planning
  const one = await planRow(planning, body.kind, row)
  return orRefused(one, { caller, kind: body.kind }, async () => {
    if (one.work === unchanged) return one.answered
    if (one.answered.seen !== row.seen) throw new Refusal('conflict', 'importChanged')
    return { ...one.answered, ...(await one.work(services, caller, false)) }
  })
}

/** Within the time of an answer, for what was handed over is lost with it: no row is begun later. */
const BEGUN_WITHIN_MS = 4_000

/** Row by row; where one breaks off, what was handed over for those before is answered all the same: it is shown this once. */
async function brought(services: Services, asked: Asked, planned: readonly Planned[]) {
  const { caller } = asked.planning
  const { kind, rows } = asked.body
  const answered: Answered[] = []
  let broken: Refusal | undefined
  const begun = Date.now()
  for (const [index, one] of planned.entries())
    answered.push(
      await orRefused(one, { caller, kind }, async () => {
        const row = rows[index]
        if (broken || !row) throw broken ?? new Refusal('unavailable')
        if (one.work === unchanged) return one.answered
        if (Date.now() - begun > BEGUN_WITHIN_MS) throw new Refusal('unavailable')
        try {
          return await inTurn(services.db, () => done(services, asked, row))
        } catch (err) {
          services.log.error({ err, kind }, 'an import broke off')
          throw (broken = new Refusal('unavailable'))
        }
      }),
    )
  return answered
}

export async function importRows(
  services: Services,
  caller: Caller,
  body: Body,
): Promise<Reply<typeof contract>> {
  const planning = await planningOf(services, caller, body)
  const planned = await planRows(planning, body)
  const asked = { planning, body }
  if (!body.apply) return { rows: await lookedAt(services, asked, planned) }
  const isOther = ({ answered }: Planned, index: number) => answered.seen !== body.rows[index]?.seen
  if (planned.some(isOther)) throw new Refusal('conflict', 'importChanged')
  return { rows: await brought(services, asked, planned) }
}
