import type { Branch } from '@carewatch/contracts/http/companies'
import type { Db } from '@carewatch/migrations/client'
import { branches, branchNurses, companies, users } from '@carewatch/migrations/schema/people'
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleBranches } from '../access/visible.ts'
import { containing, pageOf, type Paging, sortBy } from '../http/paging.ts'

const sortable = {
  name: branches.name,
  code: branches.code,
  company: companies.name,
  createdAt: branches.createdAt,
}

export async function listBranches(
  db: Db,
  viewer: Viewer,
  query: Paging,
): Promise<{ branches: Branch[]; total: number }> {
  const where = and(visibleBranches(viewer), containing(query.search, [branches.name, branches.code]))
  const [rows, [counted]] = await Promise.all([
    db
      .select({ branch: branches, company: { uuid: companies.uuid, name: companies.name } })
      .from(branches)
      .innerJoin(companies, eq(companies.id, branches.companyId))
      .where(where)
      .orderBy(sortBy(query.sort, sortable, asc(branches.name)), asc(branches.id))
      .limit(query.size)
      .offset(pageOf(query).offset),
    db.select({ total: count() }).from(branches).where(where),
  ])
  const nurses = await nursesOf(
    db,
    rows.map(({ branch }) => branch.id),
  )
  return {
    branches: rows.map(({ branch, company }) => ({
      ...branch,
      company,
      nurses: nurses.get(branch.id) ?? [],
    })),
    total: counted?.total ?? 0,
  }
}

async function nursesOf(db: Db, branchIds: number[]) {
  const nurses = new Map<number, { uuid: string; name: string }[]>()
  if (branchIds.length === 0) return nurses
  const rows = await db
    .select({ branchId: branchNurses.branchId, user: users })
    .from(branchNurses)
    .innerJoin(users, eq(users.id, branchNurses.userId))
    .where(and(inArray(branchNurses.branchId, branchIds), isNull(users.deletedAt)))
    .orderBy(asc(users.lastName), asc(users.firstName))
  for (const { branchId, user } of rows) {
    const known = nurses.get(branchId) ?? []
    nurses.set(branchId, [...known, { uuid: user.uuid, name: fullName(user) }])
  }
  return nurses
}
