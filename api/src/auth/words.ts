import type { Db } from '@carewatch/platform/database/client'
import { companies } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'

type Person = {
  firstName: string
  lastName: string
  userName: string
  email: string
  companyId: number | null
}

/** What somebody who knows a person would try first: their names and those of their company. */
export async function wordsOf(db: Db, person: Person): Promise<string[]> {
  const { firstName, lastName, userName, email, companyId } = person
  const own = [firstName, lastName, userName, email, email.split('@')[0] ?? '']
  if (companyId === null) return own
  const [company] = await db
    .select({ name: companies.name, code: companies.code })
    .from(companies)
    .where(eq(companies.id, companyId))
  return company ? [...own, company.name, company.code] : own
}
