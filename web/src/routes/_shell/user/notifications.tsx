import { allDevices } from '@carewatch/contracts/http/devices'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage } from '../../../features/notifications/NotificationsPage.tsx'
import { NotificationsSearch } from '../../../features/notifications/search.ts'
import { call } from '../../../http/call.ts'
import { guard } from '../../../session/guard.ts'

export const Route = createFileRoute('/_shell/user/notifications')({
  validateSearch: NotificationsSearch,
  beforeLoad: guard('ownNotifications'),
  loader: () => call(allDevices, { query: { size: PAGE_SIZE_MAX } }),
  component: Notifications,
})

function Notifications() {
  const { devices } = Route.useLoaderData()
  const { device, selected } = Route.useSearch()
  const navigate = Route.useNavigate()
  const pick = (uuid: string | null) => void navigate({ search: uuid ? { device: uuid } : {} })
  return <NotificationsPage devices={devices} device={device} selected={selected} onPick={pick} />
}
