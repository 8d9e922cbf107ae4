import type { Company } from '@carewatch/contracts/http/companies'
import type { Db } from '@carewatch/migrations/client'
import { companies, users } from '@carewatch/migrations/schema/people'
import { and, asc, count, eq } from 'drizzle-orm'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleCompanies } from '../access/visible.ts'
import { containing, pageOf, type Paging, sortBy } from '../http/paging.ts'

const sortable = { name: companies.name, code: companies.code, createdAt: companies.createdAt }

export async function listCompanies(
  db: Db,
  viewer: Viewer,
  query: Paging,
): Promise<{ companies: Company[]; total: number }> {
  const where = and(visibleCompanies(viewer), containing(query.search, [companies.name, companies.code]))
  const [rows, [counted]] = await Promise.all([
    db
      .select({ company: companies, manager: users })
      .from(companies)
      .leftJoin(users, eq(users.id, companies.managerId))
      .where(where)
      .orderBy(sortBy(query.sort, sortable, asc(companies.name)), asc(companies.id))
      .limit(query.size)
      .offset(pageOf(query).offset),
    db.select({ total: count() }).from(companies).where(where),
  ])
  return {
    companies: rows.map(({ company, manager }) => ({
      ...company,
      manager: manager && { uuid: manager.uuid, name: fullName(manager) },
    })),
    total: counted?.total ?? 0,
  }
}
