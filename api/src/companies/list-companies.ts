import type { Company } from '@carewatch/contracts/http/companies'
import type { Db } from '@carewatch/platform/database/client'
import { companies, users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { untilHeard } from './find.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleCompanies } from '../access/visible.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import type { Paging } from '../http/paging.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { contains, searchText } from '../http/search.ts'
import { seen } from '../access/seen.ts'

const companyList: List = {
  of: companies,
  sortable: { name: companies.name, code: companies.code, createdAt: companies.createdAt },
  usual: 'name',
}

export async function listCompanies(
  db: Db,
  viewer: Viewer,
  query: Paging,
): Promise<{ companies: Company[]; total: number }> {
  const where = visibleCompanies(viewer)
  const found = query.search ? contains(searchText(companies), query.search) : undefined
  const { ids, total } = await pickPage(db, companyList, { query, where, found })
  const rows = await db
    .select({ company: companies, manager: seen(users), heardUntil: untilHeard() })
    .from(companies)
    .leftJoin(users, eq(users.id, companies.managerId))
    .where(isAmong(companies.id, ids))
  return {
    companies: inOrder(ids, rows, ({ company }) => company.id).map(({ company, manager, heardUntil }) => ({
      ...company,
      heardUntil,
      manager: manager && { uuid: manager.uuid, name: fullName(manager) },
    })),
    total,
  }
}
