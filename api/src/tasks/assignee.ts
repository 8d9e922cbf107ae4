import { updateTask } from '@carewatch/contracts/http/tasks'
import type { Db } from '@carewatch/platform/database/client'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import { loadViewer, type Viewer } from '../access/viewer.ts'
import { colleagues } from '../access/visible.ts'
import { visibleTasks } from '../access/visible-lives.ts'
import { InvalidFields } from '../http/invalid-fields.ts'

/**
 * Somebody the viewer may see, who is let in and works on tasks; nobody else may have one. They are held until the transaction ends, before an
 * alarm or a task: whoever lets them in no longer, or moves them, in the same moment was there before, and they are no choice, or finds the task.
 */
export async function holdAssignee(tx: Db, viewer: Viewer, uuid: string): Promise<Viewer | undefined> {
  const held = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.uuid, uuid), colleagues(viewer)))
    .for('share')
  // Asked once they are held: as they are now.
  const assignee = held.length > 0 ? await loadViewer(tx, uuid) : undefined
  return assignee && updateTask.allow.some((role) => role === assignee.role) ? assignee : undefined
}

export async function seesTask(tx: Db, assignee: Viewer, taskId: number): Promise<boolean> {
  const found = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), visibleTasks(assignee)))
  return found.length > 0
}

export const notAChoice = () => new InvalidFields({ assignedTo: 'invalid' })
