import { defaultSettings } from '@carewatch/contracts/default-settings'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { assignDevice as contract, takeBackDevice as takeBack } from '@carewatch/contracts/http/wearers'
import { Refusal } from '@carewatch/contracts/refusal'
import type { AssignmentEnd } from '@carewatch/contracts/wearers'
import { devices } from '@carewatch/migrations/schema/devices'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { closeBefore, endAssignment, holdAssignment, startAssignment } from '../assignments/assignments.ts'
import { holdDevices } from '../assignments/hold.ts'
import { clearDevice } from '../devices/clear-device.ts'
import { holdSettings, saveSettings } from '../devices/settings/save-settings.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { holdAccount } from '../users/save.ts'
import { getVisibleWearer } from './find.ts'
import { wearerById, type WearerRow } from './wearer-rows.ts'

type Device = typeof devices.$inferSelect
type Holding<Row extends Device> = { device: Row; end?: AssignmentEnd }

/** The device, held with its settings and whoever wears it. */
async function holdDevice<Row extends Device>(tx: Db, caller: Caller, { device, end }: Holding<Row>) {
  await holdDevices(tx, [device.id])
  if (end) await closeBefore(tx, caller, { device, end })
  const settings = await holdSettings(tx, device.id)
  return { device, settings, present: await holdAssignment(tx, device.id) }
}

type Held = Awaited<ReturnType<typeof holdDevice>>

/** Whoever wore it wears it no longer, and nothing of them stays on it, here or on the watch. */
async function free(
  tx: Db,
  caller: Caller,
  { device, settings, end }: Held & { end: AssignmentEnd },
): Promise<void> {
  await endAssignment(tx, caller, { device, end })
  await clearDevice(tx, device.id)
  await saveSettings(tx, caller, { device, row: settings, changes: defaultSettings })
}

const traceTakenBack = (tx: Db, caller: Caller, { uuid, companyId }: Device): Promise<void> =>
  audit(tx, caller, { action: 'takenBack', entity: 'device', uuid, companyId })

/** Everything that somebody wears is taken back: they leave, or are forgotten. */
export async function takeBackAll(
  tx: Db,
  caller: Caller,
  { wearerId, end }: { wearerId: number; end: AssignmentEnd },
): Promise<void> {
  const worn = await tx
    .select({ device: devices })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .where(and(eq(assignments.wearerId, wearerId), isNull(assignments.endedAt)))
    .orderBy(asc(devices.id))
  // All before the first is changed: what is open of the second is held before the first itself.
  await holdDevices(
    tx,
    worn.map(({ device }) => device.id),
  )
  for (const { device } of worn) {
    const held = await holdDevice(tx, caller, { device, end })
    // Somebody else was given it this very moment.
    if (held.present?.wearerId !== wearerId) throw new Refusal('conflict')
    await free(tx, caller, { ...held, end })
    await traceTakenBack(tx, caller, device)
  }
  await holdWearer(tx, wearerId, 'update')
  // Nor is anything given to them while they leave.
  const present = and(eq(assignments.wearerId, wearerId), isNull(assignments.endedAt))
  if ((await tx.$count(assignments, present)) > 0) throw new Refusal('conflict')
}

/** The person as they are now, until the transaction ends: always after what they wear. */
async function holdWearer(tx: Db, id: number, how: 'share' | 'update' = 'share'): Promise<WearerRow> {
  const [wearer] = await tx.select().from(wearers).where(eq(wearers.id, id)).for(how)
  if (!wearer) throw new Refusal('notFound')
  return wearer
}

/** Who is in care is of the device's house. */
function refuseStranger({ status, companyId }: WearerRow, device: Device): void {
  if (status === 'LEFT' || status === 'DECEASED') throw new InvalidFields({ wearerUUID: 'invalid' })
  if (companyId !== device.companyId) throw new InvalidFields({ deviceUUID: 'invalid' })
}

type Asked = { wearer: WearerRow; from: string | undefined }

/** Whoever hands it over says from whom: of two at once, the second does not know who wears it now. */
async function refuseUnknown(tx: Db, presentId: number, { wearer, from }: Asked): Promise<void> {
  const isThey = and(eq(wearers.id, presentId), eq(wearers.uuid, from ?? wearer.uuid))
  const isKnown = (await tx.$count(wearers, isThey)) > 0
  if (presentId === wearer.id || !isKnown) throw new Refusal('conflict', 'deviceWorn')
}

/** Who is responsible for a person, and will be it for what they wear. */
async function ownerOf(tx: Db, { id: wearerId }: WearerRow): Promise<number | null> {
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

/** From now on they wear this device. */
export async function assignDevice(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const id = await db.transaction(async (tx) => {
    const wearer = await getVisibleWearer(tx, caller, body.wearerUUID)
    const ownerId = await ownerOf(tx, wearer)
    // Before the device, so that they are not erased meanwhile.
    const isOwned = ownerId !== null && (await holdAccount(tx, ownerId))
    const end = body.handOverFrom === undefined ? {} : { end: 'HANDED_OVER' as const }
    const device = await getVisibleDevice(tx, caller, { uuid: body.deviceUUID })
    const held = await holdDevice(tx, caller, { device, ...end })
    const { present } = held
    refuseStranger(await holdWearer(tx, wearer.id), device)
    if (present) {
      await refuseUnknown(tx, present.wearerId, { wearer, from: body.handOverFrom })
      await free(tx, caller, { ...held, end: 'HANDED_OVER' })
    } else if (device.ownerId !== null) throw new Refusal('conflict', 'deviceOwned')
    await startAssignment(tx, caller, { device, wearerId: wearer.id })
    // Somebody else became responsible for them this very moment.
    if ((await ownerOf(tx, wearer)) !== ownerId) throw new Refusal('conflict')
    if (isOwned) await tx.update(devices).set({ ownerId }).where(eq(devices.id, device.id))
    const { uuid, companyId } = wearer
    const detail = { device: device.uuid, handedOver: present !== undefined }
    await audit(tx, caller, { action: 'assigned', entity: 'wearer', uuid, companyId, detail })
    return wearer.id
  })
  return wearerById(db, id)
}

/** Nobody wears it any more. */
export async function takeBackDevice(
  db: Db,
  caller: Caller,
  { body }: Input<typeof takeBack>,
): Promise<Reply<typeof takeBack>> {
  const id = await db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, { uuid: body.deviceUUID })
    const held = await holdDevice(tx, caller, { device, end: 'TAKEN_BACK' })
    const { present } = held
    if (!present) throw new Refusal('conflict', 'deviceNotWorn')
    await free(tx, caller, { ...held, end: 'TAKEN_BACK' })
    await traceTakenBack(tx, caller, device)
    return present.wearerId
  })
  return wearerById(db, id)
}
