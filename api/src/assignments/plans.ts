import { Refusal } from '@carewatch/contracts/refusal'
import type { AssignmentEnd } from '@carewatch/contracts/wearers'
import { assignments } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { orConflict } from '../http/unique.ts'
import { type Assignment, begun, hasBegun, holdAssignments } from './present.ts'

type End = { at: Date | null; end: AssignmentEnd | null; endedById: number | null }

/** How it is planned to end; null: not at all. What comes due first is its beginning, where that is planned too. */
async function setEnd(tx: Db, row: Assignment, { at, end, endedById }: End): Promise<void> {
  const update = tx
    .update(assignments)
    .set({
      endedAt: at,
      end,
      endedById,
      dueAt: begun(row) ? at : row.startedAt,
      updatedAt: sql`now()`,
    })
    .where(eq(assignments.id, row.id))
  await orConflict('deviceWorn', Promise.resolve(update))
}

type Planned = { row: Assignment; at: Date; end: AssignmentEnd }

/** It ends at a moment to come: somebody else's then, or nobody's. */
export const planEnd = (tx: Db, { id: endedById }: Pick<Caller, 'id'>, { row, at, end }: Planned) =>
  setEnd(tx, row, { at, end, endedById })

const isSame = (one: Date | null, other: Date | null): boolean =>
  one !== null && other !== null && one.getTime() === other.getTime()

/** It does not begin: who was to hand the device over goes on to wear it, until the next one begins. What never was leaves no row. */
async function cancelBeginning(tx: Db, plan: Assignment, rows: readonly Assignment[]): Promise<void> {
  await tx.delete(assignments).where(eq(assignments.id, plan.id))
  const others = rows.filter(({ id }) => id !== plan.id)
  const handsOver = ({ endedAt, end, dueAt }: Assignment) =>
    dueAt !== null && end === 'HANDED_OVER' && isSame(endedAt, plan.startedAt)
  const former = others.find(handsOver)
  if (!former) return
  const next = others.find(({ startedAt }) => startedAt > plan.startedAt)
  const { endedById } = former
  const stays = { at: null, end: null, endedById: null }
  await setEnd(tx, former, next ? { at: next.startedAt, end: 'HANDED_OVER', endedById } : stays)
}

/** It ends when somebody says so, and not as was planned: unless somebody else is to wear the device after it. */
async function cancelEnd(tx: Db, plan: Assignment, rows: readonly Assignment[]): Promise<void> {
  const { endedAt } = plan
  if (endedAt && rows.some(({ startedAt }) => startedAt >= endedAt))
    throw new Refusal('conflict', 'planFollowed')
  await setEnd(tx, plan, { at: null, end: null, endedById: null })
}

/** What is planned of an assignment is given up: its beginning, or where it has begun its end. */
export async function cancelPlan(tx: Db, { id, deviceId }: Pick<Assignment, 'id' | 'deviceId'>) {
  const rows = await holdAssignments(tx, deviceId)
  const plan = rows.find((row) => row.id === id)
  if (!plan || plan.dueAt === null) throw new Refusal('conflict', 'notPlanned')
  await (begun(plan) ? cancelEnd : cancelBeginning)(tx, plan, rows)
}

/** Nobody of these begins to wear anything. */
export async function cancelPlans(tx: Db, which: SQL | undefined): Promise<void> {
  const plans = await tx
    .select({ id: assignments.id, deviceId: assignments.deviceId })
    .from(assignments)
    .where(and(which, not(hasBegun)))
    .orderBy(assignments.deviceId, assignments.startedAt)
  for (const { id, deviceId } of plans) {
    const rows = await holdAssignments(tx, deviceId)
    const plan = rows.find((row) => row.id === id)
    if (plan && !begun(plan)) await cancelBeginning(tx, plan, rows)
  }
}
