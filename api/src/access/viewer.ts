import type { CurrentUser } from '@carewatch/contracts/http/auth'
import type { Db } from '@carewatch/migrations/client'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isOneOf } from './one-of.ts'

/** Whoever is asking. */
export type Viewer = CurrentUser & {
  id: number
  companyId: number | null
  branchId: number | null
  tokenVersion: number
}

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

const branchCompany = alias(companies, 'branch_company')

/** The living among these: deactivated and deleted people are nobody. */
export async function loadViewers(db: Db, uuids: readonly string[]): Promise<Viewer[]> {
  if (uuids.length === 0) return []
  return db
    .select({
      id: users.id,
      uuid: users.uuid,
      firstName: users.firstName,
      lastName: users.lastName,
      userName: users.userName,
      email: users.email,
      role: users.role,
      userType: users.userType,
      selectedLanguage: users.selectedLanguage,
      imageUrl: users.imageUrl,
      timeZone: users.timeZone,
      tokenVersion: users.tokenVersion,
      companyId: sql<number | null>`coalesce(${users.companyId}, ${branches.companyId})`,
      companyUuid: sql<string | null>`coalesce(${companies.uuid}, ${branchCompany.uuid})`,
      branchId: users.branchId,
      branchUuid: branches.uuid,
    })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(branches, eq(branches.id, users.branchId))
    .leftJoin(branchCompany, eq(branchCompany.id, branches.companyId))
    .where(and(isOneOf(users.uuid, uuids), eq(users.isActive, true), isNull(users.deletedAt)))
}
