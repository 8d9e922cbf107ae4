import type { User } from '@carewatch/contracts/http/user-forms'
import type { Db } from '@carewatch/platform/database/client'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { emailOf, hasTwoStep, identities, isIdentity, userNameOf } from '../access/identity.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { seen } from '../access/seen.ts'

const supervisors = alias(users, 'supervisors')
const branchCompanies = alias(companies, 'branch_companies')

/** People with where they are and who looks after them. */
export const selectUsers = (db: Db) =>
  db
    .select({
      user: seen(users),
      email: emailOf,
      userName: userNameOf,
      hasTwoStep,
      hasCodes: sql<boolean>`${identities.totpEnabledAt} is not null`,
      companyUuid: sql<string | null>`coalesce(${companies.uuid}, ${branchCompanies.uuid})`,
      companyName: sql<string | null>`coalesce(${companies.name}, ${branchCompanies.name})`,
      branch: { uuid: branches.uuid, name: branches.name },
      supervisor: {
        uuid: supervisors.uuid,
        firstName: supervisors.firstName,
        lastName: supervisors.lastName,
        deletedAt: supervisors.deletedAt,
      },
    })
    .from(users)
    .innerJoin(identities, isIdentity)
    .leftJoin(branches, eq(branches.id, users.branchId))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(branchCompanies, eq(branchCompanies.id, branches.companyId))
    .leftJoin(supervisors, eq(supervisors.id, users.supervisorId))
export type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

/** Families and plain users are not shown other people's addresses. */
const HIDES_EMAIL = ['OWNER', 'RELATIVE', 'USER']

export const seesEmail = (viewer: Viewer, uuid: string): boolean =>
  viewer.uuid === uuid || !HIDES_EMAIL.includes(viewer.role)

export function toUser(viewer: Viewer, row: UserRow): User {
  const { user, branch, supervisor, companyUuid } = row
  const isLookedAfter = supervisor !== null && supervisor.deletedAt === null
  return {
    ...user,
    userName: row.userName,
    email: seesEmail(viewer, user.uuid) ? row.email : null,
    supervisor: isLookedAfter ? { uuid: supervisor.uuid, name: fullName(supervisor) } : null,
    company: companyUuid === null ? null : { uuid: companyUuid, name: row.companyName ?? '' },
    branch,
  }
}
