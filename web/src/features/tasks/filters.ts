import { AlarmKind, severities } from '@carewatch/contracts/alarms'
import { type Task, TaskStatus, taskStatuses } from '@carewatch/contracts/tasks'
import { z } from 'zod'

/** The filters of the task list, as they stand in its address. */
export const TaskFilters = z.object({
  status: TaskStatus.optional().catch(undefined),
  alertType: AlarmKind.optional().catch(undefined),
  unassigned: z.boolean().optional().catch(undefined),
})
export type TaskFilters = z.output<typeof TaskFilters>

const matches = (task: Task, { status, alertType, unassigned }: TaskFilters): boolean =>
  (!status || task.status === status) &&
  (!alertType || task.alertType === alertType) &&
  (!unassigned || task.isUnAssigned)

/** What was loaded, overtaken by what changed since. */
export function current(
  loaded: readonly Task[],
  changed: ReadonlyMap<string, Task>,
  filters: TaskFilters,
): Task[] {
  const byUuid = new Map(loaded.map((task) => [task.uuid, task]))
  for (const task of changed.values()) {
    const known = byUuid.get(task.uuid)
    if (!known || known.updatedAt <= task.updatedAt) byUuid.set(task.uuid, task)
  }
  return [...byUuid.values()].filter((task) => matches(task, filters))
}

const mostPressing = (a: Task, b: Task): number =>
  severities.indexOf(b.severity) - severities.indexOf(a.severity) || a.dueAt.getTime() - b.dueAt.getTime()
const newest = (a: Task, b: Task): number => b.updatedAt.getTime() - a.updatedAt.getTime()

/** One group for each status, the most pressing first; what is done, the newest first. */
export const byStatus = (tasks: readonly Task[]) =>
  taskStatuses
    .map((status) => ({
      status,
      tasks: tasks
        .filter((task) => task.status === status)
        .toSorted(status === 'DONE' ? newest : mostPressing),
    }))
    .filter((group) => group.tasks.length > 0)
