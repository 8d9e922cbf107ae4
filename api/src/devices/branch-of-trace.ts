import { branches } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { eq } from 'drizzle-orm'

/** Of which branch a watch is when something of it is changed, for the trace: later it may be another's. */
export async function branchOfTrace(
  tx: Db,
  { branchId }: { branchId: number | null },
): Promise<{ branch?: string }> {
  if (branchId === null) return {}
  const [row] = await tx.select({ uuid: branches.uuid }).from(branches).where(eq(branches.id, branchId))
  return row ? { branch: row.uuid } : {}
}
