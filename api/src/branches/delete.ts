import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { branches, branchNurses } from '@carewatch/migrations/schema/people'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { saveAsSeen } from '../http/save-as-seen.ts'
import { countsOfBranch } from '../companies/counts.ts'
import { getVisibleBranch } from './find.ts'

/** Only an empty one; its rooms, in which nothing stands any more, close with it. */
export async function deleteBranch(db: Db, caller: Caller, uuid: string): Promise<null> {
  await db.transaction(async (tx) => {
    const branch = await getVisibleBranch(tx, caller, uuid)
    const { people, devices, gateways } = await countsOfBranch(tx, branch.id)
    if (devices + gateways > 0) throw new Refusal('conflict', 'hasDevices')
    if (people > 0) throw new Refusal('conflict', 'hasUsers')
    const now = new Date()
    await saveAsSeen(tx, branches, { row: branch, columns: { deletedAt: now, isActive: false } })
    await tx.delete(branchNurses).where(eq(branchNurses.branchId, branch.id))
    await tx
      .update(rooms)
      .set({ deletedAt: now, updatedAt: now })
      .where(and(eq(rooms.branchId, branch.id), isNull(rooms.deletedAt)))
    const { companyId } = branch
    await audit(tx, caller, { action: 'deleted', entity: 'branch', uuid, companyId })
  })
  return null
}
