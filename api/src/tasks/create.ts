import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { newTask } from '@carewatch/contracts/http/tasks'
import { Refusal } from '@carewatch/contracts/refusal'
import { DUE_MS } from '@carewatch/contracts/tasks'
import { taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'
import { holdAssignee, notAChoice, seesTask } from './assignee.ts'
import { selectTasks, publishTask, readableTask } from '../alarms/task-rows.ts'

type Body = Input<typeof newTask>['body']

/** About a device it stands where the device stands; else where its author does. */
async function placeOf({ db }: Pick<Services, 'db'>, caller: Caller, deviceUUID: string | undefined) {
  if (deviceUUID === undefined) return { companyId: caller.companyId, branchId: caller.branchId }
  const { id, companyId, branchId } = await getVisibleDevice(db, caller, { uuid: deviceUUID })
  return { deviceId: id, companyId, branchId }
}

async function rowOf(services: Services, caller: Caller, body: Body) {
  const { title, monitoringType, severity, deviceUUID, dueAt } = body
  const now = new Date()
  if (dueAt && dueAt <= now) throw new InvalidFields({ dueAt: 'future' })
  return {
    ...(await placeOf(services, caller, deviceUUID)),
    title,
    monitoringType,
    severity,
    createdById: caller.id,
    dueAt: dueAt ?? new Date(now.getTime() + DUE_MS[severity]),
  }
}

/** A task made by hand; whoever gives it to themselves has begun it. */
export async function createTask(
  services: Services,
  caller: Caller,
  { body }: Input<typeof newTask>,
): Promise<Reply<typeof newTask>> {
  const { db, feed } = services
  const values = await rowOf(services, caller, body)
  const { assignedTo } = body
  const id = await db.transaction(async (tx) => {
    const assignee = assignedTo === undefined ? undefined : await holdAssignee(tx, caller, assignedTo)
    const status = assignedTo === caller.uuid ? ('IN_PROGRESS' as const) : ('OPEN' as const)
    const [task] = await tx
      .insert(tasks)
      .values({ ...values, status, ...(assignee && { assignedToId: assignee.id }) })
      .returning({ id: tasks.id, uuid: tasks.uuid })
    if (!task) throw new Refusal('unavailable')
    // Whether they see it can be asked only once it is there.
    const isChoice = assignee && (await seesTask(tx, assignee, task.id))
    if (assignedTo !== undefined && !isChoice) throw notAChoice()
    const change = { status, title: body.title, ...(assignedTo !== undefined && { assignedTo }) }
    await tx.insert(taskHistory).values({ taskId: task.id, userId: caller.id, change })
    const detail = { fields: Object.keys(body) }
    const { companyId } = values
    await audit(tx, caller, { action: 'created', entity: 'task', uuid: task.uuid, companyId, detail })
    return task.id
  })
  const [row] = await selectTasks(db).where(eq(tasks.id, id))
  if (!row) throw new Refusal('unavailable')
  const now = new Date()
  publishTask(feed, row, now)
  return { task: readableTask(row, { now, language: caller.language }) }
}
