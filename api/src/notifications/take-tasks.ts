import { updateTask } from '@carewatch/contracts/http/tasks'
import type { Db } from '@carewatch/migrations/client'
import { taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'

type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** Whoever acknowledges an alarm has its waiting task. An owner or a relative cannot work on tasks: then it stays with the staff. */
export async function takeTasksOfAlarms(tx: Tx, viewer: Viewer, alarmIds: number[]): Promise<number[]> {
  const worksOnTasks = updateTask.allow.some((role) => role === viewer.role)
  if (!worksOnTasks || alarmIds.length === 0) return []
  const isWaiting = or(
    inArray(tasks.status, ['OPEN', 'DEFERRED']),
    and(eq(tasks.status, 'IN_PROGRESS'), isNull(tasks.assignedToId)),
  )
  const taken = await tx
    .update(tasks)
    .set({ status: 'IN_PROGRESS', assignedToId: viewer.id, deferredUntil: null, updatedAt: new Date() })
    .where(and(inArray(tasks.alarmId, alarmIds), isWaiting))
    .returning({ id: tasks.id })
  if (taken.length > 0)
    await tx.insert(taskHistory).values(
      taken.map(({ id }) => ({
        taskId: id,
        userId: viewer.id,
        change: { status: 'IN_PROGRESS', assignedTo: viewer.uuid, because: 'acknowledged' },
      })),
    )
  return taken.map(({ id }) => id)
}
