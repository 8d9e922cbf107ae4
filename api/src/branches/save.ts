import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { branches } from '@carewatch/migrations/schema/people'
import { and, eq, isNull } from 'drizzle-orm'
import { changedAfter } from '../http/changed.ts'
import type { BranchRow } from './find.ts'

export type BranchColumns = Partial<typeof branches.$inferInsert>

/** Of two who change a branch at once, the second hears of it, and so does whoever looked at an older state. */
export async function saveBranch(
  tx: Db,
  branch: BranchRow,
  { columns, seenAt }: { columns: BranchColumns; seenAt?: Date | undefined },
): Promise<void> {
  if (seenAt !== undefined && seenAt.getTime() !== branch.updatedAt.getTime()) throw new Refusal('conflict')
  const isAsSeen = and(
    eq(branches.id, branch.id),
    eq(branches.updatedAt, branch.updatedAt),
    isNull(branches.deletedAt),
  )
  const saved = await tx
    .update(branches)
    .set({ ...columns, updatedAt: changedAfter(branches.updatedAt) })
    .where(isAsSeen)
    .returning({ id: branches.id })
  if (saved.length === 0) throw new Refusal('conflict')
}
