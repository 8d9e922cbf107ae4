import type { Db } from '@carewatch/platform/database/client'
import { asItself } from '@carewatch/platform/database/as-itself'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { assignments } from '@carewatch/migrations/schema/wearers'
import { and, eq, inArray } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { closeBefore, endAssignment } from '../assignments/assignments.ts'
import { holdDevices } from '../assignments/hold.ts'
import { cancelPlans } from '../assignments/plans.ts'
import { saveDevice } from './save-device.ts'
import { getVisibleDevice } from '../access/visible-device.ts'

const NOTE = 'device deleted'

async function dropWaiting(tx: Db, { id: userId }: Caller, deviceId: number): Promise<void> {
  const now = new Date()
  await tx
    .update(deviceCommands)
    .set({ state: 'EXPIRED', doneAt: now, updatedAt: now })
    .where(and(eq(deviceCommands.deviceId, deviceId), inArray(deviceCommands.state, ['QUEUED', 'SENT'])))
  await tx
    .update(onboardingRequests)
    .set({ status: 'REJECTED', decidedById: userId, decidedAt: now, reason: NOTE, updatedAt: now })
    .where(and(eq(onboardingRequests.deviceId, deviceId), eq(onboardingRequests.status, 'SUBMITTED')))
}

/** The row stays for the history that names it; nobody sees it, and its password opens nothing. */
export async function deleteDevice(db: Db, caller: Caller, uuid: string): Promise<null> {
  await db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, { uuid })
    const columns = { deletedAt: new Date(), isActive: false, credentialHash: null }
    await holdDevices(tx, [device.id])
    const closed = await closeBefore(tx, caller, { device, end: 'DELETED' })
    await asItself(tx, () => saveDevice(tx, device, { columns }))
    await cancelPlans(tx, eq(assignments.deviceId, device.id))
    await endAssignment(tx, caller, { device, end: 'DELETED' })
    await dropWaiting(tx, caller, device.id)
    const { companyId } = device
    const detail = { alarmsClosed: closed }
    await audit(tx, caller, { action: 'deleted', entity: 'device', uuid, companyId, detail })
  })
  return null
}
