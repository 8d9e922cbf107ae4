import { z } from 'zod'
import { AlarmKind, MonitoringType } from '../alarms.ts'
import { Task, TaskStatus } from '../tasks.ts'
import { Instant, Millis, Uuid } from '../wire.ts'
import { permissions } from '../permissions.ts'
import { endpoint, paging, Total } from './endpoint.ts'

export const allTasks = endpoint({
  method: 'GET',
  path: '/tasks/all/:time',
  summary: 'Tasks in your scope created since a moment (0: all)',
  allow: permissions.seeTasks,
  params: z.object({ time: Millis }),
  query: z.strictObject({
    ...paging,
    status: TaskStatus.optional(),
    alertType: AlarmKind.optional(),
    monitoringType: MonitoringType.optional(),
    assignedTo: Uuid.optional(),
    unassigned: z.stringbool().optional(),
    createdBefore: z.iso.datetime({ offset: true }).optional(),
  }),
  reply: z.object({ tasks: z.array(Task), total: Total }),
})

export const updateTask = endpoint({
  method: 'POST',
  path: '/tasks/update/:uuid',
  summary: 'Move a task, or give it to somebody',
  allow: permissions.changeTasks,
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
