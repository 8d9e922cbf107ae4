import type { Task, TaskStatus } from '@carewatch/contracts/tasks'
import { PAGE_SIZE } from '@carewatch/contracts/numbers'
import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { attempt } from '../../feedback/attempt.ts'
import { changedTasks } from '../../live/live-atoms.ts'
import { columnsOf } from './columns.ts'
import type { TaskFilters } from './filters.ts'
import { type LoadedColumn, loadPage } from './load.ts'

type More = Partial<Record<TaskStatus, readonly Task[]>>

/** The board alive: what was loaded, what was asked for beyond it, and what changed since. */
export function useBoard(loaded: readonly LoadedColumn[], filters: TaskFilters) {
  const changed = useAtomValue(changedTasks)
  const [more, setMore] = useState<More>({})
  const [loading, setLoading] = useState<TaskStatus | null>(null)

  const known = useMemo(
    () =>
      loaded.map((column) => {
        const tasks = [...(more[column.status] ?? []), ...column.tasks]
        return { ...column, tasks: [...new Map(tasks.map((task) => [task.uuid, task])).values()] }
      }),
    [loaded, more],
  )
  const columns = useMemo(() => columnsOf(known, changed, filters), [known, changed, filters])

  const showMore = async (status: TaskStatus) => {
    const have = known.find((column) => column.status === status)?.tasks.length ?? 0
    setLoading(status)
    const page = await attempt(() => loadPage(filters, status, Math.floor(have / PAGE_SIZE) + 1))
    setLoading(null)
    if (page) setMore((before) => ({ ...before, [status]: [...(before[status] ?? []), ...page.tasks] }))
  }
  const hasMore = (status: TaskStatus): boolean =>
    known.some((column) => column.status === status && column.total > column.tasks.length)
  const isCut = known.some(({ total, tasks }) => total > tasks.length)
  return { columns, showMore, hasMore, loading, isCut }
}
