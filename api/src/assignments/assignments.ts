import { alarmKind, alarmKinds } from '@carewatch/contracts/alarms'
import { Refusal } from '@carewatch/contracts/refusal'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { AssignmentEnd } from '@carewatch/contracts/wearers'
import { alarms, notifications, tasks } from '@carewatch/migrations/schema/alarms'
import { ruleStates } from '@carewatch/migrations/schema/rules'
import { devices, deviceStatus, relatives } from '@carewatch/migrations/schema/devices'
import { positions } from '@carewatch/migrations/schema/readings'
import { beacons } from '@carewatch/migrations/schema/rooms'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { isAmong } from '../http/among.ts'
import { orConflict } from '../http/unique.ts'
import { withdrawAbout, withdrawAskedOf } from '../invitations/withdraw.ts'
import { closeOpen } from './close-open.ts'
import { holdDevices } from './hold.ts'
import { keep } from './keep.ts'
import { cancelPlans } from './plans.ts'
import { type Assignment, begun, ended, holdAssignment, presentWearerId, wornNow } from './present.ts'
import { sinceAgain } from './relations.ts'
import type { Seen } from '../access/seen.ts'

type Device = Seen<typeof devices.$inferSelect>

export async function createWearer(tx: Db, values: typeof wearers.$inferInsert) {
  const [wearer] = await tx.insert(wearers).values(values).returning({ id: wearers.id, uuid: wearers.uuid })
  if (!wearer) throw new Refusal('unavailable')
  return wearer
}

/** A person of whom only the watch is known. */
async function createWearerOfWatch(tx: Db, device: Device): Promise<number> {
  const { name: firstName, imageUrl, companyId, branchId } = device
  const { id } = await createWearer(tx, { firstName, imageUrl, companyId, branchId, toCheck: true })
  return id
}

/** What goes on whoever wears the device. */
const OF_DEVICE = alarmKinds.filter((kind) => alarmKind(kind).category === 'TECHNICAL')

/**
 * What was of nobody is about whom the device is given to, where nobody was ever assigned to it: they wore it, and nobody had written it down.
 * After another wearer, and where somebody says since when, only what is of that time, and what the device itself is in: who called for help in
 * between is not known.
 */
async function adopt(tx: Db, made: Assignment, isDated: boolean): Promise<void> {
  const { wearerId, deviceId, startedAt, endedAt } = made
  const before = and(eq(assignments.deviceId, deviceId), lt(assignments.startedAt, startedAt))
  const isFirst = !isDated && (await tx.$count(assignments, before)) === 0
  const isOfTime = and(gte(alarms.openedAt, startedAt), endedAt ? lt(alarms.openedAt, endedAt) : undefined)
  const isOfDevice = and(isNull(alarms.closedAt), inArray(alarms.kind, OF_DEVICE))
  const which = isFirst ? undefined : ended(made) ? isOfTime : or(isOfTime, isOfDevice)
  const isNobodys = and(eq(alarms.deviceId, deviceId), isNull(alarms.wearerId), which)
  const adopted = await tx.update(alarms).set({ wearerId }).where(isNobodys).returning({ id: alarms.id })
  for (const table of [notifications, tasks])
    await tx
      .update(table)
      .set({ wearerId })
      .where(
        isAmong(
          table.alarmId,
          adopted.map((row) => row.id),
        ),
      )
}

/** What the rules remember is of whom they evaluated. */
const forgetMemory = (tx: Db, deviceId: number) =>
  tx.delete(ruleStates).where(eq(ruleStates.deviceId, deviceId))

/** What beginning to wear a device brings about. */
export async function begin(tx: Db, made: Assignment, { isDated }: { isDated: boolean }): Promise<void> {
  await adopt(tx, made, isDated)
  if (ended(made)) return
  await withdrawAbout(tx, made.deviceId)
  if (isDated) await forgetMemory(tx, made.deviceId)
}

/** Left out: from now on, until somebody ends it. */
export type Span = { from?: Date | SQL | undefined; until?: Date | undefined }
type Start = Span & {
  device: Pick<Device, 'id'>
  wearerId: number
  /** When its beginning, or its end, is still to be done. */
  dueAt?: Date | undefined
}

/** The device is worn by this person, from now on or as is said. Of two who assign it at once, one is refused. */
export async function startAssignment(
  tx: Db,
  { id: userId }: Pick<Caller, 'id'>,
  { device, wearerId, from, until, dueAt }: Start,
): Promise<Assignment> {
  const end = until && { endedAt: until, end: 'TAKEN_BACK' as const, endedById: userId }
  const values = { deviceId: device.id, wearerId, startedAt: from ?? sql`now()`, startedById: userId }
  const insert = tx
    .insert(assignments)
    .values({ ...values, ...end, ...(dueAt && { dueAt }) })
    .returning()
  const [made] = await orConflict('deviceWorn', Promise.resolve(insert))
  if (!made) throw new Refusal('unavailable')
  if (begun(made)) await begin(tx, made, { isDated: from instanceof Date })
  return made
}

/** Since when a device is known: registered, or reporting. */
export const firstKnown = (deviceId: number): SQL => sql`least(
  (select ${devices.createdAt} from ${devices} where ${devices.id} = ${deviceId}),
  (select min(${positions.time}) from ${positions} where ${positions.deviceId} = ${deviceId}),
  (select min(${alarms.openedAt}) from ${alarms} where ${alarms.deviceId} = ${deviceId}))`

const wasWorn = async (tx: Db, deviceId: number): Promise<boolean> =>
  (await tx.$count(assignments, eq(assignments.deviceId, deviceId))) > 0

/** Of a watch that reported before anybody was assigned to it somebody was the wearer, though nobody wrote down who. */
const hasReported = async (tx: Db, id: number): Promise<boolean> =>
  (await tx.$count(deviceStatus, and(eq(deviceStatus.deviceId, id), isNotNull(deviceStatus.lastSeenAt)))) > 0

/** A watch that is owned, as the version before leaves it, or that reports, and that nobody was ever assigned to, is worn by somebody since it is known. */
async function ensureAssignment(tx: Db, caller: Caller, device: Device): Promise<void> {
  const { id: deviceId, ownerId } = device
  if (await wasWorn(tx, deviceId)) return
  if (ownerId === null && !(await hasReported(tx, deviceId))) return
  const wearerId = await createWearerOfWatch(tx, device)
  if (ownerId !== null) await relateFamily(tx, { deviceId, ownerId, wearerId })
  await asItself(tx, () => startAssignment(tx, caller, { device, wearerId, from: firstKnown(deviceId) }))
}

type Family = { deviceId: number; ownerId: number; wearerId: number }

async function relateFamily(tx: Db, { deviceId, ownerId, wearerId }: Family): Promise<void> {
  await tx.insert(wearerRelations).values({ wearerId, userId: ownerId, kind: 'OWNER' })
  const kin = await tx
    .select({ userId: sql<number>`${relatives.userId}`, maySeeLocation: relatives.maySeeLocation })
    .from(relatives)
    .where(and(eq(relatives.deviceId, deviceId), isNotNull(relatives.userId), ne(relatives.userId, ownerId)))
  const rows = kin.map((one) => ({ wearerId, kind: 'RELATIVE' as const, ...one }))
  if (rows.length > 0) await tx.insert(wearerRelations).values(rows)
}

/** What stands in the history of what was closed by it. */
export const NOTES: Record<AssignmentEnd, string> = {
  TAKEN_BACK: 'watch taken back',
  HANDED_OVER: 'watch handed over',
  RESET: 'watch reset',
  MOVED: 'watch moved to another company',
  DELETED: 'device deleted',
  ERASED: 'person erased',
}

type Ending = {
  device: Device
  end: AssignmentEnd
  /** Left out: now. */
  at?: Date | undefined
}

/** What is open of a device that is about to be somebody else's is closed; the device is held before. */
export const closeBefore = (tx: Db, caller: Caller, { device, end }: Ending): Promise<number> =>
  closeOpen(tx, caller, { deviceId: device.id, note: NOTES[end], companyId: device.companyId })

/** A room does not say any more where they are, and what its buttons meant was theirs. */
export const freeTag = (tx: Db, deviceId: number) =>
  tx
    .update(beacons)
    .set({ deviceId: null, buttons: {}, updatedAt: new Date() })
    .where(eq(beacons.deviceId, deviceId))

/** Nobody wears the device any more: what is open of it is closed, its tag is nobody's, and what it reports is nobody's. Answers how many alarms were open. */
export async function endAssignment(tx: Db, caller: Caller, { device, end, at }: Ending): Promise<number> {
  await ensureAssignment(tx, caller, device)
  await withdrawAbout(tx, device.id)
  const closed = await closeBefore(tx, caller, { device, end })
  const wearerId = end === 'ERASED' ? null : await presentWearerId(tx, device.id)
  if (wearerId !== null) await keep(tx, { deviceId: device.id, wearerId, before: at })
  // Not before it began, as a clock that was set back would say, nor after it was planned to end.
  const now = sql`least(${assignments.endedAt}, greatest(${assignments.startedAt}, now()))`
  await tx
    .update(assignments)
    .set({
      endedAt: at ?? now,
      dueAt: null,
      end,
      endedById: caller.id,
      clearedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(wornNow(device.id))
  await freeTag(tx, device.id)
  return closed
}

/** Who was responsible for a watch no longer is. */
export async function unrelateOwner(tx: Db, caller: Caller, device: Device): Promise<void> {
  await holdDevices(tx, [device.id])
  await ensureAssignment(tx, caller, device)
  const present = await holdAssignment(tx, device.id)
  if (device.ownerId === null) return
  await withdrawAskedOf(tx, { deviceId: device.id, askedById: device.ownerId })
  if (!present) return
  const { wearerId } = present
  const isTheirs = and(eq(wearerRelations.userId, device.ownerId), eq(wearerRelations.kind, 'OWNER'))
  await tx
    .update(wearerRelations)
    .set({ until: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(wearerRelations.wearerId, wearerId), isTheirs))
  // Nor are they that person, if they said so.
  await tx
    .update(wearers)
    .set({ userId: null })
    .where(and(eq(wearers.id, wearerId), eq(wearers.userId, device.ownerId)))
}

type Owner = { device: Device; ownerId: number; since: SQL | null }

/** Who is responsible for a watch from now on sees of who wears it what comes since then. */
export async function relateOwner(tx: Db, caller: Caller, { device, ownerId, since }: Owner): Promise<void> {
  await holdDevices(tx, [device.id])
  const present = await holdAssignment(tx, device.id)
  const wearerId = present?.wearerId ?? (await createWearerOfWatch(tx, device))
  await tx
    .insert(wearerRelations)
    .values({ wearerId, userId: ownerId, kind: 'OWNER', since })
    .onConflictDoUpdate({
      target: [wearerRelations.wearerId, wearerRelations.userId],
      set: { kind: 'OWNER', until: null, since: sinceAgain, updatedAt: sql`now()` },
    })
  if (!present) await startAssignment(tx, caller, { device, wearerId })
}

type Moved = { device: Device; to: { companyId: number | null; branchId: number | null } }

/** A watch that moves to another company leaves its past behind: worn by nobody, unless whoever is responsible for it goes with it. Inside a company whoever wears it moves along. */
export async function moveAssignment(tx: Db, caller: Caller, { device, to }: Moved): Promise<void> {
  const isElsewhere = to.companyId !== device.companyId
  if (isElsewhere) await cancelPlans(tx, eq(assignments.deviceId, device.id))
  if (isElsewhere && device.ownerId === null) {
    await endAssignment(tx, caller, { device, end: 'MOVED' })
    return
  }
  if (isElsewhere) await withdrawAbout(tx, device.id)
  const present = await holdAssignment(tx, device.id)
  if (!present) return
  const now = new Date()
  // A room is of one branch.
  const leavesRoom = to.branchId !== device.branchId && { roomId: null, bed: null }
  const columns = { ...to, ...leavesRoom, updatedAt: now }
  await tx.update(wearers).set(columns).where(eq(wearers.id, present.wearerId))
  if (!isElsewhere) return
  await cancelPlans(tx, eq(assignments.wearerId, present.wearerId))
  await tx.update(assignments).set({ movedAt: now }).where(eq(assignments.id, present.id))
}
