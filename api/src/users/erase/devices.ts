import type { Db } from '@carewatch/platform/database/client'
import { devices, relatives, watchSettings } from '@carewatch/migrations/schema/devices'
import { assignments, wearerKept, wearers } from '@carewatch/migrations/schema/wearers'
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import type { Caller } from '../../access/viewer.ts'
import { isPresent } from '../../access/worn.ts'
import { endAssignment } from '../../assignments/assignments.ts'
import { holdDevices } from '../../assignments/hold.ts'
import { eraseWearers, idsOfErased } from './wearers.ts'
import { seen } from '../../access/seen.ts'

/** A watch without its owner is as new: nothing says with whom they lived, or where. */
async function forgetOwner(tx: Db, id: number): Promise<void> {
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
  await tx.delete(relatives).where(eq(relatives.deviceId, id))
}

/** Lets go of the watches of a person and of what they know of them, on those too that others wear now; answers which watches are about them: worn, owned or followed. */
export async function releaseDevices(tx: Db, caller: Caller, userId: number): Promise<number[]> {
  const isWorn = and(isPresent, sql`${assignments.wearerId} in ${idsOfErased(userId)}`)
  const worn = tx.select({ id: assignments.deviceId }).from(assignments).where(isWorn)
  const isTheirs = or(eq(devices.ownerId, userId), inArray(devices.id, worn))
  const found = await tx.select({ id: devices.id }).from(devices).where(isTheirs)
  await holdDevices(
    tx,
    found.map(({ id }) => id),
  )
  // As they are now: one may have been given to somebody else this very moment.
  const theirs = await tx.select(seen(devices)).from(devices).where(isTheirs).orderBy(asc(devices.id))
  const owned = theirs.filter(({ ownerId }) => ownerId === userId)
  const followed = await tx
    .select({ id: relatives.deviceId })
    .from(relatives)
    .where(eq(relatives.userId, userId))
  for (const device of theirs) await endAssignment(tx, caller, { device, end: 'ERASED' })
  const everWorn = await eraseWearers(tx, userId)
  for (const { id, uuid, companyId } of owned) {
    await forgetOwner(tx, id)
    await audit(tx, caller, { action: 'ownerDeleted', entity: 'device', uuid, companyId })
  }
  return [...new Set([...everWorn, ...owned.map(({ id }) => id), ...followed.map(({ id }) => id)])]
}

/** Nobody's watch calls a number any more that was theirs. */
export async function forgetNumber(
  tx: Db,
  contactNumber: string | null,
  within: { companyId: number | null } | undefined,
): Promise<void> {
  if (contactNumber === null) return
  const others = (list: SQL | typeof watchSettings.sosContacts | typeof watchSettings.phonebook) =>
    sql`(select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(${list}) as one
      where regexp_replace(one ->> 'number', '[^0-9]', '', 'g') not like '%' || ${contactNumber.slice(-9)})`
  const names = (list: SQL) =>
    sql`regexp_replace(${list}, '[^0-9",]', '', 'g') like '%' || ${contactNumber.slice(-9)} || '%'`
  const calls = names(sql`${watchSettings.sosContacts}::text || ${watchSettings.phonebook}::text`)
  const ofHouse =
    within &&
    sql`${watchSettings.deviceId} in (select ${devices.id} from ${devices} where ${devices.companyId} is not distinct from ${within.companyId})`
  // unscoped: the number of whoever is erased is forgotten by every watch that calls it
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
        tx.select({ id: watchSettings.deviceId }).from(watchSettings).where(and(calls, ofHouse)),
      ),
    )
  await forgetKeptNumber(tx, { others, names }, within)
}

type Forgetting = { others: (list: SQL) => SQL; names: (list: SQL) => SQL }

/** Nor one that is kept for whom it was set. */
async function forgetKeptNumber(
  tx: Db,
  { others, names }: Forgetting,
  within: { companyId: number | null } | undefined,
): Promise<void> {
  const ofHouse =
    within &&
    sql`${wearerKept.wearerId} in (select ${wearers.id} from ${wearers} where ${wearers.companyId} is not distinct from ${within.companyId})`
  for (const name of ['sosContacts', 'phonebook']) {
    const list = sql`${wearerKept.settings} -> ${name}`
    // unscoped: the number of whoever is erased is forgotten by all that would be set to call it
    await tx
      .update(wearerKept)
      .set({ settings: sql`jsonb_set(${wearerKept.settings}, array[${name}], ${others(list)})` })
      .where(and(sql`${wearerKept.settings} ? ${name}`, names(sql`(${list})::text`), ofHouse))
  }
}
