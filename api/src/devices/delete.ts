import type { Db } from '@carewatch/platform/database/client'
import { alarmHistory, alarms, notifications, taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { saveDevice } from './save-device.ts'
import { getVisibleDevice } from '../access/visible-device.ts'

const NOTE = 'device deleted'

/** What is open of a device nobody will see again would stay open for ever. */
async function closeAlarms(tx: Db, { id: userId }: Caller, deviceId: number): Promise<number> {
  const now = new Date()
  const closed = await tx
    .update(alarms)
    .set({ active: false, clearedAt: now, closedAt: now, closedById: userId, cause: 'OTHER' })
    .where(and(eq(alarms.deviceId, deviceId), isNull(alarms.closedAt)))
    .returning({ id: alarms.id })
  const steps = closed.map(({ id: alarmId }) => ({ alarmId, userId, step: 'CLOSED' as const, note: NOTE }))
  if (steps.length > 0) await tx.insert(alarmHistory).values(steps)
  await tx
    .update(notifications)
    .set({ acknowledgedAt: now, acknowledgedById: userId })
    .where(and(eq(notifications.deviceId, deviceId), isNull(notifications.acknowledgedAt)))
  return closed.length
}

async function finishTasks(tx: Db, { id: userId }: Caller, deviceId: number): Promise<void> {
  const now = new Date()
  const done = await tx
    .update(tasks)
    .set({ status: 'DONE', doneAt: now, outcome: NOTE, updatedAt: now })
    .where(and(eq(tasks.deviceId, deviceId), ne(tasks.status, 'DONE')))
    .returning({ id: tasks.id })
  const steps = done.map(({ id: taskId }) => ({ taskId, userId, change: { status: 'DONE', outcome: NOTE } }))
  if (steps.length > 0) await tx.insert(taskHistory).values(steps)
}

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
    await saveDevice(tx, device, { columns })
    const closed = await closeAlarms(tx, caller, device.id)
    await finishTasks(tx, caller, device.id)
    await dropWaiting(tx, caller, device.id)
    const { companyId } = device
    const detail = { alarmsClosed: closed }
    await audit(tx, caller, { action: 'deleted', entity: 'device', uuid, companyId, detail })
  })
  return null
}
