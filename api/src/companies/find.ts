import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { companies, users } from '@carewatch/migrations/schema/people'
import { and, eq, sql } from 'drizzle-orm'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleCompanies } from '../access/visible.ts'
import { seen } from '../access/seen.ts'

export type CompanyRow = typeof companies.$inferSelect

/** The company, if the viewer may see it; else it does not exist. */
export async function getVisibleCompany(db: Db, viewer: Viewer, uuid: string): Promise<CompanyRow> {
  const [company] = await db
    .select()
    .from(companies)
    .where(and(eq(companies.uuid, uuid), visibleCompanies(viewer)))
  if (!company) throw new Refusal('notFound')
  return company
}

/** Of `companies`: from when on the devices of an inactive one are refused. */
export const untilHeard = () =>
  sql<Date | null>`heard_until(${companies.id}, null)`.mapWith(companies.createdAt)

/** A company as its calls answer it. */
export async function companyById(db: Db, id: number) {
  const [row] = await db
    .select({ company: companies, manager: seen(users), heardUntil: untilHeard() })
    .from(companies)
    .leftJoin(users, eq(users.id, companies.managerId))
    .where(eq(companies.id, id))
  if (!row) throw new Refusal('notFound')
  const { company, manager, heardUntil } = row
  return {
    company: { ...company, heardUntil, manager: manager && { uuid: manager.uuid, name: fullName(manager) } },
  }
}
