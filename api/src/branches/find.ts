import type { Branch } from '@carewatch/contracts/http/branches'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { branches } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBranches } from '../access/visible.ts'
import { loadBranches } from './list.ts'

export type BranchRow = typeof branches.$inferSelect

/** The branch, if the viewer may see it; else it does not exist. */
export async function getVisibleBranch(db: Db, viewer: Viewer, uuid: string): Promise<BranchRow> {
  const [branch] = await db
    .select()
    .from(branches)
    .where(and(eq(branches.uuid, uuid), visibleBranches(viewer)))
  if (!branch) throw new Refusal('notFound')
  return branch
}

/** A branch as its calls answer it. */
export async function branchById(db: Db, id: number): Promise<{ branch: Branch }> {
  const [branch] = await loadBranches(db, [id])
  if (!branch) throw new Refusal('notFound')
  return { branch }
}
