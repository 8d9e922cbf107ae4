import { allTasks } from '@carewatch/contracts/http/tasks'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { type Task, type TaskStatus, taskStatuses } from '@carewatch/contracts/tasks'
import { call } from '../../http/call.ts'
import { madeBefore, madeSince, type TaskFilters } from './filters.ts'

export type LoadedColumn = { status: TaskStatus; tasks: readonly Task[]; total: number }

const sizeOf = ({ group }: TaskFilters): number => (group === 'supervisor' ? PAGE_SIZE_MAX : PAGE_SIZE)

/** One page of one column, as the server has it: in the order of triage; of what is done, the newest first. */
export async function loadPage(
  filters: TaskFilters,
  status: TaskStatus,
  page: number,
): Promise<LoadedColumn> {
  const { alertType, alertGroup, monitoringType, assignedTo, unassigned } = filters
  const before = madeBefore(filters)
  const { tasks, total } = await call(allTasks, {
    params: { time: madeSince(filters) },
    query: {
      alertType,
      alertGroup,
      monitoringType,
      assignedTo,
      status,
      page,
      ...(unassigned && { unassigned }),
      ...(before && { createdBefore: before.toISOString() }),
      size: sizeOf(filters),
    },
  })
  return { status, tasks, total }
}

/** By person, only what still has to be done is asked for, unless the done is what was asked for. */
const statusesOf = ({ status, group }: TaskFilters): readonly TaskStatus[] => {
  if (status) return [status]
  return group === 'supervisor' ? taskStatuses.filter((each) => each !== 'DONE') : taskStatuses
}

export const loadBoard = (filters: TaskFilters): Promise<LoadedColumn[]> =>
  Promise.all(statusesOf(filters).map((status) => loadPage(filters, status, 1)))
