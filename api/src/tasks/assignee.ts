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
 * Somebody the viewer may see, who is let in and works on tasks; anybody else is not a choice. They are held until the transaction ends, before an
 * alarm or a task: whoever lets them in no longer, or moves them, in the same moment was there before, and it is refused, or finds the task.
 */
export async function holdAssignee(tx: Db, viewer: Viewer, uuid: string): Promise<Viewer> {
  const held = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.uuid, uuid), colleagues(viewer)))
    .for('share')
  // Asked once they are held: as they are now.
  const assignee = held.length > 0 ? await loadViewer(tx, uuid) : undefined
  if (!assignee || !updateTask.allow.some((role) => role === assignee.role)) throw notAChoice()
  return assignee
}

/** Nor is somebody a choice who may not see the task. */
export async function refuseUnseen(tx: Db, assignee: Viewer, taskId: number): Promise<void> {
  const found = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), visibleTasks(assignee)))
  if (found.length === 0) throw notAChoice()
}

const notAChoice = () => new InvalidFields({ assignedTo: 'invalid' })
