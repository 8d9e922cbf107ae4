import type { floorPlan, placeRooms as placing } from '@carewatch/contracts/http/floor-plans'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { floorPlans, rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { visibleRooms } from '../access/visible.ts'
import { type BranchRow, getVisibleBranch } from '../branches/find.ts'
import { changedAfter } from '../http/changed.ts'
import { planOf } from './read.ts'
import { receivePlan } from './receive-plan.ts'

type Plan = Reply<typeof floorPlan>
type Change = (tx: Db, branch: BranchRow) => Promise<string[]>

/** Changes the plan of a branch that the caller sees, with a trace of what was changed. */
async function changed(db: Db, caller: Caller, { uuid, change }: { uuid: string; change: Change }) {
  return db.transaction(async (tx): Promise<Plan> => {
    const branch = await getVisibleBranch(tx, caller, uuid)
    const fields = await change(tx, branch)
    const { companyId } = branch
    await audit(tx, caller, { action: 'updated', entity: 'branch', uuid, companyId, detail: { fields } })
    return planOf(tx, caller, branch.id)
  })
}

type Sent = { uuid: string; request: FastifyRequest }

/** Another picture has another uuid: whoever kept the one before asks anew. */
export async function sendPlan(db: Db, caller: Caller, { uuid, request }: Sent): Promise<Plan> {
  // Before a file is read: whose the branch is.
  await getVisibleBranch(db, caller, uuid)
  const { content, ...picture } = await receivePlan(request)
  const change: Change = async (tx, { id: branchId }) => {
    const values = { ...picture, content, uuid: sql`uuidv7()` }
    await tx
      .insert(floorPlans)
      .values({ ...values, branchId })
      .onConflictDoUpdate({
        target: floorPlans.branchId,
        set: { ...values, updatedAt: changedAfter(floorPlans.updatedAt) },
      })
    return ['floorPlan']
  }
  return changed(db, caller, { uuid, change })
}

/** Places rooms on the plan as it was looked at: of two who do so at once, the second hears of it. */
export function placeRooms(db: Db, caller: Caller, { params, body }: Input<typeof placing>): Promise<Plan> {
  const spots = new Map(body.rooms.map(({ uuid, spot }) => [uuid, spot]))
  const change: Change = async (tx, branch) => {
    const isAsSeen = and(eq(floorPlans.branchId, branch.id), eq(floorPlans.updatedAt, body.updatedAt))
    const saved = await tx
      .update(floorPlans)
      .set({ updatedAt: changedAfter(floorPlans.updatedAt) })
      .where(isAsSeen)
      .returning({ id: floorPlans.id })
    if (saved.length === 0) throw new Refusal('conflict')
    const isNamed = and(inArray(rooms.uuid, [...spots.keys()]), eq(rooms.branchId, branch.id))
    const found = await tx
      .select({ id: rooms.id, uuid: rooms.uuid })
      .from(rooms)
      .where(and(isNamed, visibleRooms(caller)))
    if (found.length < spots.size) throw new Refusal('notFound')
    for (const { id, uuid } of found) {
      const spot = spots.get(uuid) ?? null
      await tx
        .update(rooms)
        .set({ planX: spot?.x ?? null, planY: spot?.y ?? null })
        .where(eq(rooms.id, id))
    }
    return ['rooms']
  }
  return changed(db, caller, { uuid: params.uuid, change })
}

/** Without a picture no room is anywhere on it. */
export function deletePlan(db: Db, caller: Caller, uuid: string): Promise<Plan> {
  const change: Change = async (tx, { id: branchId }) => {
    const gone = await tx
      .delete(floorPlans)
      .where(eq(floorPlans.branchId, branchId))
      .returning({ id: floorPlans.id })
    if (gone.length === 0) throw new Refusal('notFound')
    await tx.update(rooms).set({ planX: null, planY: null }).where(eq(rooms.branchId, branchId))
    return ['floorPlan']
  }
  return changed(db, caller, { uuid, change })
}
