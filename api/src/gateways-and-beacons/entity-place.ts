import type { Db } from '@carewatch/platform/database/client'
import { permissions } from '@carewatch/contracts/permissions'
import { branches, users } from '@carewatch/migrations/schema/people'
import { and, eq, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { getBranch } from '../devices/place.ts'
import { colleagues } from '../access/visible.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { getVisibleRoom } from './visible-entity.ts'

type Asked = { branchId?: string | undefined; roomUuid?: string | null | undefined }
type Standing = { branchId: number | null; roomId: number | null }
export type EntityPlace = Standing & { companyId: number | null }

export async function companyOfBranch(tx: Db, branchId: number | null): Promise<number | null> {
  if (branchId === null) return null
  const [branch] = await tx
    .select({ companyId: branches.companyId })
    .from(branches)
    .where(eq(branches.id, branchId))
  return branch?.companyId ?? null
}

const nowhere: Standing = { branchId: null, roomId: null }

/** Where a gateway or a beacon will stand: a branch the viewer sees, and a room of that branch. */
export async function findEntityPlace(
  tx: Db,
  viewer: Viewer,
  { asked, standing = nowhere }: { asked: Asked; standing?: Standing },
): Promise<EntityPlace> {
  const branch = asked.branchId === undefined ? undefined : await getBranch(tx, viewer, asked.branchId)
  const branchId = branch?.id ?? standing.branchId
  const companyId = branch?.companyId ?? (await companyOfBranch(tx, branchId))
  if (asked.roomUuid) {
    const room = await getVisibleRoom(tx, viewer, asked.roomUuid)
    if (room.branchId !== branchId) throw new InvalidFields({ roomUuid: 'invalid' })
    return { companyId, branchId, roomId: room.id }
  }
  const stays = asked.roomUuid === undefined && branchId === standing.branchId
  return { companyId, branchId, roomId: stays ? standing.roomId : null }
}

type Worn = { deviceUUID: string; companyId: number | null }

/** Somebody under care carries it or somebody of the staff. */
export function refuseTwoHolders(asked: {
  deviceUUID?: string | null | undefined
  staffUUID?: string | null | undefined
}): void {
  if (asked.deviceUUID && asked.staffUUID) throw new InvalidFields({ staffUUID: 'invalid' })
}

type Carried = { staffUUID: string; companyId: number | null }

/** Who of the staff carries it: a colleague whom the viewer sees, of the beacon's company, who comes to bedsides. */
export async function getStaffId(tx: Db, viewer: Viewer, { staffUUID, companyId }: Carried): Promise<number> {
  const [found] = await tx
    .select({ id: users.id, role: users.role, companyId: companyOf })
    .from(users)
    .where(and(eq(users.uuid, staffUUID), eq(users.isActive, true), colleagues(viewer)))
  const comes = permissions.attendBedside.some((role) => role === found?.role)
  if (!found || !comes || found.companyId !== companyId) throw new InvalidFields({ staffUUID: 'invalid' })
  return found.id
}

const companyOf = sql<number | null>`coalesce(${users.companyId},
  (select ${branches.companyId} from ${branches} where ${branches.id} = ${users.branchId}))`

/** Whose tag it is: a watch the viewer sees, of the beacon's company. */
export async function getWearerId(tx: Db, viewer: Viewer, { deviceUUID, companyId }: Worn): Promise<number> {
  const device = await getVisibleDevice(tx, viewer, { uuid: deviceUUID })
  if (device.companyId !== companyId) throw new InvalidFields({ deviceUUID: 'invalid' })
  return device.id
}
