import type { Role } from '@carewatch/contracts/roles'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { auditLog, branches, companies, uploads, users } from '@carewatch/migrations/schema/people'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { isAccount } from './identity.ts'
import { isOwnBranch, type Reach, reach, seesEverything, type Who } from './reach.ts'
import type { Viewer } from './viewer.ts'
import { isOfNoOtherHouse, visibleWearers } from './visible-wearers.ts'
import { isChanging } from './worn.ts'

const NONE = sql`false`
export const equals = (column: AnyPgColumn, id: number | null): SQL => (id === null ? NONE : eq(column, id))
export const anyOf = (conditions: SQL[]): SQL => or(...conditions) ?? NONE

/** By whom somebody is to who wears it. While it changes hands that is to who wore it before, and nobody sees it by that. */
const byRelation = (isRelated: SQL): SQL => sql`(${isRelated} and not ${isChanging})`

const deviceCondition: Record<Reach, (viewer: Who) => SQL> = {
  everything: () => sql`true`,
  company: (viewer) => equals(devices.companyId, viewer.companyId),
  branch: (viewer) => isOwnBranch(viewer, devices.branchId),
  supervised: (viewer) =>
    byRelation(
      sql`(${devices.ownerId} = any(array(select ${users.id} from ${users} where ${users.supervisorId} = ${viewer.id}))
        and ${isOfNoOtherHouse(viewer, devices.companyId)})`,
    ),
  owned: (viewer) => byRelation(eq(devices.ownerId, viewer.id)),
  related: (viewer) =>
    byRelation(
      sql`${devices.id} in (select ${relatives.deviceId} from ${relatives} where ${relatives.userId} = ${viewer.id})`,
    ),
}

/** A condition on `devices`: those in the viewer's scope. */
export const visibleDevices = (viewer: Who): SQL =>
  anyOf([
    and(isNull(devices.deletedAt), anyOf(reach[viewer.role].map((one) => deviceCondition[one](viewer)))) ??
      NONE,
  ])

/** A condition on `devices`: those whose location the viewer may see; a relative, where the grant says so. */
export const visibleLocations = (viewer: Who): SQL => {
  if (viewer.role !== 'RELATIVE') return visibleDevices(viewer)
  const isGranted = sql`${devices.id} in (select ${relatives.deviceId} from ${relatives}
    where ${relatives.userId} = ${viewer.id} and ${relatives.maySeeLocation})`
  return and(visibleDevices(viewer), isGranted) ?? NONE
}

type Place = { companyId: AnyPgColumn; branchId: AnyPgColumn }

/** A condition on rows that have only a place: those of the viewer's company or branch. */
export const inPlace = (viewer: Who, place: Place): SQL =>
  anyOf(
    reach[viewer.role].map((one) => {
      if (one === 'everything') return sql`true`
      if (one === 'company') return equals(place.companyId, viewer.companyId)
      return one === 'branch' ? isOwnBranch(viewer, place.branchId) : NONE
    }),
  )

export const idsOfVisible = (viewer: Who): SQL =>
  sql`(select ${devices.id} from ${devices} where ${visibleDevices(viewer)})`

/** Beyond a branch a scope holds more devices than are looked up one by one. */
export const seesFew = ({ role }: Who): boolean =>
  !reach[role].includes('everything') && !reach[role].includes('company')

/**
 * A condition on rows that name a device, by the column that names it: their device is in the viewer's scope.
 * Written as the planner reads it best: all but the few deleted; a company's many, hashed; a branch's or a person's few, each looked up by index.
 */
export function ofVisibleDevice(viewer: Who, deviceId: AnyPgColumn): SQL {
  if (seesEverything(viewer))
    return sql`(${deviceId} is not null and ${deviceId} not in (select ${devices.id} from ${devices} where ${devices.deletedAt} is not null))`
  const ids = idsOfVisible(viewer)
  return seesFew(viewer) ? sql`${deviceId} = any(array${ids})` : sql`${deviceId} in ${ids}`
}

/** A condition on `users`: those who could work with the viewer, of their company or branch, and themselves. */
export const colleagues = (viewer: Who): SQL =>
  and(isNull(users.deletedAt), isAccount, anyOf([inPlace(viewer, users), eq(users.id, viewer.id)])) ?? NONE

const inCompany = ({ companyId }: Who): SQL =>
  companyId === null
    ? NONE
    : sql`(${users.companyId} = ${companyId} or ${users.branchId} in
        (select ${branches.id} from ${branches} where ${branches.companyId} = ${companyId}))`

/** Owners and relatives of the devices in the viewer's scope. */
const aroundDevices = (viewer: Who): SQL =>
  sql`(${users.id} in (select ${devices.ownerId} from ${devices} where ${visibleDevices(viewer)}) or ${relativesOf(viewer)})`

const relativesOf = (viewer: Who): SQL =>
  sql`${users.id} in (select ${relatives.userId} from ${relatives}
    inner join ${devices} on ${devices.id} = ${relatives.deviceId} where ${visibleDevices(viewer)})`

const CUSTOMERS = ['OWNER', 'RELATIVE', 'USER'] as const

/** Whom each role sees beside themselves. */
const people: Record<Role, (viewer: Who) => SQL> = {
  ADMIN: () => sql`true`,
  MANAGER: (viewer) => anyOf([inCompany(viewer), aroundDevices(viewer)]),
  SUPERVISOR: (viewer) =>
    and(
      inArray(users.role, CUSTOMERS),
      anyOf([isOwnBranch(viewer, users.branchId), eq(users.supervisorId, viewer.id), aroundDevices(viewer)]),
    ) ?? NONE,
  OWNER: relativesOf,
  RELATIVE: () => NONE,
  USER: () => NONE,
  MONITOR: () => NONE,
  BRANCH_MONITOR: () => NONE,
  COMPANY_MONITOR: () => NONE,
}

/** A condition on `users`: people in the viewer's scope, and themselves. */
export const visibleUsers = (viewer: Who): SQL =>
  and(isNull(users.deletedAt), isAccount, anyOf([people[viewer.role](viewer), eq(users.id, viewer.id)])) ??
  NONE

/** What an API key did stays under its name. */
const isNoKey = sql`not exists (select from ${apiKeys} where ${apiKeys.userId} = ${users.id})`

/** A condition on `users`: those whom the viewer may change, and forget for good, also when they are deleted. */
export const erasableUsers = (viewer: Who): SQL => {
  if (viewer.role === 'ADMIN') return and(isNull(users.erasedAt), isAccount, isNoKey) ?? NONE
  if (viewer.role !== 'MANAGER') return NONE
  const isBelow = notInArray(users.role, ['ADMIN', 'MANAGER'])
  return and(isNull(users.erasedAt), isAccount, isNoKey, inCompany(viewer), isBelow) ?? NONE
}

/** A condition on `users`: those of the visible ones whom the viewer may change. */
export const manageableUsers = (viewer: Who): SQL =>
  and(isNull(users.deletedAt), erasableUsers(viewer)) ?? NONE

/** A condition on `companies`: all for an administrator, their own for the other staff. */
export const visibleCompanies = (viewer: Who): SQL =>
  and(
    isNull(companies.deletedAt),
    viewer.role === 'ADMIN' ? sql`true` : equals(companies.id, viewer.companyId),
  ) ?? NONE

/** A condition on `branches`. */
export const visibleBranches = (viewer: Who): SQL =>
  and(
    isNull(branches.deletedAt),
    inPlace(viewer, { companyId: branches.companyId, branchId: branches.id }),
  ) ?? NONE

/** The same, and for whoever sees a whole company those of it that were closed: what they handed out can still be checked. */
export const branchesEver = (viewer: Who): SQL =>
  seesFew(viewer)
    ? visibleBranches(viewer)
    : inPlace(viewer, { companyId: branches.companyId, branchId: branches.id })

/** A condition on `uploads`: one's own, and those that hang on an account, a device or a person under care in the viewer's scope. */
export const visibleUploads = (viewer: Who): SQL =>
  anyOf([
    // The photo of somebody under care is no longer for whoever took it and left.
    sql`(${uploads.userId} = ${viewer.id} and ${uploads.wearerUuid} is null)`,
    sql`${uploads.ofUserId} in (select ${users.id} from ${users} where ${visibleUsers(viewer)})`,
    sql`${uploads.deviceUuid} in (select ${devices.uuid}::text from ${devices} where ${visibleDevices(viewer)})`,
    sql`${uploads.wearerUuid} in (select ${wearers.uuid}::text from ${wearers} where ${visibleWearers(viewer)})`,
  ])

/** A condition on `audit_log`: the company's own. */
export const visibleTraces = (viewer: Who): SQL =>
  viewer.role === 'ADMIN' ? sql`true` : equals(auditLog.companyId, viewer.companyId)

export type RoomWho = Who & Pick<Viewer, 'userType'>

/** Owners and relatives see rooms as people of GATEWAY type, and only those of their devices. */
const ofOwnDevices = (viewer: RoomWho, condition: () => SQL): SQL => {
  const isCustomer = reach[viewer.role].some((one) => one === 'owned' || one === 'related')
  return isCustomer && viewer.userType === 'GATEWAY' ? condition() : NONE
}

const ownTags = alias(beacons, 'own_tags')

/** A tag says where its wearer is: whoever may not see the watch's location sees neither the tag nor its room. */
const isOwn = (viewer: RoomWho, deviceId: AnyPgColumn): SQL =>
  sql`${deviceId} in (select ${devices.id} from ${devices} where ${visibleLocations(viewer)})`

const isOwnRoom = (viewer: RoomWho, roomId: AnyPgColumn): SQL =>
  sql`${roomId} in (select ${ownTags.roomId} from ${beacons} ${ownTags}
    where ${ownTags.deletedAt} is null and ${isOwn(viewer, ownTags.deviceId)})`

/** A condition on rows that know only their branch. */
export const inBranch = (viewer: Who, branchId: AnyPgColumn): SQL =>
  anyOf(
    reach[viewer.role].map((one) => {
      if (one === 'everything') return sql`true`
      if (one === 'branch') return isOwnBranch(viewer, branchId)
      if (one !== 'company' || viewer.companyId === null) return NONE
      return sql`${branchId} in (select ${branches.id} from ${branches} where ${branches.companyId} = ${viewer.companyId})`
    }),
  )

/** A condition on `rooms`. */
export const visibleRooms = (viewer: RoomWho): SQL =>
  and(
    isNull(rooms.deletedAt),
    anyOf([inBranch(viewer, rooms.branchId), ofOwnDevices(viewer, () => isOwnRoom(viewer, rooms.id))]),
  ) ?? NONE

/** A condition on `gateways`. */
export const visibleGateways = (viewer: RoomWho): SQL =>
  and(
    isNull(gateways.deletedAt),
    anyOf([inPlace(viewer, gateways), ofOwnDevices(viewer, () => isOwnRoom(viewer, gateways.roomId))]),
  ) ?? NONE

const isOwnSensor = (viewer: RoomWho): SQL =>
  sql`(${beacons.deviceId} is null and ${beacons.deviceType} <> 'TAG' and ${isOwnRoom(viewer, beacons.roomId)})`

/** A condition on `beacons`: an owner sees the tags of their devices and the sensors of those rooms, and nobody else's tag. */
export const visibleBeacons = (viewer: RoomWho): SQL => {
  const own = () => anyOf([isOwn(viewer, beacons.deviceId), isOwnSensor(viewer)])
  return (
    and(isNull(beacons.deletedAt), anyOf([inBranch(viewer, beacons.branchId), ofOwnDevices(viewer, own)])) ??
    NONE
  )
}

/** The same for where beacons are: where somebody of the staff is nobody is shown. */
export const locatedBeacons = (viewer: RoomWho): SQL =>
  and(isNull(beacons.staffId), visibleBeacons(viewer)) ?? NONE

/** An owner's alarms: in their rooms, and about nobody else. */
const isOwnAlarm = (viewer: RoomWho): SQL =>
  sql`(${isOwnRoom(viewer, alarms.roomId)}
      or ${alarms.gatewayId} in (select ${gateways.id} from ${gateways} where ${visibleGateways(viewer)}))
    and (${alarms.deviceId} is null or ${isOwn(viewer, alarms.deviceId)})
    and (${alarms.beaconId} is null
      or ${alarms.beaconId} in (select ${beacons.id} from ${beacons} where ${visibleBeacons(viewer)}))`

/** A condition on `alarms`: those that are about no device. */
export const visiblePlaceAlarms = (viewer: RoomWho): SQL =>
  and(
    isNull(alarms.deviceId),
    anyOf([inPlace(viewer, alarms), ofOwnDevices(viewer, () => isOwnAlarm(viewer))]),
  ) ?? NONE

/** A condition on `alarms`: those of rooms and gateways. */
export const visibleRoomAlarms = (viewer: RoomWho): SQL =>
  and(
    sql`(${alarms.roomId} is not null or ${alarms.gatewayId} is not null)`,
    anyOf([inPlace(viewer, alarms), ofOwnDevices(viewer, () => isOwnAlarm(viewer))]),
  ) ?? NONE
