import { fhirResources } from '@carewatch/contracts/http/fhir-resources'
import {
  BULK_EXPORTS_MAX,
  BULK_HOURS,
  type BulkType,
  bulkTypes,
  type exportFile as fileContract,
} from '@carewatch/contracts/http/fhir-bulk'
import { everythingTypes } from '@carewatch/contracts/http/fhir'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { fhirExports } from '@carewatch/migrations/schema/fhir'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import type { Caller } from '../../access/viewer.ts'
import type { Turns } from '../../exports/at-once.ts'
import { InvalidFields } from '../../http/invalid-fields.ts'
import { baseOf } from '../base.ts'
import { readDate } from '../dates.ts'
import { branchOfGroup } from '../sources/groups.ts'
import { isHeld, type Parts } from '../search.ts'
import { type BulkParts, fileOf, isAny } from './read.ts'

type Query = { _since?: string | undefined; _type?: string | undefined; _outputFormat?: string | undefined }
export type Begun = { path: string; ofPatients: boolean; group?: string; query: Query }

const HOUR_MS = 3_600_000

/** Those that this role, and this key or token, may read. */
const mayRead = (caller: Caller, type: BulkType): boolean =>
  isHeld(caller, type) && fhirResources[type].allow.some((role) => role === caller.role)

/** The kinds that an export holds; of what was asked for by name nothing is left out in silence. */
function typesOf(caller: Caller, { ofPatients, query }: Begun): BulkType[] {
  const possible = bulkTypes.filter((type) => !ofPatients || everythingTypes.some((one) => one === type))
  const names = query._type?.split(',')
  if (names?.some((name) => !possible.some((type) => type === name)))
    throw new InvalidFields({ _type: 'invalid' })
  const wanted = possible.filter((type) => names?.includes(type) ?? type !== 'AuditEvent')
  const lacking = wanted.find((type) => !mayRead(caller, type))
  const held = wanted.filter((type) => mayRead(caller, type))
  if (lacking !== undefined && (names || held.length === 0)) {
    const scope = caller.key?.grants ? `system/${lacking}.r` : fhirResources[lacking].byKeyBeside.join(' ')
    throw new Refusal('forbidden', caller.key ? 'scopeMissing' : 'forbidden', { values: { scope } })
  }
  return held
}

function sinceOf({ query: { _since: text } }: Begun): Date | null {
  if (text === undefined) return null
  // An instant, as it stands in the export of before.
  const term = /T.*(Z|[+-]\d\d:\d\d)$/.test(text) ? readDate(text) : undefined
  if (!term || !/^\d/.test(text)) throw new InvalidFields({ _since: 'invalid' })
  return term.low
}

const requestOf = (parts: Parts, { path, query }: Begun): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const text = new URLSearchParams(Object.fromEntries(given)).toString()
  return `${baseOf(parts)}/${path}${text === '' ? '' : `?${text}`}`
}

/** As long as it can be fetched. */
const isThere = sql`${fhirExports.createdAt} > now() - ${BULK_HOURS}::int * interval '1 hour'`

const ownOf = ({ id, companyId }: Caller): SQL | undefined =>
  and(eq(fhirExports.userId, id), eq(fhirExports.companyId, companyId ?? 0), isThere)

export const addressOf = (parts: Parts, uuid: string): string => `${baseOf(parts)}/$export/${uuid}`

/** Begins an export; answers where it is asked after. Nothing of it is read before somebody fetches it. */
export async function beginExport(parts: Parts, caller: Caller, begun: Begun): Promise<string> {
  const { companyId, id: userId } = caller
  if (companyId === null) throw new Refusal('forbidden')
  const types = typesOf(caller, begun)
  const since = sinceOf(begun)
  const branchId = begun.group === undefined ? null : await branchOfGroup(parts, caller, begun.group)
  if (branchId === undefined) throw new Refusal('notFound')
  return parts.db.transaction(async (tx) => {
    // Of two who begin the last one at once, one is refused.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('fhir exports'), ${companyId})`)
    const open = await tx.$count(fhirExports, and(eq(fhirExports.companyId, companyId), isThere))
    if (open >= BULK_EXPORTS_MAX)
      throw new Refusal('tooMany', 'exportsMany', { retryAfterSeconds: HOUR_MS / 1_000 })
    const row = { companyId, userId, ofPatients: begun.ofPatients, branchId, types, since }
    const [made] = await tx
      .insert(fhirExports)
      .values({ ...row, request: requestOf(parts, begun) })
      .returning({ uuid: fhirExports.uuid })
    if (!made) throw new Refusal('unavailable')
    const trace = { action: 'exported', entity: 'export', uuid: made.uuid } as const
    await audit(tx, caller, { ...trace, detail: { types, format: 'ndjson' } })
    return made.uuid
  })
}

async function getExport(db: Db, caller: Caller, uuid: string) {
  const [found] = await db
    .select()
    .from(fhirExports)
    .where(and(eq(fhirExports.uuid, uuid), ownOf(caller)))
  if (!found) throw new Refusal('notFound')
  return found
}

/** So many kinds are looked through for each time that somebody asks how far it is. */
const LOOKED_AT_ONCE = 4

type Row = typeof fhirExports.$inferSelect
export type State = { progress: string } | { manifest: object; expires: Date }

function manifestOf(parts: Parts, caller: Caller, { uuid, createdAt, request, found }: Row): State {
  const shown = found.filter((type) => mayRead(caller, type))
  const output = shown.map((type) => ({ type, url: `${addressOf(parts, uuid)}/${type}` }))
  const manifest = {
    transactionTime: createdAt.toISOString(),
    request,
    requiresAccessToken: true,
    output,
    error: [],
  }
  return { manifest, expires: new Date(createdAt.getTime() + BULK_HOURS * HOUR_MS) }
}

/** How far an export is: it is done when it is known of which kinds there is anything. Whichever process is asked goes on where the last one stood. */
export async function stateOf(parts: Parts, caller: Caller, uuid: string): Promise<State> {
  const row = await getExport(parts.db, caller, uuid)
  const { types, looked, found, ofPatients, branchId, since } = row
  if (looked >= types.length) return manifestOf(parts, caller, row)
  const next = types.slice(looked, looked + LOOKED_AT_ONCE)
  const more: BulkType[] = []
  for (const type of next)
    // Another token of the same key may be granted what this one is not: of that it is taken for granted.
    if (!mayRead(caller, type) || (await isAny(parts, caller, { type, ofPatients, branchId, since })))
      more.push(type)
  const done = { looked: looked + next.length, found: [...found, ...more] }
  // Two who ask at once look at the same: what one has written the other does not write again.
  await parts.db
    .update(fhirExports)
    .set(done)
    .where(and(eq(fhirExports.uuid, uuid), eq(fhirExports.looked, looked), ownOf(caller)))
  if (done.looked < types.length) return { progress: `${done.looked} of ${types.length} kinds` }
  return manifestOf(parts, caller, { ...row, ...done })
}

/** Ends an export. */
export async function cancelExport(db: Db, caller: Caller, uuid: string): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(fhirExports)
      .where(and(eq(fhirExports.uuid, uuid), ownOf(caller)))
      .returning({ id: fhirExports.id })
    if (ended.length === 0) throw new Refusal('notFound')
    await audit(tx, caller, { action: 'cancelled', entity: 'export', uuid })
  })
}

/** A file of an export. Two of a company's are on their way from a process at once. */
export async function readFile(
  parts: BulkParts & { turns: Turns },
  caller: Caller,
  { params: { id, type } }: Input<typeof fileContract>,
) {
  const { types, ofPatients, branchId, since, companyId } = await getExport(parts.db, caller, id)
  if (!types.includes(type)) throw new Refusal('notFound')
  if (!mayRead(caller, type))
    throw new Refusal('forbidden', 'scopeMissing', { values: { scope: `system/${type}.r` } })
  return parts.turns.take(companyId, async () => fileOf(parts, caller, { type, ofPatients, branchId, since }))
}

export async function forgetOldExports(db: Db): Promise<void> {
  // unscoped: what has run out of every company, and shows nobody
  await db
    .delete(fhirExports)
    .where(lt(fhirExports.createdAt, sql`now() - ${BULK_HOURS}::int * interval '1 hour'`))
}
