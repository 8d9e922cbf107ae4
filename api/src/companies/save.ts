import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { companies } from '@carewatch/migrations/schema/people'
import { and, eq, isNull } from 'drizzle-orm'
import { changedAfter } from '../http/changed.ts'
import type { CompanyRow } from './find.ts'

export type CompanyColumns = Partial<typeof companies.$inferInsert>

/** Of two who change a company at once, the second hears of it, and so does whoever looked at an older state. */
export async function saveCompany(
  tx: Db,
  company: CompanyRow,
  { columns, seenAt }: { columns: CompanyColumns; seenAt?: Date | undefined },
): Promise<void> {
  if (seenAt !== undefined && seenAt.getTime() !== company.updatedAt.getTime()) throw new Refusal('conflict')
  const isAsSeen = and(
    eq(companies.id, company.id),
    eq(companies.updatedAt, company.updatedAt),
    isNull(companies.deletedAt),
  )
  const saved = await tx
    .update(companies)
    .set({ ...columns, updatedAt: changedAfter(companies.updatedAt) })
    .where(isAsSeen)
    .returning({ id: companies.id })
  if (saved.length === 0) throw new Refusal('conflict')
}
