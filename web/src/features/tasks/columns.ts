import { type Task, type TaskStatus, taskStatuses } from '@carewatch/contracts/tasks'
import { tasksByTriage } from '@carewatch/contracts/triage'
import { current, type TaskFilters } from './filters.ts'
import type { LoadedColumn } from './load.ts'

export type BoardColumn = {
  /** A status, the uuid of a person, or `nobody`. */
  key: string
  status: TaskStatus | null
  person: string | null
  tasks: readonly Task[]
  total: number
}

const NOBODY = 'nobody'

const perPerson = (tasks: readonly Task[]): BoardColumn[] => {
  const grouped = Map.groupBy(tasks, ({ assignedTo }) => assignedTo ?? NOBODY)
  return [...grouped]
    .map(([key, of]) => ({
      key,
      status: null,
      person: of.find(({ assigneeName }) => assigneeName)?.assigneeName ?? null,
      tasks: tasksByTriage(of),
      total: of.length,
    }))
    .toSorted(
      (a, b) =>
        Number(b.key === NOBODY) - Number(a.key === NOBODY) || (a.person ?? '').localeCompare(b.person ?? ''),
    )
}

/** The columns of the board: what was loaded, each task where it stands since it changed. */
export function columnsOf(
  loaded: readonly LoadedColumn[],
  changed: ReadonlyMap<string, Task>,
  filters: TaskFilters,
): BoardColumn[] {
  const known = loaded.flatMap(({ tasks }) => tasks)
  const tasks = current(known, changed, filters)
  if (filters.group === 'supervisor') return perPerson(tasks)
  return taskStatuses.flatMap((status) => {
    const column = loaded.find((each) => each.status === status)
    if (!column) return []
    const here = tasks.filter((task) => task.status === status)
    const unloaded = Math.max(0, column.total - column.tasks.length)
    return [{ key: status, status, person: null, tasks: tasksByTriage(here), total: unloaded + here.length }]
  })
}
