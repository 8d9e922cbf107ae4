import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { cancelPlan as contract } from '@carewatch/contracts/http/wearers'
import { Refusal } from '@carewatch/contracts/refusal'
import { devices } from '@carewatch/migrations/schema/devices'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { doDue } from './hand-over/due.ts'
import { cancelPlan as giveUp } from '../assignments/plans.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import { wearerById } from './wearer-rows.ts'

/** What is planned does not come: of a person and a watch that are both the caller's to see. */
export async function cancelPlan(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  // unscoped: whether the person and the watch that it names are the caller's to see is asked next
  const [named] = await db
    .select({ id: assignments.id, wearer: wearers.uuid, device: devices.uuid, deviceId: devices.id })
    .from(assignments)
    .innerJoin(wearers, eq(wearers.id, assignments.wearerId))
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .where(eq(assignments.uuid, body.assignmentUUID))
  if (!named) throw new Refusal('notFound')
  await getVisibleDevice(db, caller, { uuid: named.device })
  await doDue(db, named.deviceId)
  const id = await db.transaction(async (tx) => {
    const wearer = await getVisibleWearer(tx, caller, named.wearer)
    await giveUp(tx, named)
    const { uuid, companyId } = wearer
    const detail = { device: named.device, planned: true }
    await audit(tx, caller, { action: 'cancelled', entity: 'wearer', uuid, companyId, detail })
    return wearer.id
  })
  return wearerById(db, id)
}
