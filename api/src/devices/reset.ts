import type { resetDevice as contract } from '@carewatch/contracts/http/device-changes'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { clearDevice } from './clear-device.ts'
import { queueCommand, commandReply } from './commands/commands.ts'
import { defaultSettings } from '@carewatch/contracts/default-settings'
import { closeBefore, endAssignment } from '../assignments/assignments.ts'
import { holdDevices } from '../assignments/hold.ts'
import { changedDevice } from './save-device.ts'
import { holdSettings, saveSettings } from './settings/save-settings.ts'
import { getVisibleDevice } from '../access/visible-device.ts'

/** Erases the owner, the relatives and the settings here, and tells the watch to do the same within ten minutes. */
export async function resetDevice(db: Db, caller: Caller, uuid: string): Promise<Reply<typeof contract>> {
  const { id, row } = await db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, { uuid })
    await holdDevices(tx, [device.id])
    const closed = await closeBefore(tx, caller, { device, end: 'RESET' })
    const held = await holdSettings(tx, device.id)
    await endAssignment(tx, caller, { device, end: 'RESET' })
    const gone = await clearDevice(tx, device.id)
    await saveSettings(tx, caller, { device, row: held, changes: defaultSettings })
    const { companyId } = device
    const detail = { hadOwner: device.ownerId !== null, relatives: gone, alarmsClosed: closed }
    await audit(tx, caller, { action: 'reset', entity: 'device', uuid, companyId, detail })
    return { id: device.id, row: await queueCommand(tx, caller, { device, kind: 'RESET' }) }
  })
  const { command } = await commandReply(db, caller, row)
  return { ...(await changedDevice(db, id)), command }
}
