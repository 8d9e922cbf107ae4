import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { tasksOfDevice, tasksOfUser } from '@carewatch/contracts/http/tasks'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import { colleagues } from '../access/visible.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { kindFilters, listTasksWhere, type Reader } from './list.ts'

export async function listTasksOfDevice(
  db: Db,
  viewer: Reader,
  { params, query }: Input<typeof tasksOfDevice>,
): Promise<Reply<typeof tasksOfDevice>> {
  const { id } = await getVisibleDevice(db, viewer, { uuid: params.deviceId })
  return listTasksWhere(db, viewer, { query, which: and(eq(tasks.deviceId, id), kindFilters(query)) })
}

export async function listTasksOfUser(
  db: Db,
  viewer: Reader,
  { params, query }: Input<typeof tasksOfUser>,
): Promise<Reply<typeof tasksOfUser>> {
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.uuid, params.userId), colleagues(viewer)))
  if (!person) throw new Refusal('notFound')
  return listTasksWhere(db, viewer, {
    query,
    which: and(eq(tasks.assignedToId, person.id), kindFilters(query)),
  })
}
