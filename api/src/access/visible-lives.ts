import { staffAlarms } from '@carewatch/contracts/alarms'
import { alarms, notifications, tasks } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, isNotNull, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { seesEverything, type Who } from './reach.ts'
import {
  anyOf,
  equals,
  idsOfVisible,
  inPlace,
  ofVisibleDevice,
  type RoomWho,
  seesFew,
  visibleDevices,
  visiblePlaceAlarms,
} from './visible.ts'
import { visibleWearers } from './visible-wearers.ts'
import { isFamily, shownSince } from './worn.ts'

const NONE = sql`false`

/** Rows about a device and who wore it, the time they are of, and whether somebody must still see to them. */
type Worn = {
  deviceId: AnyPgColumn
  wearerId: AnyPgColumn
  companyId: AnyPgColumn
  at: AnyPgColumn
  isOpen: SQL | undefined
  /** Whether it is about what families hear of. */
  isForFamilies: SQL | undefined
}

const isForFamilies = notInArray(alarms.kind, staffAlarms)

export const worn = {
  alarms: {
    deviceId: alarms.deviceId,
    wearerId: alarms.wearerId,
    companyId: alarms.companyId,
    at: alarms.openedAt,
    isOpen: isNull(alarms.closedAt),
    isForFamilies,
  },
  notifications: {
    deviceId: notifications.deviceId,
    wearerId: notifications.wearerId,
    companyId: notifications.companyId,
    at: notifications.createdAt,
    isOpen: isNull(notifications.acknowledgedAt),
    isForFamilies: sql`not exists (select from ${alarms} where ${alarms.id} = ${notifications.alarmId} and not ${isForFamilies})`,
  },
  tasks: {
    deviceId: tasks.deviceId,
    wearerId: tasks.wearerId,
    companyId: tasks.companyId,
    at: tasks.createdAt,
    isOpen: ne(tasks.status, 'DONE'),
    isForFamilies: undefined,
  },
} satisfies Record<string, Worn>

/** Families see what is of whom they are related to, since they are, and what is open of them; what came of it while another wore it is not theirs. */
const isOfRelated = (viewer: Who, { deviceId, wearerId, at, isOpen }: Worn): SQL =>
  sql`exists (select from ${devices} where ${devices.id} = ${deviceId} and case when ${wearerId} is null
    then ${at} >= ${shownSince(viewer)} else ${wearerId} = present_wearer(${devices.id})
      and (${at} >= ${shownSince(viewer)} or ${isOpen}) end)`

/** What is of whom a family is related to, since they are, whatever they wore then: who changes the watch keeps what was. */
function isOfPast({ id }: Who, { wearerId, at }: Worn): SQL {
  const related = sql`from ${wearerRelations} where ${wearerRelations.userId} = ${id} and ${wearerRelations.until} is null`
  // An array first: by it an index finds the rows, beside those of the devices.
  return sql`(${wearerId} = any(array(select ${wearerRelations.wearerId} ${related})) and exists (select ${related}
    and ${wearerRelations.wearerId} = ${wearerId} and ${at} >= coalesce(${wearerRelations.since}, '-infinity')))`
}

const idsOfWearers = (viewer: Who): SQL =>
  sql`(select ${wearers.id} from ${wearers} where ${visibleWearers(viewer)})`

/**
 * Staff see what happened in their own house, whatever became of the watch: an alarm that comes late must reach somebody. A company's staff see
 * all of it; a nurse what is of the watches in their scope, and of the people whom they look after. What names no company is of whoever has the watch.
 */
function isOfStaff(viewer: Who, { deviceId, wearerId, companyId }: Worn): SQL {
  if (seesEverything(viewer)) return isNotNull(deviceId)
  const isOwn = equals(companyId, viewer.companyId)
  const isOfDevice = sql`${deviceId} in ${idsOfVisible(viewer)}`
  const isOfNoHouse = viewer.companyId === null ? undefined : isNull(companyId)
  const isLookedAfter = seesFew(viewer)
    ? anyOf([isOfDevice, sql`${wearerId} in ${idsOfWearers(viewer)}`])
    : isNotNull(deviceId)
  return anyOf([and(isOwn, isLookedAfter) ?? NONE, and(isOfNoHouse, isOfDevice) ?? NONE])
}

/** Of few devices the index finds the rows by this: those in the viewer's scope, and what the people in it ever wore. */
const isOfFewDevices = (viewer: Who, deviceId: AnyPgColumn): SQL =>
  sql`${deviceId} = any(array(select ${devices.id} from ${devices} where ${visibleDevices(viewer)}
    union select ${assignments.deviceId} from ${assignments} where ${assignments.wearerId} = any(array${idsOfWearers(viewer)})))`

/** The same as `ofVisibleDevice`, for rows that name their wearer and company too. */
export function ofVisibleWearer(viewer: Who, rows: Worn): SQL | undefined {
  const { deviceId } = rows
  if (isFamily(viewer))
    return and(
      rows.isForFamilies,
      anyOf([
        and(ofVisibleDevice(viewer, deviceId), isOfRelated(viewer, rows)) ?? NONE,
        isOfPast(viewer, rows),
      ]),
    )
  const isSeen = isOfStaff(viewer, rows)
  return seesFew(viewer) ? and(isOfFewDevices(viewer, deviceId), isSeen) : isSeen
}

/** How many rows one may expect: of few an index finds those of a few devices, of many one of their order is sooner at a page of them. */
export type Expected = 'few' | 'many'

type WornOr = { rows: Worn; other: SQL; expected: Expected }

/**
 * The same for rows of which some name no device and are seen for another reason.
 * Of a few devices the index finds the rows by the first half alone, and the second decides by a hash: an array in an `or` would be looked through once more for every row.
 */
function ofVisibleWearerOr(viewer: Who, { rows, other, expected }: WornOr): SQL {
  const { deviceId } = rows
  if (isFamily(viewer)) {
    const ofDevice = ofVisibleDevice(viewer, deviceId)
    const ofFew = sql`((${ofDevice} or ${deviceId} is null) and (${deviceId} in ${idsOfVisible(viewer)} or ${other}))`
    const ofFewOwn = sql`(${ofFew} and (${deviceId} is null or ${isOfRelated(viewer, rows)}))`
    return and(rows.isForFamilies, anyOf([ofFewOwn, isOfPast(viewer, rows)])) ?? NONE
  }
  const isSeen = anyOf([isOfStaff(viewer, rows), other])
  return seesFew(viewer) && expected === 'few'
    ? sql`((${isOfFewDevices(viewer, deviceId)} or ${deviceId} is null) and ${isSeen})`
    : isSeen
}

/** A condition on `devices`, of a row about one: it is named to whoever may see it as it is now. What another house or family has is theirs to name. */
export const isNamed = (viewer: Who, { wearerId }: Worn): SQL =>
  and(
    visibleDevices(viewer),
    isFamily(viewer) ? sql`(${wearerId} is null or ${wearerId} = present_wearer(${devices.id}))` : undefined,
  ) ?? NONE

/** The same as a condition on those rows: their device is named to the viewer, so that they are found by its words. */
export const isFoundByDevice = (viewer: Who, rows: Worn): SQL =>
  sql`exists (select from ${devices} where ${and(eq(devices.id, rows.deviceId), isNamed(viewer, rows))})`

/** A condition on `tasks`: a task is seen by whoever sees its device, or looks after whom it is about. */
export const visibleTasks = (viewer: Who, expected: Expected = 'few'): SQL =>
  ofVisibleWearerOr(viewer, {
    rows: worn.tasks,
    other: and(isNull(tasks.deviceId), inPlace(viewer, tasks)) ?? NONE,
    expected,
  })

/** A condition on `alarms`: an alarm is seen by whoever sees its device, or looks after whom it is about; that of no device, by those of its place. */
export const visibleAlarms = (viewer: RoomWho, expected: Expected = 'few'): SQL =>
  ofVisibleWearerOr(viewer, { rows: worn.alarms, other: visiblePlaceAlarms(viewer), expected })
