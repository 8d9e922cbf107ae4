import { createFileRoute } from '@tanstack/react-router'
import { loadNotifications } from '../../../features/notifications/load.ts'
import { NotificationsPage } from '../../../features/notifications/NotificationsPage.tsx'
import { NotificationsSearch } from '../../../features/notifications/search.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/notifications')({
  validateSearch: NotificationsSearch,
  beforeLoad: guard('notifications'),
  // Which row is marked asks for nothing anew.
  loaderDeps: ({ search: { selected: _, ...search } }) => search,
  loader: ({ deps }) => loadNotifications(deps),
  component: Notifications,
})

function Notifications() {
  const navigate = Route.useNavigate()
  return (
    <NotificationsPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
