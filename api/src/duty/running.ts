import { Refusal } from '@carewatch/contracts/refusal'
import { duties } from '@carewatch/migrations/schema/escalation'
import { branches } from '@carewatch/migrations/schema/people'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../alarms/steps.ts'
import type { Viewer } from '../access/viewer.ts'
import { visibleBranches } from '../access/visible.ts'

/** A duty that has begun ends now and stays in the books; one to come is struck out. */
const ENDED = {
  toAt: sql`case when ${duties.fromAt} < now() then now() else ${duties.toAt} end`,
  deletedAt: sql`case when ${duties.fromAt} < now() then null else now() end`,
  updatedAt: sql`now()`,
}

/** Ends a duty that is not over yet and answers what it was; of two who end it at once the second finds none. */
export async function endRunning(tx: Tx, viewer: Viewer, uuid: string) {
  const mine = and(
    eq(duties.uuid, uuid),
    isNull(duties.deletedAt),
    gt(duties.toAt, sql`now()`),
    visibleBranches(viewer),
  )
  const [row] = await tx
    .select({ duty: duties, branch: branches })
    .from(duties)
    .innerJoin(branches, eq(branches.id, duties.branchId))
    .where(mine)
    .for('update', { of: duties })
  if (!row) throw new Refusal('notFound')
  await tx.update(duties).set(ENDED).where(eq(duties.id, row.duty.id))
  return row
}
