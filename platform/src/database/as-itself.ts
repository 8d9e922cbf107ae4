import { sql } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'
import { companyInScope, forCompany } from './company-scope.ts'

/** A transaction keeps its connection: it changes its role for a while. */
async function withinTransaction<Result>(tx: Db, work: () => Promise<Result>): Promise<Result> {
  const { rows } = await tx.execute<{ role: string }>(
    sql`select current_setting('role') as role, set_config('role', 'none', true)`,
  )
  const back = () => tx.execute(sql`select set_config('role', ${rows[0]?.role}, true)`)
  try {
    const result = await work()
    await back()
    return result
  } catch (error) {
    // Where the database refused, the transaction is over, and its role with it.
    await back().catch(() => undefined)
    throw error
  }
}

/** What the interface asks as itself, within a call on behalf of a company's staff: what their role has no right on. Nothing else is asked in the same transaction meanwhile. */
export async function asItself<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  if (companyInScope() === undefined) return work()
  if (!(db instanceof PgTransaction)) return forCompany(undefined, work)
  return withinTransaction(db, () => forCompany(undefined, work))
}
