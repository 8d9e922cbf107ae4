import { expectedIntervalMs, freshness } from '@carewatch/contracts/freshness'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import {
  type ward as contract,
  WARD_CALLS_MAX,
  WARD_MAX,
  type WardPerson,
} from '@carewatch/contracts/http/ward'
import { measuringOf } from '@carewatch/contracts/measuring'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { deviceModels, devices, deviceStatus, watchSettings } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { visibleAlarms } from '../../access/visible-lives.ts'
import { ofVisibleWearer, worn } from '../../access/visible-lives.ts'
import type { Caller, Viewer } from '../../access/viewer.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { wearerOf } from '../../access/wearer-summary.ts'
import { isPresent, shownSince } from '../../access/worn.ts'
import { readableNotification, selectNotifications } from '../../alarms/notification-rows.ts'
import { alarmTriage, wantsSomebody } from '../../alarms/triage.ts'
import { getBranch } from '../../devices/place.ts'
import { isAmong } from '../../http/among.ts'
import { inOrder } from '../../http/pick.ts'
import { countUnacknowledged } from '../../notifications/list.ts'
import type { Services } from '../../services.ts'
import { type Measured, readMeasured } from './measured.ts'
import { readWhere } from './where.ts'

/** Who stands on the board, who needs somebody before who needs nobody, and how many there are in all. */
async function pickPeople(db: Db, viewer: Viewer, inBranch: SQL | undefined) {
  const needing = db
    .select({ wearerId: alarms.wearerId, key: sql`min(${alarmTriage.key})`.as('key') })
    .from(alarms)
    .where(and(alarmTriage.isOpen, wantsSomebody, isNotNull(alarms.wearerId), visibleAlarms(viewer)))
    .groupBy(alarms.wearerId)
    .as('needing')
  const rows = await db
    .select({ id: wearers.id, total: sql<number>`(count(*) over ())::int` })
    .from(wearers)
    .leftJoin(needing, eq(needing.wearerId, wearers.id))
    .leftJoin(rooms, eq(rooms.id, wearers.roomId))
    .where(and(visibleWearers(viewer), inArray(wearers.status, ['ACTIVE', 'AWAY']), inBranch))
    .orderBy(
      sql`${needing.key} nulls last, ${rooms.name} nulls last, lower(${wearers.firstName} || ' ' || ${wearers.lastName}), ${wearers.id}`,
    )
    .limit(WARD_MAX)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

async function loadPeople(db: Db, viewer: Viewer, ids: readonly number[]) {
  const rows = await db
    .select({
      id: wearers.id,
      wearer: wearerOf({ wearerId: wearers.id, companyId: wearers.companyId }, viewer),
      awayReason: wearers.awayReason,
      awayUntil: wearers.awayUntil,
      branch: { uuid: branches.uuid, name: branches.name },
      ownRoom: { uuid: rooms.uuid, name: rooms.name },
    })
    .from(wearers)
    .leftJoin(branches, eq(branches.id, wearers.branchId))
    .leftJoin(rooms, and(eq(rooms.id, wearers.roomId), isNull(rooms.deletedAt)))
    .where(isAmong(wearers.id, ids))
  return inOrder(ids, rows, ({ id }) => id)
}

/** What these people wear now, and from when on the viewer may see what it reports. */
const loadWorn = (db: Db, viewer: Viewer, ids: readonly number[]) =>
  db
    .select({
      wearerId: assignments.wearerId,
      id: devices.id,
      uuid: devices.uuid,
      name: devices.name,
      deviceModel: devices.deviceModel,
      format: deviceModels.format,
      operationMode: devices.operationMode,
      locationIntervalMinutes: watchSettings.locationIntervalMinutes,
      homeLat: devices.homeLat,
      homeLng: devices.homeLng,
      battery: deviceStatus.battery,
      lastSeenAt: deviceStatus.lastSeenAt,
      since: shownSince(viewer),
    })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .leftJoin(deviceStatus, eq(deviceStatus.deviceId, devices.id))
    .leftJoin(watchSettings, eq(watchSettings.deviceId, devices.id))
    .leftJoin(deviceModels, eq(deviceModels.name, devices.deviceModel))
    .where(and(isAmong(assignments.wearerId, ids), isPresent, isNull(devices.deletedAt)))
    .orderBy(asc(assignments.id))
type Worn = Awaited<ReturnType<typeof loadWorn>>[number]

/** What is open of these people, in the order of triage. */
async function loadAlarms(db: Db, caller: Caller, ids: readonly number[]) {
  const rows = await selectNotifications(db, caller)
    .where(
      and(
        isAmong(alarms.wearerId, ids),
        wantsSomebody,
        isNotNull(notifications.alarmId),
        ofVisibleWearer(caller, worn.notifications),
      ),
    )
    .orderBy(alarmTriage.key)
  return Map.groupBy(
    rows.map((row) => ({
      wearerId: row.alarm.wearerId,
      notification: readableNotification(row, caller.language),
    })),
    ({ wearerId }) => wearerId,
  )
}

type Standing = { ids: readonly number[]; branchId: number | undefined }

/** What is open of nobody who stands on the board: it calls all the same. */
async function loadCalls(db: Db, caller: Caller, { ids, branchId }: Standing) {
  const rows = await selectNotifications(db, caller)
    .where(
      and(
        alarmTriage.isOpen,
        wantsSomebody,
        isNotNull(notifications.alarmId),
        or(isNull(alarms.wearerId), not(isAmong(alarms.wearerId, ids))),
        branchId === undefined ? undefined : eq(alarms.branchId, branchId),
        visibleAlarms(caller),
      ),
    )
    .orderBy(alarmTriage.key)
    .limit(WARD_CALLS_MAX)
  return rows.map((row) => readableNotification(row, caller.language))
}

function toDevice(row: Worn, { offOf }: Measured, now: number): WardPerson['devices'][number] {
  const { uuid, name, battery, lastSeenAt } = row
  const expectedMs = expectedIntervalMs(row.operationMode, row.locationIntervalMinutes)
  const off = offOf(row.id).find(({ from, to }) => from <= now && now < to)
  return {
    uuid,
    name,
    battery,
    lastSeenAt,
    expectedIntervalMs: expectedMs,
    freshness: lastSeenAt ? freshness(now - lastSeenAt.getTime(), expectedMs) : 'OFFLINE',
    offSince: off ? new Date(off.from) : null,
  }
}

const watchOf = (row: Worn) => ({
  ...row,
  measuring: measuringOf(row.deviceModel, row.format ?? row.deviceModel),
  home: row.homeLat === null || row.homeLng === null ? null : { lat: row.homeLat, lng: row.homeLng },
})

/** Of several that they wear: a tag in the house says more than a position, then the newest counts. */
const newestPlace = (places: readonly NonNullable<WardPerson['where']>[]): WardPerson['where'] =>
  places.toSorted(
    (one, other) =>
      Number(other.by === 'tag') - Number(one.by === 'tag') || other.at.getTime() - one.at.getTime(),
  )[0] ?? null

/** The board of people: one statement for each kind of thing, however many people there are. */
export async function readWard(
  services: Pick<Services, 'db' | 'facts' | 'log'>,
  caller: Caller,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { db, facts } = services
  const at = new Date()
  const now = at.getTime()
  const asked = query.branchUuid ? await getBranch(db, caller, query.branchUuid) : undefined
  const { ids, total } = await pickPeople(db, caller, asked && eq(wearers.branchId, asked.id))
  const wornNow = await loadWorn(db, caller, ids)
  const watches = wornNow.map(watchOf)
  const [people, measured, where, open, calls, waiting] = await Promise.all([
    loadPeople(db, caller, ids),
    readMeasured(facts, watches, now),
    readWhere(services, caller, { watches, now }),
    loadAlarms(db, caller, ids),
    loadCalls(db, caller, { ids, branchId: asked?.id }),
    countUnacknowledged(db, caller, asked?.id),
  ])
  const wornBy = Map.groupBy(wornNow, ({ wearerId }) => wearerId)
  const views = people.flatMap(({ id, wearer, branch, ownRoom, awayReason, awayUntil }): WardPerson[] => {
    const theirs = wornBy.get(id) ?? []
    // Erased in this moment.
    if (!wearer) return []
    return [
      {
        wearer,
        branch,
        ownRoom,
        awayReason,
        awayUntil,
        devices: theirs.map((row) => toDevice(row, measured, now)),
        latest: measured.latest(id),
        pulse: measured.pulse(id),
        where: newestPlace(theirs.flatMap(({ uuid }) => where.get(uuid) ?? [])),
        alarms: (open.get(id) ?? []).map(({ notification }) => notification),
      },
    ]
  })
  return { people: views, calls, total, at, waiting }
}
