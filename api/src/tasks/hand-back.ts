import { taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { publishTask, selectTasks } from '../alarms/task-rows.ts'
import type { Services } from '../services.ts'

/** Whose tasks; `keeps`: a condition on `tasks`, of those that stay theirs. */
type HandedBack = { userId: number; keeps?: SQL | undefined }

/** What somebody had to do and will not is nobody's again, and begun no longer: it waits among what nobody has. Answers which tasks. */
export async function handBackTasks(
  tx: Db,
  caller: Caller,
  { userId, keeps }: HandedBack,
): Promise<number[]> {
  const held = await tx
    .select({ id: tasks.id, uuid: tasks.uuid, status: tasks.status, companyId: tasks.companyId })
    .from(tasks)
    .where(
      and(eq(tasks.assignedToId, userId), ne(tasks.status, 'DONE'), keeps && sql`(${keeps}) is not true`),
    )
    .orderBy(asc(tasks.id))
    .for('update')
  for (const { id, uuid, status, companyId } of held) {
    const change = {
      from: status,
      assignedTo: null,
      ...(status === 'IN_PROGRESS' && { status: 'OPEN' as const }),
    }
    await tx
      .update(tasks)
      .set({ assignedToId: null, updatedAt: new Date(), ...(change.status && { status: change.status }) })
      .where(eq(tasks.id, id))
    await tx.insert(taskHistory).values({ taskId: id, userId: caller.id, change })
    const detail = { fields: ['assignedTo'] }
    await audit(tx, caller, { action: 'updated', entity: 'task', uuid, companyId, detail })
  }
  return held.map(({ id }) => id)
}

/** Tells the screens, after the commit. */
export async function publishTasks(
  { db, feed }: Pick<Services, 'db' | 'feed'>,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return
  const now = new Date()
  for (const row of await selectTasks(db).where(inArray(tasks.id, ids))) publishTask(feed, row, now)
}
