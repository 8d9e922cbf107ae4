import { salesDashboard } from '@carewatch/contracts/http/sales'
import { createFileRoute } from '@tanstack/react-router'
import { SalesPage } from '../../../features/sales/SalesPage.tsx'
import { SalesSearch } from '../../../features/sales/search.ts'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/sales')({
  validateSearch: SalesSearch,
  beforeLoad: guard('sales'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(salesDashboard, { query: deps }),
  component: Sales,
})

function Sales() {
  const navigate = Route.useNavigate()
  return (
    <SalesPage
      sales={Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
