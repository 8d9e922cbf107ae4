import { branches, companies } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Group } from '@medplum/fhirtypes'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { reach } from '../../access/reach.ts'
import type { Caller } from '../../access/viewer.ts'
import { equals, visibleBranches } from '../../access/visible.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { identifier } from '../../exports/fhir/people.ts'
import { idsOf } from '../asked.ts'
import { BATCH, type Found, inBatches, type Needed, type Search } from '../source.ts'
import { isUuidAfter } from './uuid-after.ts'

type Row = { uuid: string; name: string; updatedAt: Date; quantity: number }

/** Who belongs to it is asked for by its export: so many people are named in no one resource. */
const groupOf = ({ uuid, name, updatedAt, quantity }: Row): Group => ({
  resourceType: 'Group',
  id: uuid,
  meta: { lastUpdated: updatedAt.toISOString() },
  identifier: identifier(uuid),
  active: true,
  type: 'person',
  actual: true,
  name,
  quantity,
})

const seesCompany = ({ role }: Caller): boolean => reach[role].includes('company')

/** The whole of a company, for whoever sees it. */
async function* ofCompany({ needed: { db }, caller, asked }: Search): AsyncGenerator<Found> {
  if (!seesCompany(caller) || asked.after !== undefined) return
  const ids = idsOf(asked)
  const { uuid, name, updatedAt } = companies
  // Within another, because drizzle takes the names of tables out of what a list of one table selects.
  const count = sql`(select count(*)::int from ${wearers} where ${visibleWearers(caller)})`
  const [row] = await db
    .select({
      uuid,
      name,
      updatedAt,
      quantity: sql<number>`${count}`,
    })
    .from(companies)
    .where(and(equals(companies.id, caller.companyId), ids && inArray(companies.uuid, ids)))
  if (row) yield { resource: groupOf(row), people: [], place: COMPANY }
}

/** The page before ended with the company. */
const COMPANY = 'company'

/** The people of the company, and of each branch that is in use. */
export async function* groups(search: Search): AsyncGenerator<Found> {
  const { needed, caller, asked } = search
  yield* ofCompany(search)
  const ids = idsOf(asked)
  const which = and(visibleBranches(caller), eq(branches.isActive, true), ids && inArray(branches.uuid, ids))
  const { uuid, name, updatedAt } = branches
  const count = sql`(select count(*)::int from ${wearers} where ${wearers.branchId} = ${branches.id} and ${visibleWearers(caller)})`
  const quantity = sql<number>`${count}`
  const rows = inBatches<Row>(
    asked.after === COMPANY ? undefined : asked.after,
    (after) =>
      needed.db
        .select({ uuid, name, updatedAt, quantity })
        .from(branches)
        .where(and(which, isUuidAfter(branches.uuid, after)))
        .orderBy(asc(branches.uuid))
        .limit(BATCH),
    (row) => row.uuid,
  )
  for await (const row of rows) yield { resource: groupOf(row), people: [], place: row.uuid }
}

/** Whom a Group is of: a branch, or the whole company (null); nothing where it is none of the caller's. */
export async function branchOfGroup(
  { db }: Needed,
  caller: Caller,
  group: string,
): Promise<number | null | undefined> {
  if (seesCompany(caller) && caller.companyUuid === group) return null
  const [row] = await db
    .select({ id: branches.id })
    .from(branches)
    .where(and(visibleBranches(caller), eq(branches.isActive, true), eq(branches.uuid, group)))
  return row?.id
}
