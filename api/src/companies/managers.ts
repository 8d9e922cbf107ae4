import { companies, users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { identities, isIdentity } from '../access/identity.ts'
import { seen } from '../access/seen.ts'

/** Whoever manages a company, as letters are addressed. */
export async function managersOf(db: Db, companyId: number) {
  const isNamed = sql`${users.id} = (select ${companies.managerId} from ${companies} where ${companies.id} = ${companyId})`
  const holdsRole = and(eq(users.role, 'MANAGER'), eq(users.companyId, companyId))
  const rows = await db
    .select({ person: seen(users), email: identities.email })
    .from(users)
    .innerJoin(identities, isIdentity)
    .where(and(or(isNamed, holdsRole), eq(users.isActive, true), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
  return rows.map(({ person, email }) => ({ ...person, email }))
}
