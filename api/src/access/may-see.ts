import { type Reach, reach, type Who } from './reach.ts'
import type { Viewer } from './viewer.ts'
import { isFamily } from './worn.ts'

/** Everything by which it is decided who may see a device and what belongs to it. */
export type DeviceScope = {
  companyId: number | null
  branchId: number | null
  ownerId: number | null
  ownerSupervisorId: number | null
  relativeIds: readonly number[]
  /** Of the relatives those who may see where the device is. */
  locatingIds: readonly number[]
  /** Who wears it now. */
  wearerUuid: string | null
}

/** Everything by which it is decided who may see a person under care. */
export type WearerScope = {
  companyId: number | null
  branchId: number | null
  /** Who looks after those who are responsible for them. */
  supervisorIds: readonly number[]
  /** The accounts around them, and since when each is: null, for ever. */
  family: ReadonlyMap<number, Date | null>
}

const same = (mine: number | null, theirs: number | null): boolean => mine !== null && mine === theirs

const sameBranch = ({ branchId, branchIds }: Who, theirs: number | null): boolean =>
  branchIds ? theirs !== null && branchIds.includes(theirs) : same(branchId, theirs)

const isOfNoOther = (mine: number | null, theirs: number | null): boolean =>
  mine === null || theirs === null || mine === theirs

const includes: Record<Reach, (viewer: Who, device: DeviceScope) => boolean> = {
  everything: () => true,
  company: (viewer, device) => same(viewer.companyId, device.companyId),
  branch: (viewer, device) => sameBranch(viewer, device.branchId),
  supervised: (viewer, device) =>
    same(viewer.id, device.ownerSupervisorId) && isOfNoOther(viewer.companyId, device.companyId),
  owned: (viewer, device) => same(viewer.id, device.ownerId),
  related: (viewer, device) => device.relativeIds.includes(viewer.id),
}

/** The rule for live events; `visibleDevices` is the same rule for queries. */
export const maySeeDevice = (viewer: Who, device: DeviceScope): boolean =>
  reach[viewer.role].some((one) => includes[one](viewer, device))

/** The rule for live events about an alarm or a task: families see those of whom they are related to. The version before named nobody. */
export const maySeeWearer = (
  viewer: Who,
  device: DeviceScope,
  wearerUuid: string | null | undefined,
): boolean =>
  maySeeDevice(viewer, device) &&
  (!isFamily(viewer) || wearerUuid === undefined || wearerUuid === device.wearerUuid)

const looksAfter: Record<Reach, (viewer: Who, wearer: WearerScope | undefined) => boolean> = {
  everything: () => true,
  company: () => true,
  branch: (viewer, wearer) => wearer !== undefined && sameBranch(viewer, wearer.branchId),
  supervised: (viewer, wearer) =>
    wearer !== undefined &&
    wearer.supervisorIds.includes(viewer.id) &&
    isOfNoOther(viewer.companyId, wearer.companyId),
  owned: () => false,
  related: () => false,
}

/** Whether staff see what happened to somebody in their own house, whatever became of the watch: the rule of `visibleAlarms` for live events. */
export const maySeeLife = (viewer: Who, wearer: WearerScope | undefined): boolean =>
  reach[viewer.role].some((one) => looksAfter[one](viewer, wearer))

/** The same for families whose person wears this device no longer: by `since` when they are related, null for ever, undefined not at all. */
export const isRelated = (viewer: Who, since: Date | null | undefined, at: Date): boolean =>
  isFamily(viewer) && since !== undefined && (since === null || since <= at)

/** The rule of `visibleLocations` for live events. */
export const maySeeLocation = (viewer: Who, device: DeviceScope): boolean =>
  maySeeDevice(viewer, device) && (viewer.role !== 'RELATIVE' || device.locatingIds.includes(viewer.id))

type PlaceUuids = { companyUuid: string; branchUuid: string | null }

/** For what stands in a company or a branch and is about no device. */
export const maySeePlace = (
  viewer: Who & Pick<Viewer, 'companyUuid' | 'branchUuid' | 'key'>,
  { companyUuid, branchUuid }: PlaceUuids,
): boolean =>
  reach[viewer.role].some((one) => {
    if (one === 'everything') return true
    if (one === 'company') return viewer.companyUuid === companyUuid
    if (one !== 'branch' || branchUuid === null) return false
    return viewer.key?.branchUuids?.includes(branchUuid) ?? viewer.branchUuid === branchUuid
  })
