import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import {
  bookmarks,
  deviceCommands,
  devices,
  fences,
  relatives,
  watchSettings,
  watchSettingsHistory,
} from '@carewatch/migrations/schema/devices'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { positions, rejectedMessages } from '@carewatch/migrations/schema/readings'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import type { Caller } from '../../access/viewer.ts'

/** A watch without its owner: its readings stay, and nothing that says where or with whom they lived. */
async function forgetWearer(tx: Db, id: number): Promise<void> {
  const home = { ownerId: null, homeLat: null, homeLng: null, imageUrl: null, updatedAt: new Date() }
  await tx
    .update(devices)
    .set({ ...home, name: sql`right(${devices.imei}, 6)` })
    .where(eq(devices.id, id))
  const revision = sql`${watchSettings.revision} + 1`
  await tx
    .update(watchSettings)
    .set({ sosContacts: [], phonebook: [], reminders: [], reported: null, revision })
    .where(eq(watchSettings.deviceId, id))
  await tx.update(watchSettingsHistory).set({ change: {} }).where(eq(watchSettingsHistory.deviceId, id))
  await tx.update(deviceCommands).set({ payload: {} }).where(eq(deviceCommands.deviceId, id))
  await tx.update(bookmarks).set({ label: '' }).where(eq(bookmarks.deviceId, id))
  await tx
    .update(onboardingRequests)
    .set({ shipping: {}, owner: {}, contactPerson: {}, contacts: [], reason: null })
    .where(eq(onboardingRequests.deviceId, id))
  // An alarm knows which fence was left, and there will be none.
  await tx
    .update(alarms)
    .set({ fenceId: null })
    .where(and(eq(alarms.deviceId, id), isNotNull(alarms.fenceId)))
  for (const table of [relatives, fences, positions, rejectedMessages])
    await tx.delete(table).where(eq(table.deviceId, id))
}

/** Lets go of the watches of a person; answers which watches are about them, owned or followed. */
export async function releaseDevices(tx: Db, caller: Caller, userId: number): Promise<number[]> {
  const owned = await tx
    .select({ id: devices.id, uuid: devices.uuid, companyId: devices.companyId })
    .from(devices)
    .where(eq(devices.ownerId, userId))
  const followed = await tx
    .select({ id: relatives.deviceId })
    .from(relatives)
    .where(eq(relatives.userId, userId))
  for (const { id, uuid, companyId } of owned) {
    await forgetWearer(tx, id)
    await audit(tx, caller, { action: 'ownerDeleted', entity: 'device', uuid, companyId })
  }
  return [...owned, ...followed].map(({ id }) => id)
}

/** Nobody's watch calls a number any more that was theirs. */
export async function forgetNumber(tx: Db, contactNumber: string | null): Promise<void> {
  if (contactNumber === null) return
  const others = (list: typeof watchSettings.sosContacts | typeof watchSettings.phonebook) =>
    sql`(select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(${list}) as one
      where regexp_replace(one ->> 'number', '[^0-9]', '', 'g') not like '%' || ${contactNumber.slice(-9)})`
  const calls = sql`regexp_replace(${watchSettings.sosContacts}::text || ${watchSettings.phonebook}::text, '[^0-9",]', '', 'g')
    like '%' || ${contactNumber.slice(-9)} || '%'`
  await tx
    .update(watchSettings)
    .set({
      sosContacts: others(watchSettings.sosContacts),
      phonebook: others(watchSettings.phonebook),
      revision: sql`${watchSettings.revision} + 1`,
    })
    .where(
      inArray(
        watchSettings.deviceId,
        tx.select({ id: watchSettings.deviceId }).from(watchSettings).where(calls),
      ),
    )
}
