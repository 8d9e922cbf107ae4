import { createFileRoute } from '@tanstack/react-router'
import { loadCounts } from '../../../features/dashboard/counts.ts'
import { DashboardPage } from '../../../features/dashboard/DashboardPage.tsx'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/dashboard')({
  beforeLoad: guard('dashboard'),
  loader: ({ context }) => loadCounts(context.user.role),
  component: Dashboard,
})

function Dashboard() {
  return <DashboardPage counts={Route.useLoaderData()} />
}
