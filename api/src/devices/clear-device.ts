import type { Db } from '@carewatch/platform/database/client'
import {
  deviceCommands,
  devices,
  fences,
  relatives,
  watchSettings,
} from '@carewatch/migrations/schema/devices'
import { deviceNetworks } from '@carewatch/migrations/schema/proof'
import { settingStates } from '@carewatch/migrations/schema/setting-states'
import { and, eq, isNull } from 'drizzle-orm'
import { changedAfter } from '../http/changed.ts'

/** Nothing of a person stays on the device: it is as new, and what was still to be sent to it is dropped. Answers how many relatives it had. */
export async function clearDevice(tx: Db, deviceId: number): Promise<number> {
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
  // From where the former wearer connected: whoever is there now is not the next one's watch.
  await tx.delete(deviceNetworks).where(eq(deviceNetworks.deviceId, deviceId))
  const now = new Date()
  await tx
    .update(deviceCommands)
    .set({ state: 'EXPIRED', doneAt: now, updatedAt: now })
    .where(and(eq(deviceCommands.deviceId, deviceId), isNull(deviceCommands.doneAt)))
  await forgetSettings(tx, deviceId)
  return gone.length
}

/** Whatever is on the device, the next wearer's settings are sent to it from the first to the last. Its sendings are counted on: a late answer is none to a later one. */
async function forgetSettings(tx: Db, deviceId: number): Promise<void> {
  await tx
    .update(settingStates)
    .set({
      revision: 0,
      digest: null,
      unanswered: 0,
      sentAt: null,
      answeredAt: null,
      isTaken: null,
      isReadBack: false,
    })
    .where(eq(settingStates.deviceId, deviceId))
  await tx
    .update(watchSettings)
    .set({ reported: null, reportedRevision: null, reportedAt: null, sentRevision: null, sentAt: null })
    .where(eq(watchSettings.deviceId, deviceId))
}
