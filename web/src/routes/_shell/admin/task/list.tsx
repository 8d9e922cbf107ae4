import { allTasks } from '@carewatch/contracts/http/tasks'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { createFileRoute } from '@tanstack/react-router'
import { TaskFilters } from '../../../../features/tasks/filters.ts'
import { TasksPage } from '../../../../features/tasks/TasksPage.tsx'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../session/guard.ts'

export const Route = createFileRoute('/_shell/admin/task/list')({
  validateSearch: TaskFilters,
  beforeLoad: guard('tasks'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    call(allTasks, { params: { time: new Date(0) }, query: { ...deps, size: PAGE_SIZE_MAX } }),
  component: Tasks,
})

function Tasks() {
  const { tasks } = Route.useLoaderData()
  const filters = Route.useSearch()
  const navigate = Route.useNavigate()
  return <TasksPage tasks={tasks} filters={filters} onFilter={(search) => void navigate({ search })} />
}
