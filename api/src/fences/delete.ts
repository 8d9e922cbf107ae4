import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { fences } from '@carewatch/migrations/schema/devices'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleFence } from './fence-rows.ts'

/** The row stays for the alarms that it raised. */
export async function deleteFence(db: Db, caller: Caller, uuid: string): Promise<null> {
  await db.transaction(async (tx) => {
    const { fence, device } = await getVisibleFence(tx, caller, uuid)
    const gone = await tx
      .update(fences)
      .set({ deletedAt: new Date() })
      .where(and(eq(fences.id, fence.id), isNull(fences.deletedAt)))
      .returning({ id: fences.id })
    if (gone.length === 0) throw new Refusal('notFound')
    const detail = { device: device.uuid }
    await audit(tx, caller, { action: 'deleted', entity: 'fence', uuid, companyId: device.companyId, detail })
  })
  return null
}
