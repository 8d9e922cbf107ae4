import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleTasks } from '../access/visible-lives.ts'
import { selectTasks, type TaskRow } from '../alarms/task-rows.ts'

/** The task, if the viewer may see it; else it does not exist. */
export async function getVisibleTask(db: Db, viewer: Viewer, uuid: string): Promise<TaskRow> {
  const [row] = await selectTasks(db, viewer).where(and(eq(tasks.uuid, uuid), visibleTasks(viewer)))
  if (!row) throw new Refusal('notFound')
  return row
}
