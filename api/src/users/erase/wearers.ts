import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import {
  bookmarks,
  deviceCommands,
  devices,
  fences,
  watchSettingsHistory,
} from '@carewatch/migrations/schema/devices'
import { incidentFiles } from '@carewatch/migrations/schema/incident-files'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { uploads } from '@carewatch/migrations/schema/people'
import { positions, rejectedMessages } from '@carewatch/migrations/schema/readings'
import {
  assignments,
  keptRelatives,
  wearerCare,
  wearerKept,
  wearerRelations,
  wearers,
  wearerRoutines,
} from '@carewatch/migrations/schema/wearers'
import { and, arrayOverlaps, eq, gte, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { isAnothersToo } from '../../access/responsible.ts'
import { cancelPlans } from '../../assignments/plans.ts'
import { locationOf } from '../../http/upload-location.ts'
import { redactPapers } from '../../papers/redact.ts'

type Worn = typeof assignments.$inferSelect

const mine = alias(wearerRelations, 'mine')
const others = alias(wearerRelations, 'others')

/** Who they are themselves, and whom they were responsible for; nobody for whom somebody else is. */
export const idsOfErased = (userId: number): SQL => sql`(
  select ${wearers.id} from ${wearers} where ${wearers.userId} = ${userId} and not ${isAnothersToo}
  union select ${mine.wearerId} from ${wearerRelations} ${mine} where ${mine.userId} = ${userId} and ${mine.kind} = 'OWNER'
    and not exists (select from ${wearerRelations} ${others} where ${others.wearerId} = ${mine.wearerId}
      and ${others.kind} = 'OWNER' and ${others.until} is null and ${others.userId} <> ${mine.userId}))`

/** What a device knows of one wearer: of before and after it is others'. */
async function forgetPeriod(tx: Db, worn: Worn): Promise<void> {
  const { deviceId, startedAt, endedAt, clearedAt, wearerId } = worn
  const within = (at: AnyPgColumn): SQL | undefined =>
    and(gte(at, startedAt), endedAt === null ? undefined : lt(at, endedAt))
  /** What was set for them, until it was cleared: that may be later, and names what was there before. */
  const wasSet = (table: { deviceId: AnyPgColumn }, at: AnyPgColumn): SQL | undefined => {
    const isUntilCleared = endedAt === null ? undefined : lte(at, clearedAt ?? endedAt)
    return and(eq(table.deviceId, deviceId), gte(at, startedAt), isUntilCleared)
  }
  const of = (table: { deviceId: AnyPgColumn }, at: AnyPgColumn): SQL | undefined =>
    and(eq(table.deviceId, deviceId), within(at))
  await tx
    .update(watchSettingsHistory)
    .set({ change: {} })
    .where(wasSet(watchSettingsHistory, watchSettingsHistory.at))
  await tx.update(deviceCommands).set({ payload: {} }).where(wasSet(deviceCommands, deviceCommands.createdAt))
  await tx.update(bookmarks).set({ label: '' }).where(of(bookmarks, bookmarks.at))
  // A form is sent before the watch is worn, and decided as it is.
  const isTheirForm = or(within(onboardingRequests.createdAt), within(onboardingRequests.decidedAt))
  await tx
    .update(onboardingRequests)
    .set({
      shipping: {},
      owner: {},
      idNumberLocked: null,
      contactPerson: {},
      contacts: [],
      reason: null,
    })
    .where(and(eq(onboardingRequests.deviceId, deviceId), isTheirForm))
  // An alarm knows which fence was left, and there will be none; and where they lay.
  await tx
    .update(alarms)
    .set({ fenceId: null, wearerRoomId: null, wearerBed: null })
    .where(
      and(
        eq(alarms.wearerId, wearerId),
        or(isNotNull(alarms.fenceId), isNotNull(alarms.wearerRoomId), isNotNull(alarms.wearerBed)),
      ),
    )
  await tx.delete(fences).where(wasSet(fences, fences.createdAt))
  await tx.delete(positions).where(of(positions, positions.time))
  await tx.delete(rejectedMessages).where(of(rejectedMessages, rejectedMessages.receivedAt))
}

/** What was hung on a watch while they wore it: it shows them, or says where they lived. */
async function forgetPictures(tx: Db, { deviceId, startedAt, endedAt, clearedAt }: Worn): Promise<void> {
  const [watch] = await tx.select({ uuid: devices.uuid }).from(devices).where(eq(devices.id, deviceId))
  if (!watch) return
  const isBeforeEnd = endedAt === null ? undefined : lt(uploads.completedAt, endedAt)
  const until = endedAt && clearedAt ? lte(uploads.completedAt, clearedAt) : isBeforeEnd
  // unscoped: by the uuid of a device that was found before
  const gone = await tx
    .delete(uploads)
    .where(and(eq(uploads.deviceUuid, watch.uuid), gte(uploads.completedAt, startedAt), until))
    .returning({ uuid: uploads.uuid })
  const locations = gone.map(({ uuid }) => locationOf(uuid))
  // unscoped: a picture that is gone is gone from every device that it hung on
  if (locations.length > 0)
    await tx.update(devices).set({ imageUrl: null }).where(inArray(devices.imageUrl, locations))
}

/** A watch's picture that became theirs with it: it may have been hung before they wore it. */
async function forgetShown(tx: Db, shown: readonly string[]): Promise<void> {
  if (shown.length === 0) return
  const isShown = inArray(sql`${locationOf('')} || ${uploads.uuid}`, [...shown])
  // unscoped: pictures by where they are read, of devices that were found before
  await tx.delete(uploads).where(and(eq(uploads.kind, 'DEVICE'), isShown))
  // unscoped: and from every device that they hung on
  await tx
    .update(devices)
    .set({ imageUrl: null })
    .where(inArray(devices.imageUrl, [...shown]))
}

/** Their photo, and what was written down for whoever comes to help. */
async function forgetFacts(tx: Db, erased: Parameters<typeof redactPapers>[1]): Promise<void> {
  if (erased.length === 0) return
  const [ids, uuids] = [erased.map(({ id }) => id), erased.map(({ uuid }) => uuid)]
  await tx.delete(wearerCare).where(inArray(wearerCare.wearerId, ids))
  await tx.delete(keptRelatives).where(inArray(keptRelatives.wearerId, ids))
  await tx.delete(wearerKept).where(inArray(wearerKept.wearerId, ids))
  // unscoped: whoever is erased is erased from every file that names them
  await tx
    .update(incidentFiles)
    .set({ content: null, redactedAt: sql`now()` })
    .where(arrayOverlaps(incidentFiles.wearerIds, ids))
  await redactPapers(tx, erased)
  await tx.delete(wearerRoutines).where(inArray(wearerRoutines.wearerId, ids))
  // unscoped: an upload names a person by the uuid, of those who were erased just now
  await tx.delete(uploads).where(inArray(uploads.wearerUuid, uuids))
}

/** Forgets the people of these ids (a list or a query in brackets) on every watch they ever wore; answers which those are. Readings stay, and are nobody's any more. */
export async function forgetWearers(tx: Db, which: SQL): Promise<number[]> {
  const isOne = sql`${wearers.id} in ${which}`
  const { id, firstName, lastName, imageUrl } = wearers
  const before = await tx
    .select({ id, firstName, lastName, imageUrl })
    .from(wearers)
    .where(isOne)
    .for('update')
  const erased = await tx
    .update(wearers)
    .set({
      firstName: '',
      lastName: '',
      imageUrl: null,
      dob: null,
      sex: null,
      language: null,
      status: 'LEFT',
      awayReason: null,
      awayUntil: null,
      roomId: null,
      bed: null,
      userId: null,
      toCheck: false,
      erasedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(isOne)
    .returning({ id: wearers.id, uuid: wearers.uuid })
  await forgetFacts(
    tx,
    erased.flatMap((one) => before.filter((row) => row.id === one.id).map((row) => ({ ...row, ...one }))),
  )
  await forgetShown(
    tx,
    before.flatMap(({ imageUrl }) => imageUrl ?? []),
  )
  const ids = erased.map(({ id }) => id)
  const worn =
    ids.length > 0 ? await tx.select().from(assignments).where(inArray(assignments.wearerId, ids)) : []
  for (const one of worn) {
    await forgetPeriod(tx, one)
    await forgetPictures(tx, one)
  }
  if (ids.length > 0) await cancelPlans(tx, inArray(assignments.wearerId, ids))
  if (ids.length > 0) await tx.delete(wearerRelations).where(inArray(wearerRelations.wearerId, ids))
  return worn.map(({ deviceId }) => deviceId)
}

/** Forgets an account as who wore watches and as who was related to those who do; answers which watches those were. */
export async function eraseWearers(tx: Db, userId: number): Promise<number[]> {
  const worn = await forgetWearers(tx, idsOfErased(userId))
  await tx.update(wearers).set({ userId: null }).where(eq(wearers.userId, userId))
  await tx.delete(wearerRelations).where(eq(wearerRelations.userId, userId))
  return worn
}
