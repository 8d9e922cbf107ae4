import type { Role } from '@carewatch/contracts/roles'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { auditLog, branches, companies, uploads, users } from '@carewatch/migrations/schema/people'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Viewer } from './viewer.ts'

/** Everything by which it is decided who may see a device and what belongs to it. */
export type DeviceScope = {
  companyId: number | null
  branchId: number | null
  ownerId: number | null
  ownerSupervisorId: number | null
  relativeIds: readonly number[]
  /** Of the relatives those who may see where the device is. */
  locatingIds: readonly number[]
}

type Who = Pick<Viewer, 'id' | 'role' | 'companyId' | 'branchId'>
type Reach = 'everything' | 'company' | 'branch' | 'supervised' | 'owned' | 'related'

/** Whose rows each role sees. Everything below is derived from this table. */
const reach: Record<Role, readonly Reach[]> = {
  ADMIN: ['everything'],
  MANAGER: ['company'],
  SUPERVISOR: ['branch', 'supervised'],
  OWNER: ['owned'],
  RELATIVE: ['related'],
  USER: [],
  MONITOR: ['branch'],
  BRANCH_MONITOR: ['branch'],
  COMPANY_MONITOR: ['company'],
}

/** The company whose rows are all this person works with: families follow watches wherever these belong, administrators see everything. */
export function companyOfStaff(viewer: Pick<Who, 'role' | 'companyId'> | null): number | undefined {
  const isStaff = viewer !== null && reach[viewer.role].some((one) => one === 'company' || one === 'branch')
  return isStaff ? (viewer.companyId ?? undefined) : undefined
}

const same = (mine: number | null, theirs: number | null): boolean => mine !== null && mine === theirs

const includes: Record<Reach, (viewer: Who, device: DeviceScope) => boolean> = {
  everything: () => true,
  company: (viewer, device) => same(viewer.companyId, device.companyId),
  branch: (viewer, device) => same(viewer.branchId, device.branchId),
  supervised: (viewer, device) => same(viewer.id, device.ownerSupervisorId),
  owned: (viewer, device) => same(viewer.id, device.ownerId),
  related: (viewer, device) => device.relativeIds.includes(viewer.id),
}

/** The rule for live events; `visibleDevices` is the same rule for queries. */
export const maySeeDevice = (viewer: Who, device: DeviceScope): boolean =>
  reach[viewer.role].some((one) => includes[one](viewer, device))

/** The rule of `visibleLocations` for live events. */
export const maySeeLocation = (viewer: Who, device: DeviceScope): boolean =>
  maySeeDevice(viewer, device) && (viewer.role !== 'RELATIVE' || device.locatingIds.includes(viewer.id))

type PlaceUuids = { companyUuid: string; branchUuid: string | null }

/** For what stands in a company or a branch and is about no device. */
export const maySeePlace = (
  viewer: Who & Pick<Viewer, 'companyUuid' | 'branchUuid'>,
  { companyUuid, branchUuid }: PlaceUuids,
): boolean =>
  reach[viewer.role].some((one) => {
    if (one === 'everything') return true
    if (one === 'company') return viewer.companyUuid === companyUuid
    return one === 'branch' && branchUuid !== null && viewer.branchUuid === branchUuid
  })

/** Whether no row is hidden from the viewer. */
export const seesEverything = ({ role }: Pick<Who, 'role'>): boolean => reach[role].includes('everything')

const NONE = sql`false`
const equals = (column: AnyPgColumn, id: number | null): SQL => (id === null ? NONE : eq(column, id))
const anyOf = (conditions: SQL[]): SQL => or(...conditions) ?? NONE

const deviceCondition: Record<Reach, (viewer: Who) => SQL> = {
  everything: () => sql`true`,
  company: (viewer) => equals(devices.companyId, viewer.companyId),
  branch: (viewer) => equals(devices.branchId, viewer.branchId),
  supervised: (viewer) =>
    sql`${devices.ownerId} = any(array(select ${users.id} from ${users} where ${users.supervisorId} = ${viewer.id}))`,
  owned: (viewer) => eq(devices.ownerId, viewer.id),
  related: (viewer) =>
    sql`${devices.id} in (select ${relatives.deviceId} from ${relatives} where ${relatives.userId} = ${viewer.id})`,
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
const inPlace = (viewer: Who, place: Place): SQL =>
  anyOf(
    reach[viewer.role].map((one) => {
      if (one === 'everything') return sql`true`
      if (one === 'company') return equals(place.companyId, viewer.companyId)
      return one === 'branch' ? equals(place.branchId, viewer.branchId) : NONE
    }),
  )

const idsOfVisible = (viewer: Who): SQL =>
  sql`(select ${devices.id} from ${devices} where ${visibleDevices(viewer)})`

/** Beyond a branch a scope holds more devices than are looked up one by one. */
const seesFew = ({ role }: Who): boolean =>
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

/**
 * The same for rows of which some name no device and are seen for another reason.
 * Of a few devices the index finds the rows by the first half alone, and the second decides by a hash: an array in an `or` would be looked through once more for every row.
 */
function ofVisibleDeviceOr(viewer: Who, deviceId: AnyPgColumn, other: SQL): SQL {
  const ofDevice = ofVisibleDevice(viewer, deviceId)
  if (!seesFew(viewer)) return anyOf([ofDevice, other])
  return sql`((${ofDevice} or ${deviceId} is null) and (${deviceId} in ${idsOfVisible(viewer)} or ${other}))`
}

/** A condition on `tasks`: a task is seen by whoever sees its device. */
export const visibleTasks = (viewer: Who): SQL =>
  ofVisibleDeviceOr(viewer, tasks.deviceId, and(isNull(tasks.deviceId), inPlace(viewer, tasks)) ?? NONE)

/** A condition on `alarms`: an alarm is seen by whoever sees its device; that of no device, by those of its place. */
export const visibleAlarms = (viewer: RoomWho): SQL =>
  ofVisibleDeviceOr(viewer, alarms.deviceId, visiblePlaceAlarms(viewer))

/** A condition on `users`: those who could work with the viewer, of their company or branch, and themselves. */
export const colleagues = (viewer: Who): SQL =>
  and(isNull(users.deletedAt), anyOf([inPlace(viewer, users), eq(users.id, viewer.id)])) ?? NONE

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
      anyOf([
        equals(users.branchId, viewer.branchId),
        eq(users.supervisorId, viewer.id),
        aroundDevices(viewer),
      ]),
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
  and(isNull(users.deletedAt), anyOf([people[viewer.role](viewer), eq(users.id, viewer.id)])) ?? NONE

/** A condition on `users`: those whom the viewer may change, and forget for good, also when they are deleted. */
export const erasableUsers = (viewer: Who): SQL => {
  if (viewer.role === 'ADMIN') return isNull(users.erasedAt)
  if (viewer.role !== 'MANAGER') return NONE
  const isBelow = notInArray(users.role, ['ADMIN', 'MANAGER'])
  return and(isNull(users.erasedAt), inCompany(viewer), isBelow) ?? NONE
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

/** A condition on `uploads`: one's own, and those that hang on a person or a device in the viewer's scope. */
export const visibleUploads = (viewer: Who): SQL =>
  anyOf([
    eq(uploads.userId, viewer.id),
    sql`${uploads.ofUserId} in (select ${users.id} from ${users} where ${visibleUsers(viewer)})`,
    sql`${uploads.deviceUuid} in (select ${devices.uuid}::text from ${devices} where ${visibleDevices(viewer)})`,
  ])

/** A condition on `audit_log`: the company's own. */
export const visibleTraces = (viewer: Who): SQL =>
  viewer.role === 'ADMIN' ? sql`true` : equals(auditLog.companyId, viewer.companyId)

type RoomWho = Who & Pick<Viewer, 'userType'>

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
const inBranch = (viewer: Who, branchId: AnyPgColumn): SQL =>
  anyOf(
    reach[viewer.role].map((one) => {
      if (one === 'everything') return sql`true`
      if (one === 'branch') return equals(branchId, viewer.branchId)
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

/** Conditions on deleted rows: those that stood in the viewer's company or branch, for whom the audit log still names them. */
export const deletedHere = {
  devices: (viewer: Who): SQL | undefined => and(isNotNull(devices.deletedAt), inPlace(viewer, devices)),
  users: (viewer: Who): SQL | undefined => and(isNotNull(users.deletedAt), inPlace(viewer, users)),
  branches: (viewer: Who): SQL | undefined =>
    and(
      isNotNull(branches.deletedAt),
      inPlace(viewer, { companyId: branches.companyId, branchId: branches.id }),
    ),
  companies: (viewer: Who): SQL | undefined =>
    and(
      isNotNull(companies.deletedAt),
      seesEverything(viewer) ? undefined : equals(companies.id, viewer.companyId),
    ),
  gateways: (viewer: Who): SQL | undefined => and(isNotNull(gateways.deletedAt), inPlace(viewer, gateways)),
  rooms: (viewer: Who): SQL | undefined => and(isNotNull(rooms.deletedAt), inBranch(viewer, rooms.branchId)),
  beacons: (viewer: Who): SQL | undefined =>
    and(isNotNull(beacons.deletedAt), inBranch(viewer, beacons.branchId)),
}
