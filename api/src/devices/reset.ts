import type { resetDevice as contract } from '@carewatch/contracts/http/device-changes'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { deviceCommands, devices, fences, relatives } from '@carewatch/migrations/schema/devices'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { changedAfter } from '../http/changed.ts'
import { queueCommand, commandReply } from './commands/commands.ts'
import { defaultSettings } from '@carewatch/contracts/default-settings'
import { endAssignment } from '../wearers/assignments.ts'
import { changedDevice } from './save-device.ts'
import { holdSettings, saveSettings } from './settings/save-settings.ts'
import { getVisibleDevice } from '../access/visible-device.ts'

/** Nothing of a person stays on the device: it is as new, and what was still to be told to the old wearer's watch is dropped. */
async function forgetPeople(tx: Db, deviceId: number): Promise<number> {
  const gone = await tx
    .delete(relatives)
    .where(eq(relatives.deviceId, deviceId))
    .returning({ id: relatives.id })
  // The former wearer's alarms name the fence that was left.
  await tx
    .update(fences)
    .set({ deletedAt: new Date(), isActive: false })
    .where(and(eq(fences.deviceId, deviceId), isNull(fences.deletedAt)))
  await tx
    .update(devices)
    .set({
      ownerId: null,
      homeLat: null,
      homeLng: null,
      imageUrl: null,
      updatedAt: changedAfter(devices.updatedAt),
    })
    .where(eq(devices.id, deviceId))
  const now = new Date()
  await tx
    .update(deviceCommands)
    .set({ state: 'EXPIRED', doneAt: now, updatedAt: now })
    .where(and(eq(deviceCommands.deviceId, deviceId), eq(deviceCommands.state, 'QUEUED')))
  return gone.length
}

/** Erases the owner, the relatives and the settings here, and tells the watch to do the same within ten minutes. */
export async function resetDevice(db: Db, caller: Caller, uuid: string): Promise<Reply<typeof contract>> {
  const { id, row } = await db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, { uuid })
    const held = await holdSettings(tx, device.id)
    const closed = await endAssignment(tx, caller, { device, end: 'RESET' })
    const gone = await forgetPeople(tx, device.id)
    await saveSettings(tx, caller, { device, row: held, changes: defaultSettings })
    const { companyId } = device
    const detail = { hadOwner: device.ownerId !== null, relatives: gone, alarmsClosed: closed }
    await audit(tx, caller, { action: 'reset', entity: 'device', uuid, companyId, detail })
    return { id: device.id, row: await queueCommand(tx, caller, { device, kind: 'RESET' }) }
  })
  const { command } = await commandReply(db, caller, row)
  return { ...(await changedDevice(db, id)), command }
}
