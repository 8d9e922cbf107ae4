import type { Readable } from 'node:stream'
import type { BulkType } from '@carewatch/contracts/http/fhir-bulk'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Resource } from '@medplum/fhirtypes'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { companyOfStaff } from '../../access/reach.ts'
import type { Caller, Viewer } from '../../access/viewer.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { readInTime } from '../../exports/in-time.ts'
import type { WearerRow } from '../../exports/fhir/people.ts'
import type { Services } from '../../services.ts'
import type { Asked } from '../asked.ts'
import type { DateTerm } from '../dates.ts'
import { noteViewings, type Parts } from '../search.ts'
import { BATCH, type Found, inBatches, inGroups, type Needed } from '../source.ts'
import { ofOnePerson, sources } from '../sources/index.ts'
import { isUuidAfter } from '../sources/uuid-after.ts'

/** What of an export is read. */
export type Wanted = { type: BulkType; ofPatients: boolean; branchId: number | null; since: Date | null }

const MINUTE_MS = 60_000
/** What was changed just before the export of before may have been committed just after it. */
const UNDER_WAY_MS = MINUTE_MS
/** When a measurement came is not kept beside when it was measured: of what a watch may bring late, as much is read again. */
const LATE_MS = 7 * 24 * 60 * MINUTE_MS

/** By which parameter each kind is asked for what changed since; what is not here is handed out whole. */
const changedBy: Partial<Record<BulkType, { parameter: string; marginMs: number }>> = {
  Patient: { parameter: '_lastUpdated', marginMs: UNDER_WAY_MS },
  Device: { parameter: '_lastUpdated', marginMs: UNDER_WAY_MS },
  Location: { parameter: '_lastUpdated', marginMs: UNDER_WAY_MS },
  Flag: { parameter: '_lastUpdated', marginMs: UNDER_WAY_MS },
  Communication: { parameter: '_lastUpdated', marginMs: UNDER_WAY_MS },
  AuditEvent: { parameter: 'date', marginMs: UNDER_WAY_MS },
  Observation: { parameter: 'date', marginMs: LATE_MS },
}

function datesOf({ type, since }: Wanted): Asked['dates'] {
  const by = changedBy[type]
  if (!since || !by) return new Map()
  const low = new Date(since.getTime() - by.marginMs)
  const term: DateTerm = { prefix: 'ge', low, high: low }
  return new Map([[by.parameter, [term]]])
}

const askedOf = (wanted: Wanted, wearer?: WearerRow): Asked => ({
  tokens: new Map(),
  references: wearer ? new Map([['patient', { type: 'Patient', id: wearer.uuid }]]) : new Map(),
  dates: datesOf(wanted),
  count: 0,
  after: undefined,
})

/** A condition on `wearers`: those whom an export is of. */
const isInGroup = ({ branchId }: Wanted) => (branchId === null ? undefined : eq(wearers.branchId, branchId))

const everyWearer = ({ db }: Needed, caller: Caller, wanted: Wanted): AsyncIterable<WearerRow> =>
  inBatches(
    undefined,
    (after) =>
      db
        .select()
        .from(wearers)
        .where(and(visibleWearers(caller), isInGroup(wanted), isUuidAfter(wearers.uuid, after)))
        .orderBy(asc(wearers.uuid))
        .limit(BATCH),
    ({ uuid }) => uuid,
  )

/** To whom something belongs; undefined: what is of a room or in a drawer is no part of an export of people. */
function patientOf(resource: Resource): string | undefined {
  if (resource.resourceType === 'Patient') return resource.id
  const of =
    resource.resourceType === 'Device'
      ? resource.patient
      : resource.resourceType === 'Flag' || resource.resourceType === 'Communication'
        ? resource.subject
        : undefined
  const [type, id] = of?.reference?.split('/') ?? []
  return type === 'Patient' ? id : undefined
}

type Group = { wanted: Wanted; group: readonly Found[] }

/** Of an export of people what belongs to a person, of one of a branch to one who is of it now. */
async function ofThem({ db }: Needed, caller: Caller, { wanted, group }: Group): Promise<readonly Found[]> {
  if (!wanted.ofPatients) return group
  const named = group.flatMap((found) => {
    const patient = patientOf(found.resource)
    return patient === undefined ? [] : [{ found, patient }]
  })
  if (wanted.branchId === null) return named.map(({ found }) => found)
  const rows = await db
    .select({ uuid: wearers.uuid })
    .from(wearers)
    .where(
      and(
        visibleWearers(caller),
        isInGroup(wanted),
        inArray(wearers.uuid, [...new Set(named.map(({ patient }) => patient))]),
      ),
    )
  const theirs = new Set(rows.map(({ uuid }) => uuid))
  return named.flatMap(({ found, patient }) => (theirs.has(patient) ? [found] : []))
}

/** All of a kind that the caller may see, one after the other, for as long as somebody reads it. */
async function* everyOf(needed: Needed, caller: Caller, wanted: Wanted): AsyncGenerator<Found> {
  const source = sources[wanted.type]
  if (ofOnePerson.has(wanted.type))
    for await (const wearer of everyWearer(needed, caller, wanted))
      yield* source({ needed, caller, asked: askedOf(wanted, wearer), wearer })
  else
    for await (const group of inGroups(
      source({ needed, caller, asked: askedOf(wanted), wearer: undefined }),
      BATCH,
    ))
      yield* await ofThem(needed, caller, { wanted, group })
}

/** So many people are looked at for whether there is anything of a kind; beyond them it is taken for granted. */
const MOST_LOOKED_AT = BATCH

/** Whether there is anything of a kind. */
export async function isAny(needed: Needed, caller: Caller, wanted: Wanted): Promise<boolean> {
  if (!ofOnePerson.has(wanted.type)) {
    for await (const _ of everyOf(needed, caller, wanted)) return true
    return false
  }
  let looked = 0
  for await (const wearer of everyWearer(needed, caller, wanted)) {
    if (looked === MOST_LOOKED_AT) return true
    looked += 1
    const all = sources[wanted.type]({ needed, caller, asked: askedOf(wanted, wearer), wearer })
    for await (const _ of all) return true
  }
  return false
}

const placesOf = ({ companyId, branchId, branchIds }: Viewer): string =>
  JSON.stringify([companyId, branchId, branchIds])

/** Whether somebody sees as much as when they began to read. */
const seesAsMuch = (now: Viewer, caller: Caller): boolean =>
  now.role === caller.role &&
  placesOf(now) === placesOf(caller) &&
  (caller.key?.scopes.every((scope) => now.key?.scopes.includes(scope)) ?? true)

/** Whether whoever began to read may go on: what they came by is good now, and shows them no less. */
async function isStillIn({ viewers }: Pick<Services, 'viewers'>, caller: Caller): Promise<boolean> {
  const { programSession, sessionUuid } = caller
  const now = await (programSession === undefined
    ? viewers.bySession(sessionUuid)
    : viewers.programNow(programSession))
  return now !== undefined && seesAsMuch(now, caller)
}

/** What is of one person after another is read for a long time by who was in sight when it began: of those who are no longer it holds nothing. */
async function stillSeen({ db }: Needed, caller: Caller, group: readonly Found[]): Promise<Found[]> {
  const named = new Set(group.flatMap(({ people }) => people.map(({ id }) => id)))
  const rows = await db
    .select({ uuid: wearers.uuid })
    .from(wearers)
    .where(and(visibleWearers(caller), inArray(wearers.uuid, [...named])))
  const seen = new Set(rows.map(({ uuid }) => uuid))
  return group.filter(({ people }) => people.every(({ id }) => seen.has(id)))
}

async function* linesOf(parts: BulkParts, caller: Caller, wanted: Wanted): AsyncGenerator<string> {
  for await (const read of inGroups(everyOf(parts, caller, wanted), BATCH)) {
    // What breaks off in the middle is no whole file, and whoever fetches it sees that.
    if (!(await isStillIn(parts, caller))) throw new Refusal('unauthenticated')
    const group = ofOnePerson.has(wanted.type) ? await stillSeen(parts, caller, read) : read
    noteViewings(parts.viewings, caller, group)
    if (group.length > 0) yield group.map(({ resource }) => `${JSON.stringify(resource)}\n`).join('')
  }
}

/** Whoever reads a stream asks for its next part: the database is asked on behalf of the same company each time. */
async function* onBehalfOf<One>(caller: Caller, all: AsyncGenerator<One>): AsyncGenerator<One> {
  const company = companyOfStaff(caller)
  try {
    for (;;) {
      const { done, value } = await forCompany(company, () => all.next())
      if (done) return
      yield value
    }
  } finally {
    await all.return(undefined)
  }
}

export type BulkParts = Parts & Pick<Services, 'viewers'>

/** The file of a kind, read from the database as it is fetched. */
export const fileOf = (parts: BulkParts, caller: Caller, wanted: Wanted): Readable =>
  readInTime(onBehalfOf(caller, linesOf(parts, caller, wanted)))
