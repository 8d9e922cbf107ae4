import type { allBranches, Branch } from '@carewatch/contracts/http/branches'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { branches, branchNurses, companies, users } from '@carewatch/migrations/schema/people'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleBranches } from '../access/visible.ts'
import { isUnattended } from './unattended.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { contains, searchText } from '../http/search.ts'
import { seen } from '../access/seen.ts'

/** From when on the devices of an inactive one are refused: by itself, or with its company. */
const heardUntil = sql<Date | null>`heard_until(${branches.companyId}, ${branches.id})`.mapWith(
  branches.createdAt,
)

const branchList: List = {
  of: branches,
  joins: sql`left join ${companies} on ${companies.id} = ${branches.companyId}`,
  sortable: {
    name: branches.name,
    code: branches.code,
    company: companies.name,
    createdAt: branches.createdAt,
  },
  usual: 'name',
}

export async function listBranches(
  db: Db,
  viewer: Viewer,
  query: Input<typeof allBranches>['query'],
): Promise<{ branches: Branch[]; total: number }> {
  const { companyUuid } = query
  const isOfCompany =
    companyUuid &&
    sql`${branches.companyId} = (select ${companies.id} from ${companies} where ${companies.uuid} = ${companyUuid})`
  const where = and(visibleBranches(viewer), isOfCompany || undefined)
  const found = query.search ? contains(searchText(branches), query.search) : undefined
  const { ids, total } = await pickPage(db, branchList, { query, where, found })
  return { branches: await loadBranches(db, ids), total }
}

/** Branches with their company and their nurses, in the order of these ids. */
export async function loadBranches(db: Db, ids: number[]): Promise<Branch[]> {
  const rows = await db
    .select({
      branch: branches,
      company: { uuid: companies.uuid, name: companies.name },
      isUnattended,
      heardUntil,
    })
    .from(branches)
    .innerJoin(companies, eq(companies.id, branches.companyId))
    .where(isAmong(branches.id, ids))
  const nurses = await nursesOf(db, ids)
  return inOrder(ids, rows, ({ branch }) => branch.id).map(
    ({ branch, company, isUnattended, heardUntil }) => ({
      ...branch,
      isUnattended,
      heardUntil,
      company,
      nurses: nurses.get(branch.id) ?? [],
    }),
  )
}

async function nursesOf(db: Db, branchIds: number[]) {
  const nurses = new Map<number, { uuid: string; name: string }[]>()
  if (branchIds.length === 0) return nurses
  // As itself: whoever is called here is told of, though they work elsewhere by now.
  const rows = await asItself(db, () =>
    db
      .select({ branchId: branchNurses.branchId, user: seen(users) })
      .from(branchNurses)
      .innerJoin(users, eq(users.id, branchNurses.userId))
      .where(and(inArray(branchNurses.branchId, branchIds), isNull(users.deletedAt)))
      .orderBy(asc(users.lastName), asc(users.firstName)),
  )
  for (const { branchId, user } of rows) {
    const known = nurses.get(branchId) ?? []
    nurses.set(branchId, [...known, { uuid: user.uuid, name: fullName(user) }])
  }
  return nurses
}
