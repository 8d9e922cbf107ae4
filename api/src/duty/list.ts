import { type duties as contract, MAX_DUTIES } from '@carewatch/contracts/http/duty'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { duties } from '@carewatch/migrations/schema/escalation'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { getVisibleBranch } from '../branches/find.ts'
import { selectDuties, toDuty } from './duty-rows.ts'

/** Who is on duty in a branch now, and who comes after. */
export async function dutiesOf(db: Db, branch: { id: number }): Promise<Reply<typeof contract>> {
  const ofBranch = and(eq(duties.branchId, branch.id), isNull(duties.deletedAt))
  // As itself: whoever is called here is told of, though they work elsewhere by now.
  const rows = await asItself(db, () =>
    selectDuties(db)
      .where(and(ofBranch, gt(duties.toAt, sql`now()`)))
      .orderBy(asc(duties.fromAt), asc(duties.id))
      .limit(MAX_DUTIES),
  )
  const listed = rows.map((row) => toDuty(row))
  if (listed.some(({ isNow }) => isNow)) return { duties: listed, isUnattended: false }
  const [kept] = await db.select({ id: duties.id }).from(duties).where(ofBranch).limit(1)
  return { duties: listed, isUnattended: kept !== undefined }
}

export const listDuties = async (
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> => dutiesOf(db, await getVisibleBranch(db, viewer, query.branch))
