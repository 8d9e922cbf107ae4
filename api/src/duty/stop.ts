import type { Db } from '@carewatch/platform/database/client'
import { duties } from '@carewatch/migrations/schema/escalation'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleBranch } from '../branches/find.ts'

/** A branch that says no longer who is on duty: until it does again, its alarms concern all of its nurses. */
export async function stopDuties(db: Db, caller: Caller, branchUuid: string): Promise<null> {
  return db.transaction(async (tx) => {
    const { id, uuid, companyId } = await getVisibleBranch(tx, caller, branchUuid)
    const now = new Date()
    await tx
      .update(duties)
      .set({ deletedAt: now, updatedAt: now })
      .where(and(eq(duties.branchId, id), isNull(duties.deletedAt)))
    const detail = { fields: ['duty'] }
    await audit(tx, caller, { action: 'updated', entity: 'branch', uuid, companyId, detail })
    return null
  })
}
