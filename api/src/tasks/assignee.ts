import { updateTask } from '@carewatch/contracts/http/tasks'
import type { Db } from '@carewatch/platform/database/client'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import { loadViewer, type Viewer } from '../access/viewer.ts'
import { colleagues } from '../access/visible.ts'
import { visibleTasks } from '../access/visible-lives.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'

/** Somebody the viewer may see, who works on tasks and sees this one; anybody else is not a choice. */
export async function getAssigneeId(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  { uuid, taskId }: { uuid: string; taskId: number },
): Promise<number> {
  const assignee = await loadViewer(db, uuid)
  const isChoice =
    assignee !== undefined &&
    updateTask.allow.some((role) => role === assignee.role) &&
    (await isVisiblePerson(db, viewer, assignee.id)) &&
    (await seesTask(db, assignee, taskId))
  if (!isChoice) throw new InvalidFields({ assignedTo: 'invalid' })
  return assignee.id
}

async function isVisiblePerson(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), colleagues(viewer)))
  return found.length > 0
}

async function seesTask(db: Db, person: Viewer, taskId: number): Promise<boolean> {
  const found = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), visibleTasks(person)))
  return found.length > 0
}
