import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { devices } from '@carewatch/migrations/schema/devices'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { audit, type Who } from '../../access/audit.ts'
import type { DeviceRow } from '../../devices/save-device.ts'
import { holdSettings } from '../../devices/settings/save-settings.ts'
import { withdrawAbout } from '../../invitations/withdraw.ts'
import { begin, freeTag, NOTES } from '../../assignments/assignments.ts'
import { closeOpen } from '../../assignments/close-open.ts'
import { keep } from '../../assignments/keep.ts'
import { clear, giveOwner, holdOwner, traceTakenBack } from './free.ts'
import { giveKept } from './give-kept.ts'
import { holdDevices } from '../../assignments/hold.ts'
import { type Assignment, begun } from '../../assignments/present.ts'
import { seen } from '../../access/seen.ts'

/** Any number that no other lock has: of several who do what has become due of a device one does, and the others find it done. */
export const DUE_LOCK = 20_261_125

type Due = { row: Assignment; device: DeviceRow }
type Owner = Awaited<ReturnType<typeof holdOwner>>

/** Whoever planned it is who does it. */
const plannerOf = ({ row, device }: Due): Who => {
  const id = begun(row) ? row.endedById : row.startedById
  return { id, companyId: device.companyId, address: '' }
}

/** What was planned of a person who has left, or of a device that is elsewhere by now, comes to nothing. */
async function isVoid(tx: Db, { row, device }: Due): Promise<boolean> {
  const [wearer] = await tx.select().from(wearers).where(eq(wearers.id, row.wearerId))
  const isHere = wearer?.status === 'ACTIVE' || wearer?.status === 'AWAY'
  const isEmpty = row.endedAt !== null && row.endedAt <= row.startedAt
  return !isHere || wearer.companyId !== device.companyId || device.deletedAt !== null || isEmpty
}

/** They wear it: what that brings about, as when somebody gives it to them. */
async function beginDue(tx: Db, due: Due, owner: Owner): Promise<void> {
  const { row, device } = due
  if (await isVoid(tx, due)) {
    await tx.delete(assignments).where(eq(assignments.id, row.id))
    return
  }
  await begin(tx, row, { isDated: true })
  const columns = { dueAt: row.endedAt, updatedAt: sql`now()` }
  await tx.update(assignments).set(columns).where(eq(assignments.id, row.id))
  await giveOwner(tx, row, owner)
  await giveKept(tx, plannerOf(due), { device, wearerId: row.wearerId })
  const [wearer] = await tx.select({ uuid: wearers.uuid }).from(wearers).where(eq(wearers.id, row.wearerId))
  const detail = { device: device.uuid, asPlanned: true }
  const trace = { action: 'assigned', entity: 'wearer', uuid: wearer?.uuid, detail } as const
  await audit(tx, plannerOf(due), { ...trace, companyId: device.companyId })
}

/** They wear it no longer: what that brings about, as when somebody takes it back. What is open of who wears it since stays open. */
async function endDue(tx: Db, due: Due): Promise<void> {
  const { row, device } = due
  const by = plannerOf(due)
  const { wearerId, deviceId } = row
  const before = row.endedAt ?? new Date()
  const note = NOTES[row.end ?? 'TAKEN_BACK']
  await closeOpen(tx, by, { deviceId, note, of: { wearerId, before }, companyId: device.companyId })
  await withdrawAbout(tx, deviceId)
  await keep(tx, { deviceId, wearerId, before })
  const columns = { dueAt: null, clearedAt: sql`now()`, updatedAt: sql`now()` }
  await tx.update(assignments).set(columns).where(eq(assignments.id, row.id))
  await freeTag(tx, deviceId)
  await clear(tx, by, { device, settings: await holdSettings(tx, deviceId) })
  await traceTakenBack(tx, by, { device, detail: { asPlanned: true } })
}

/** What has become due of a device first: of what ends and what begins at one moment, the end. */
async function nextDue(tx: Db, deviceId: number): Promise<Due | undefined> {
  const [due] = await tx
    .select({ row: assignments, device: seen(devices) })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .where(and(eq(assignments.deviceId, deviceId), lte(assignments.dueAt, sql`now()`)))
    .orderBy(asc(assignments.dueAt), asc(assignments.startedAt), asc(assignments.id))
    .limit(1)
  return due
}

/** Answers whether there was something to do, and nobody else does it this moment. */
async function doNext(tx: Db, deviceId: number, lock: SQL): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(sql`select ${lock} as mine`)
  const found = rows[0]?.mine ? await nextDue(tx, deviceId) : undefined
  if (!found) return false
  const owner = await holdOwner(tx, found.row.wearerId)
  await holdDevices(tx, [deviceId])
  const due = await nextDue(tx, deviceId)
  // Somebody changed the plan this very moment: what is due then is looked for again.
  if (due?.row.id !== found.row.id) return true
  if (begun(due.row)) await endDue(tx, due)
  else await beginDue(tx, due, owner)
  return true
}

/** Does what has become due of a device, in the order of its time: whoever changes who wears it finds it as it was planned. */
export async function doDue(db: Db, deviceId: number): Promise<void> {
  const lock = sql`pg_advisory_xact_lock(${DUE_LOCK}, ${deviceId}) is not null`
  while (await db.transaction((tx) => doNext(tx, deviceId, lock)));
}

/** The same, unless somebody else does. */
export async function doDueIfFree(db: Db, deviceId: number): Promise<void> {
  const lock = sql`pg_try_advisory_xact_lock(${DUE_LOCK}, ${deviceId})`
  while (await db.transaction((tx) => doNext(tx, deviceId, lock)));
}
