import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { duties } from '@carewatch/migrations/schema/escalation'
import { branches } from '@carewatch/migrations/schema/people'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { visibleBranches } from '../access/visible.ts'

/** A duty that has begun ends now and stays in the books; one to come is struck out. */
const ENDED = {
  toAt: sql`case when ${duties.fromAt} < now() then now() else ${duties.toAt} end`,
  deletedAt: sql`case when ${duties.fromAt} < now() then null else now() end`,
  updatedAt: sql`now()`,
}

export async function endDuty(db: Db, caller: Caller, uuid: string): Promise<null> {
  return db.transaction(async (tx) => {
    const mine = and(
      eq(duties.uuid, uuid),
      isNull(duties.deletedAt),
      gt(duties.toAt, sql`now()`),
      visibleBranches(caller),
    )
    const [row] = await tx
      .select({ id: duties.id, branch: branches })
      .from(duties)
      .innerJoin(branches, eq(branches.id, duties.branchId))
      .where(mine)
    if (!row) throw new Refusal('notFound')
    await tx.update(duties).set(ENDED).where(eq(duties.id, row.id))
    const { companyId } = row.branch
    const detail = { fields: ['duty'] }
    await audit(tx, caller, { action: 'updated', entity: 'branch', uuid: row.branch.uuid, companyId, detail })
    return null
  })
}
