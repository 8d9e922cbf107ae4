import { updateTask } from '@carewatch/contracts/http/tasks'
import { taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import type { Answering, Tx } from './steps.ts'

const worksOnTasks = ({ role }: Pick<Answering, 'role'>): boolean =>
  updateTask.allow.some((one) => one === role)

/** What an alarm that is over asked for is done, by whoever saw it last. */
export async function completeTasksOfAlarms(
  tx: Tx,
  viewer: Pick<Answering, 'id' | 'role'>,
  { alarmIds, outcome }: { alarmIds: number[]; outcome: string },
): Promise<number[]> {
  if (alarmIds.length === 0) return []
  const now = new Date()
  const done = await tx
    .update(tasks)
    .set({
      status: 'DONE',
      doneAt: now,
      updatedAt: now,
      outcome: sql`coalesce(${tasks.outcome}, ${outcome})`,
      ...(worksOnTasks(viewer) && { assignedToId: sql`coalesce(${tasks.assignedToId}, ${viewer.id})` }),
    })
    .where(and(inArray(tasks.alarmId, alarmIds), ne(tasks.status, 'DONE')))
    .returning({ id: tasks.id })
  await writeHistory(tx, viewer, { ids: done, change: { status: 'DONE', because: 'closed' } })
  return done.map(({ id }) => id)
}

/** Whoever acknowledges an alarm has its waiting task. An owner or a relative cannot work on tasks: then it stays with the staff. */
export async function takeTasksOfAlarms(tx: Tx, viewer: Viewer, alarmIds: number[]): Promise<number[]> {
  if (!worksOnTasks(viewer) || alarmIds.length === 0) return []
  const isWaiting = or(
    inArray(tasks.status, ['OPEN', 'DEFERRED']),
    and(eq(tasks.status, 'IN_PROGRESS'), isNull(tasks.assignedToId)),
  )
  const taken = await tx
    .update(tasks)
    .set({ status: 'IN_PROGRESS', assignedToId: viewer.id, deferredUntil: null, updatedAt: new Date() })
    .where(and(inArray(tasks.alarmId, alarmIds), isWaiting))
    .returning({ id: tasks.id })
  const change = { status: 'IN_PROGRESS', assignedTo: viewer.uuid, because: 'acknowledged' }
  await writeHistory(tx, viewer, { ids: taken, change })
  return taken.map(({ id }) => id)
}

type Written = { ids: { id: number }[]; change: Record<string, unknown> }

async function writeHistory(tx: Tx, viewer: Pick<Answering, 'id'>, { ids, change }: Written): Promise<void> {
  if (ids.length === 0) return
  await tx.insert(taskHistory).values(ids.map(({ id }) => ({ taskId: id, userId: viewer.id, change })))
}
