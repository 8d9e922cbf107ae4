import { createFileRoute } from '@tanstack/react-router'
import { TaskFilters } from '../../../../features/tasks/filters.ts'
import { loadBoard } from '../../../../features/tasks/load.ts'
import { TasksPage } from '../../../../features/tasks/TasksPage.tsx'
import { guard } from '../../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/task/list')({
  validateSearch: TaskFilters,
  beforeLoad: guard('tasks'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadBoard(deps),
  component: Tasks,
})

function Tasks() {
  const filters = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <TasksPage
      loaded={Route.useLoaderData()}
      filters={filters}
      onFilter={(search) => void navigate({ search })}
    />
  )
}
