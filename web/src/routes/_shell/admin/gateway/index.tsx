import { allEntities } from '@carewatch/contracts/http/blt-entities'
import { createFileRoute } from '@tanstack/react-router'
import { GatewaysPage } from '../../../../features/gateways/GatewaysPage.tsx'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../session/guard.ts'
import { PlaceSearch } from '../../../../ui/list/place-search.ts'

export const Route = createFileRoute('/_shell/admin/gateway/')({
  validateSearch: PlaceSearch,
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
