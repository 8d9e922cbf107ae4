import { defaultSettings } from '@carewatch/contracts/default-settings'
import { Refusal } from '@carewatch/contracts/refusal'
import type { AssignmentEnd } from '@carewatch/contracts/wearers'
import { devices } from '@carewatch/migrations/schema/devices'
import { wearerRelations } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { audit, type Who } from '../../access/audit.ts'
import type { Caller } from '../../access/viewer.ts'
import { clearDevice } from '../../devices/clear-device.ts'
import type { DeviceRow } from '../../devices/save-device.ts'
import { holdSettings, saveSettings } from '../../devices/settings/save-settings.ts'
import { holdAccount } from '../../users/save.ts'
import { closeBefore, endAssignment } from '../../assignments/assignments.ts'
import { holdDevices } from '../../assignments/hold.ts'
import { holdAssignments, begun, ended } from '../../assignments/present.ts'

type Holding<Row extends DeviceRow> = { device: Row; end?: AssignmentEnd | undefined }

/** The device, held with its settings and whoever wears it or is to; with an end, what is open is closed. */
export async function holdDevice<Row extends DeviceRow>(
  tx: Db,
  caller: Caller,
  { device, end }: Holding<Row>,
) {
  await holdDevices(tx, [device.id])
  if (end) await closeBefore(tx, caller, { device, end })
  const settings = await holdSettings(tx, device.id)
  const rows = await holdAssignments(tx, device.id)
  return { device, settings, rows, present: rows.find((row) => begun(row) && !ended(row)) }
}
export type Held = Awaited<ReturnType<typeof holdDevice>>

/** Nothing of who wore it stays on it, here or on the watch. */
export async function clear(
  tx: Db,
  by: { id: number | null },
  { device, settings }: Pick<Held, 'device' | 'settings'>,
): Promise<void> {
  await clearDevice(tx, device.id)
  await saveSettings(tx, by, { device, row: settings, changes: defaultSettings })
}

/** Whoever wears it wears it no longer, and nothing of them stays on it. */
export async function free(
  tx: Db,
  caller: Caller,
  { at, end, ...held }: Held & { end: AssignmentEnd; at?: Date | undefined },
): Promise<void> {
  await endAssignment(tx, caller, { device: held.device, end, at })
  await clear(tx, caller, held)
}

async function ownerOf(tx: Db, wearerId: number): Promise<number | null> {
  const isOwner = and(
    eq(wearerRelations.wearerId, wearerId),
    eq(wearerRelations.kind, 'OWNER'),
    isNull(wearerRelations.until),
  )
  const [owner] = await tx
    .select({ userId: wearerRelations.userId })
    .from(wearerRelations)
    .where(isOwner)
    .orderBy(asc(wearerRelations.id))
    .limit(1)
  return owner?.userId ?? null
}

type Owner = { ownerId: number | null; isThere: boolean }

/** Who is responsible for a person, and will be it for what they wear: held before the device, so that they are not erased meanwhile. */
export async function holdOwner(tx: Db, wearerId: number): Promise<Owner> {
  const ownerId = await ownerOf(tx, wearerId)
  return { ownerId, isThere: ownerId !== null && (await holdAccount(tx, ownerId)) }
}

/** Who is responsible for a person is it for this device too. */
export async function giveOwner(
  tx: Db,
  { deviceId, wearerId }: { deviceId: number; wearerId: number },
  { ownerId, isThere }: Owner,
): Promise<void> {
  // Somebody else became responsible for them this very moment.
  if ((await ownerOf(tx, wearerId)) !== ownerId) throw new Refusal('conflict')
  if (isThere) await tx.update(devices).set({ ownerId }).where(eq(devices.id, deviceId))
}

/** Whether it was planned, or comes as it was. */
type Trace = { device: Pick<DeviceRow, 'uuid' | 'companyId'>; detail?: Record<string, unknown> }

export const traceTakenBack = (tx: Db, by: Who, { device: { uuid, companyId }, detail }: Trace) =>
  audit(tx, by, { action: 'takenBack', entity: 'device', uuid, companyId, ...(detail && { detail }) })
