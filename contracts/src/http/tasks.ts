import { z } from 'zod'
import { AlarmKind, MonitoringType, Severity } from '../alarms.ts'
import { AlertGroup, Task, TaskStatus } from '../tasks.ts'
import { Instant, Millis, Uuid } from '../wire.ts'
import { permissions } from '../permissions.ts'
import { endpoint, nothing, paging, Total } from './endpoint.ts'

const filters = {
  status: TaskStatus.optional(),
  alertType: AlarmKind.optional(),
  alertGroup: AlertGroup.optional(),
  monitoringType: MonitoringType.optional(),
}

export const allTasks = endpoint({
  method: 'GET',
  path: '/tasks/all/:time',
  summary:
    'Tasks in your scope created since a moment (0: all): open ones in the order of triage, then done ones, newest first',
  allow: permissions.seeTasks,
  byKey: 'tasks:read',
  params: z.object({ time: Millis }),
  query: z.strictObject({
    ...paging,
    ...filters,
    assignedTo: Uuid.optional(),
    unassigned: z.stringbool().optional(),
    /** Whom they are about, whatever they wore then. */
    wearer: Uuid.optional(),
    /** Not yet done. */
    open: z.stringbool().optional(),
    createdBefore: z.iso.datetime({ offset: true }).optional(),
  }),
  reply: z.object({ tasks: z.array(Task), total: Total }),
})

export const tasksOfDevice = endpoint({
  method: 'GET',
  path: '/tasks/detailsByDeviceId/:deviceId',
  summary: 'The tasks about one device',
  allow: permissions.seeTasks,
  byKey: 'tasks:read',
  params: z.object({ deviceId: Uuid }),
  query: z.strictObject({ ...paging, ...filters }),
  reply: z.object({ tasks: z.array(Task), total: Total }),
})

export const tasksOfUser = endpoint({
  method: 'GET',
  path: '/tasks/detailsByUserId/:userId',
  summary: 'The tasks in your scope that one person has',
  allow: permissions.seeTasks,
  byKey: 'tasks:read',
  params: z.object({ userId: Uuid }),
  query: z.strictObject({ ...paging, ...filters }),
  reply: z.object({ tasks: z.array(Task), total: Total }),
})

export const TaskStep = z
  .object({
    at: Instant,
    /** Null: the system. */
    user: z.string().nullable(),
    /** What it became, by field; `from` is the status it had. */
    change: z.record(z.string(), z.string().nullable()),
  })
  .meta({ id: 'TaskStep' })

export const taskDetail = endpoint({
  method: 'GET',
  path: '/tasks/details/:uuid',
  summary: 'One task with everything that happened to it, and who did it',
  allow: permissions.seeTasks,
  byKey: 'tasks:read',
  params: z.object({ uuid: Uuid }),
  reply: z.object({ task: Task.extend({ history: z.array(TaskStep) }).meta({ id: 'TaskDetail' }) }),
})

const required = { error: 'is required' }

export const newTask = endpoint({
  method: 'POST',
  path: '/tasks/new',
  summary: 'Make a task by hand: about a device, or for the company or branch',
  allow: permissions.changeTasks,
  byKey: 'tasks:write',
  body: z.strictObject({
    title: z.string(required).trim().min(1, required).max(200),
    deviceUUID: Uuid.optional(),
    monitoringType: MonitoringType.default('TASK'),
    severity: Severity.default('MEDIUM'),
    assignedTo: Uuid.optional(),
    /** Unset: as soon as the severity asks for. */
    dueAt: Instant.optional(),
  }),
  reply: z.object({ task: Task }),
})

export const deleteTask = endpoint({
  method: 'DELETE',
  path: '/tasks/delete/:uuid',
  summary: 'Delete a task; one of an alarm that is still open ends with it',
  allow: permissions.deleteTasks,
  byKey: 'tasks:write',
  params: z.object({ uuid: Uuid }),
  reply: nothing,
})

export const updateTask = endpoint({
  method: 'POST',
  path: '/tasks/update/:uuid',
  summary: 'Move a task, or give it to somebody',
  allow: permissions.changeTasks,
  byKey: 'tasks:write',
  params: z.object({ uuid: Uuid }),
  body: z
    .strictObject({
      status: TaskStatus.optional(),
      /** `null` unassigns. */
      assignedTo: Uuid.nullable().optional(),
      title: z.string().trim().min(1).max(200).optional(),
      outcome: z.string().trim().min(1).max(2_000).optional(),
      reason: z.string().trim().min(1).max(500).optional(),
      deferredUntil: Instant.optional(),
    })
    .refine(({ status, outcome }) => status !== 'DONE' || outcome !== undefined, {
      path: ['outcome'],
      error: 'is required',
    })
    .refine(({ status, reason }) => status !== 'DEFERRED' || reason !== undefined, {
      path: ['reason'],
      error: 'is required',
    })
    .refine(({ status, deferredUntil }) => status !== 'DEFERRED' || deferredUntil !== undefined, {
      path: ['deferredUntil'],
      error: 'is required',
    }),
  reply: z.object({ task: Task }),
})
