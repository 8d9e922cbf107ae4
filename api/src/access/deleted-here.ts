import { devices } from '@carewatch/migrations/schema/devices'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { and, isNotNull, type SQL } from 'drizzle-orm'
import { seesEverything, type Who } from './reach.ts'
import { equals, inBranch, inPlace } from './visible.ts'

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
