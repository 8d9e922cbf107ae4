import { companies, users } from '@carewatch/migrations/schema/people'
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { identities, isIdentity } from '../access/identity.ts'
import type { Services } from '../services.ts'
import { seen } from '../access/seen.ts'

type Place = { companyId: number; name: string; heardUntil: Date | null }

/** Whoever manages a company hears by letter that it, or a branch of it, is inactive, and until when its devices are heard: they may not sign in to read it. */
export async function informManagers(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  { companyId, name, heardUntil }: Place,
): Promise<void> {
  if (heardUntil === null) return
  const isNamed = sql`${users.id} = (select ${companies.managerId} from ${companies} where ${companies.id} = ${companyId})`
  const holdsRole = and(eq(users.role, 'MANAGER'), eq(users.companyId, companyId))
  const managers = await db
    .select({ person: seen(users), email: identities.email })
    .from(users)
    .innerJoin(identities, isIdentity)
    .where(and(or(isNamed, holdsRole), eq(users.isActive, true), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
  for (const { person, email } of managers) mail.sendPlaceInactive({ ...person, email }, { name, heardUntil })
}
