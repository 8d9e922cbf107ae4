import { taskDashboard } from '@carewatch/contracts/http/task-dashboard'
import { createFileRoute } from '@tanstack/react-router'
import { DashboardSearch } from '../../../../features/task-dashboard/search.ts'
import { TaskDashboardPage } from '../../../../features/task-dashboard/TaskDashboardPage.tsx'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/task/dashboard')({
  validateSearch: DashboardSearch,
  beforeLoad: guard('taskDashboard'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(taskDashboard, { query: deps }),
  component: TaskDashboard,
})

function TaskDashboard() {
  const navigate = Route.useNavigate()
  return (
    <TaskDashboardPage
      loaded={Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
