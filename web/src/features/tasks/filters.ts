import { AlarmKind, alarmKinds, MonitoringType } from '@carewatch/contracts/alarms'
import { AlertGroup, alertGroups, type Task, TaskStatus } from '@carewatch/contracts/tasks'
import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'

export const groupings = ['status', 'supervisor'] as const
export type Grouping = (typeof groupings)[number]

const Day = z.iso.date().optional().catch(undefined)

/** The filters of the task list, as they stand in its address. */
export const TaskFilters = z.object({
  group: z.enum(groupings).optional().catch(undefined),
  status: TaskStatus.optional().catch(undefined),
  alertType: AlarmKind.optional().catch(undefined),
  alertGroup: AlertGroup.optional().catch(undefined),
  monitoringType: MonitoringType.optional().catch(undefined),
  assignedTo: Uuid.optional().catch(undefined),
  unassigned: z.boolean().optional().catch(undefined),
  /** The first and the last day on which the tasks were made. */
  after: Day,
  before: Day,
})
export type TaskFilters = z.output<typeof TaskFilters>
export const isKind = (text: string | null): text is AlarmKind => alarmKinds.some((kind) => kind === text)

const midnight = (day: string, later = 0): Date => {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}
export const madeSince = ({ after }: TaskFilters): Date => (after ? midnight(after) : new Date(0))
/** The last day counts whole. */
export const madeBefore = ({ before }: TaskFilters): Date | null => (before ? midnight(before, 1) : null)

const isOfGroup = ({ monitoringType }: Task, group: AlertGroup): boolean =>
  alertGroups[group].some((each) => each === monitoringType)

export function matches(task: Task, filters: TaskFilters): boolean {
  const { status, alertType, alertGroup, monitoringType, assignedTo, unassigned } = filters
  const before = madeBefore(filters)
  return (
    (!status || task.status === status) &&
    (!alertType || task.alertType === alertType) &&
    (!alertGroup || isOfGroup(task, alertGroup)) &&
    (!monitoringType || task.monitoringType === monitoringType) &&
    (!assignedTo || task.assignedTo === assignedTo) &&
    (!unassigned || task.isUnAssigned) &&
    task.createdAt >= madeSince(filters) &&
    (!before || task.createdAt < before)
  )
}

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
