import type { floorPlan as contract } from '@carewatch/contracts/http/floor-plans'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { branches } from '@carewatch/migrations/schema/people'
import { floorPlans, rooms } from '@carewatch/migrations/schema/rooms'
import { and, asc, eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBranches, visibleRooms } from '../access/visible.ts'
import { getVisibleBranch } from '../branches/find.ts'
import type { FileAnswer } from '../http/serve.ts'

const columns = {
  uuid: floorPlans.uuid,
  width: floorPlans.width,
  height: floorPlans.height,
  updatedAt: floorPlans.updatedAt,
}

/** The plan of a branch that the viewer sees, and where each of its rooms is on it. */
export async function planOf(db: Db, viewer: Viewer, branchId: number): Promise<Reply<typeof contract>> {
  const [plan] = await db
    .select(columns)
    .from(floorPlans)
    .innerJoin(branches, eq(branches.id, floorPlans.branchId))
    .where(and(eq(floorPlans.branchId, branchId), visibleBranches(viewer)))
  const rows = await db
    .select({ uuid: rooms.uuid, name: rooms.name, x: rooms.planX, y: rooms.planY })
    .from(rooms)
    .where(and(eq(rooms.branchId, branchId), visibleRooms(viewer)))
    .orderBy(asc(rooms.name), asc(rooms.id))
  return {
    plan: plan ?? null,
    rooms: rows.map(({ uuid, name, x, y }) => ({
      uuid,
      name,
      spot: x === null || y === null ? null : { x, y },
    })),
  }
}

export async function readPlan(db: Db, viewer: Viewer, uuid: string): Promise<Reply<typeof contract>> {
  const branch = await getVisibleBranch(db, viewer, uuid)
  return planOf(db, viewer, branch.id)
}

/** The picture itself: by the uuid of the plan, which whoever may not see its branch is not answered. */
export async function readPlanPicture(db: Db, viewer: Viewer, uuid: string): Promise<FileAnswer> {
  const [found] = await db
    .select({ body: floorPlans.content, mediaType: floorPlans.mediaType })
    .from(floorPlans)
    .innerJoin(branches, eq(branches.id, floorPlans.branchId))
    .where(and(eq(floorPlans.uuid, uuid), visibleBranches(viewer)))
  if (!found) throw new Refusal('notFound')
  return { ...found, fileName: `floor-plan.${found.mediaType.split('/')[1]}` }
}
