import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { taskDetail } from '@carewatch/contracts/http/tasks'
import type { Db } from '@carewatch/platform/database/client'
import { taskHistory } from '@carewatch/migrations/schema/alarms'
import { asc, eq } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { fullName, type Caller } from '../access/viewer.ts'
import { readableTask } from '../alarms/task-rows.ts'
import { getVisibleTask } from './visible-task.ts'

const isGiven = (value: unknown): value is string | null => typeof value === 'string' || value === null

/** What people change is text; numbers are the database's own names of things. */
const toChange = (change: Record<string, unknown>): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(change).flatMap(([field, value]) => (isGiven(value) ? [[field, value]] : [])),
  )

/** One task, everything that happened to it and who did it. */
export async function readTask(db: Db, viewer: Caller, uuid: string): Promise<Reply<typeof taskDetail>> {
  const row = await getVisibleTask(db, viewer, uuid)
  const steps = await db
    .select({ step: taskHistory, user: nameBy(taskHistory.userId) })
    .from(taskHistory)
    .where(eq(taskHistory.taskId, row.task.id))
    .orderBy(asc(taskHistory.id))
  const history = steps.map(({ step, user }) => ({
    at: step.at,
    user: user && fullName(user),
    change: toChange(step.change),
  }))
  return { task: { ...readableTask(row, { now: new Date(), language: viewer.language }), history } }
}
