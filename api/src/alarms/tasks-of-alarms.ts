import { updateTask } from '@carewatch/contracts/http/tasks'
import { alarmHistory, taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { and, asc, desc, eq, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Viewer } from '../access/viewer.ts'
import type { Answering, Tx } from './steps.ts'

type Whose = Pick<Answering, 'id' | 'role'>

const worksOnTasks = ({ role }: Pick<Answering, 'role'>): boolean =>
  updateTask.allow.some((one) => one === role)

/** As it stood before: by it whoever answered by mistake gives it back. */
type Was = Pick<typeof tasks.$inferSelect, 'id' | 'status' | 'assignedToId' | 'deferredUntil'>

/** Held, so that they stand so until they are changed. */
const hold = (tx: Tx, which: SQL | undefined): Promise<Was[]> =>
  tx
    .select({
      id: tasks.id,
      status: tasks.status,
      assignedToId: tasks.assignedToId,
      deferredUntil: tasks.deferredUntil,
    })
    .from(tasks)
    .where(which)
    .orderBy(asc(tasks.id))
    .for('update')

/** What an alarm that is over asked for is done, by whoever saw it last. */
export async function completeTasksOfAlarms(
  tx: Tx,
  viewer: Whose,
  { alarmIds, outcome }: { alarmIds: number[]; outcome: string },
): Promise<number[]> {
  if (alarmIds.length === 0) return []
  const now = new Date()
  const before = await hold(tx, and(inArray(tasks.alarmId, alarmIds), ne(tasks.status, 'DONE')))
  const ids = before.map(({ id }) => id)
  await tx
    .update(tasks)
    .set({
      status: 'DONE',
      doneAt: now,
      updatedAt: now,
      outcome: sql`coalesce(${tasks.outcome}, ${outcome})`,
      ...(worksOnTasks(viewer) && { assignedToId: sql`coalesce(${tasks.assignedToId}, ${viewer.id})` }),
    })
    .where(inArray(tasks.id, ids))
  await writeHistory(tx, viewer, { before, change: { status: 'DONE', because: 'closed' } })
  return ids
}

/** Whoever acknowledges an alarm has its waiting task. An owner or a relative cannot work on tasks: then it stays with the staff. */
export async function takeTasksOfAlarms(tx: Tx, viewer: Viewer, alarmIds: number[]): Promise<number[]> {
  if (!worksOnTasks(viewer) || alarmIds.length === 0) return []
  const isWaiting = or(
    inArray(tasks.status, ['OPEN', 'DEFERRED']),
    and(eq(tasks.status, 'IN_PROGRESS'), isNull(tasks.assignedToId)),
  )
  const before = await hold(tx, and(inArray(tasks.alarmId, alarmIds), isWaiting))
  const ids = before.map(({ id }) => id)
  await tx
    .update(tasks)
    .set({ status: 'IN_PROGRESS', assignedToId: viewer.id, deferredUntil: null, updatedAt: new Date() })
    .where(inArray(tasks.id, ids))
  const change = { status: 'IN_PROGRESS', assignedTo: viewer.uuid, because: 'acknowledged' }
  await writeHistory(tx, viewer, { before, change })
  return ids
}

const other = alias(tasks, 'other')
/** Done, where the same waits by another alarm of it: one task says so. */
const isStoodFor = sql`(${tasks.status} = 'DONE' and exists (select from ${tasks} ${other} where ${other.deviceId} = ${tasks.deviceId}
  and ${other.alertType} = ${tasks.alertType} and ${other.alarmId} is not null and ${other.status} <> 'DONE'))`

/** In the transaction in which its alarm was taken last, or since. */
const isSinceTaken = sql`${taskHistory.at} >= (select max(${alarmHistory.at}) from ${alarmHistory}
  where ${alarmHistory.alarmId} = ${tasks.alarmId} and ${alarmHistory.step} = 'ACKNOWLEDGED')`

/** Answered by mistake: each of their tasks stands as before, but for one that somebody changed meanwhile. */
export async function giveBackTasksOfAlarms(tx: Tx, viewer: Viewer, alarmIds: number[]): Promise<number[]> {
  const held = await hold(tx, and(inArray(tasks.alarmId, alarmIds), not(isStoodFor)))
  const newest = await tx
    .selectDistinctOn([taskHistory.taskId], {
      taskId: taskHistory.taskId,
      userId: taskHistory.userId,
      change: taskHistory.change,
    })
    .from(taskHistory)
    .innerJoin(tasks, eq(tasks.id, taskHistory.taskId))
    .where(
      and(
        inArray(
          taskHistory.taskId,
          held.map(({ id }) => id),
        ),
        isSinceTaken,
      ),
    )
    .orderBy(taskHistory.taskId, desc(taskHistory.id))
  const given = newest.filter(({ userId, change }) => userId === viewer.id && change['was'])
  for (const { taskId, change } of given) {
    // Safe: written below.
    const { status, assignedToId, deferredUntil } = change['was'] as Omit<Was, 'deferredUntil'> & {
      deferredUntil: string | null
    }
    await tx
      .update(tasks)
      .set({
        status,
        assignedToId,
        deferredUntil: deferredUntil === null ? null : new Date(deferredUntil),
        doneAt: null,
        // Done by the end of its alarm, here or by an engine meanwhile.
        outcome: sql`case when ${tasks.outcome} = 'cleared' then null else ${tasks.outcome} end`,
        updatedAt: new Date(),
      })
      .where(eq(tasks.id, taskId))
    await tx.insert(taskHistory).values({ taskId, userId: viewer.id, change: { status, because: 'undone' } })
  }
  return given.map(({ taskId }) => taskId)
}

type Written = { before: readonly Was[]; change: Record<string, unknown> }

async function writeHistory(tx: Tx, viewer: Whose, { before, change }: Written): Promise<void> {
  if (before.length === 0) return
  await tx.insert(taskHistory).values(
    before.map(({ id, status, assignedToId, deferredUntil }) => ({
      taskId: id,
      userId: viewer.id,
      change: { ...change, was: { status, assignedToId, deferredUntil } },
    })),
  )
}
