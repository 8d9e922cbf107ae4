import { allEntities } from '@carewatch/contracts/http/blt-entities'
import { createFileRoute } from '@tanstack/react-router'
import { GatewaysPage } from '../../../../features/gateways/GatewaysPage.tsx'
import { GatewaySearch } from '../../../../features/gateways/search.ts'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../session/guard.ts'

export const Route = createFileRoute('/_shell/admin/gateway/')({
  validateSearch: GatewaySearch,
  beforeLoad: guard('gateways'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(allEntities, { query: { ...deps, entityType: 'GATEWAY' } }),
  component: Gateways,
})

function Gateways() {
  const navigate = Route.useNavigate()
  const { gateways, totals } = Route.useLoaderData()
  return (
    <GatewaysPage
      gateways={gateways}
      total={totals.gateways}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
