import { createFileRoute } from '@tanstack/react-router'
import { AlertLogsPage } from '../../../features/alert-logs/AlertLogsPage.tsx'
import { loadLogs } from '../../../features/alert-logs/load.ts'
import { LogSearch } from '../../../features/alert-logs/search.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/alertlogs')({
  validateSearch: LogSearch,
  beforeLoad: guard('alertLogs'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadLogs(deps),
  component: AlertLogs,
})

function AlertLogs() {
  const navigate = Route.useNavigate()
  return (
    <AlertLogsPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
