import { allEntities } from '@carewatch/contracts/http/gateways-and-beacons'
import { dutyNow } from '@carewatch/contracts/http/duty'
import { createFileRoute } from '@tanstack/react-router'
import { GatewaysPage } from '../../../../features/gateways/GatewaysPage.tsx'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../shell/guard.ts'
import { DutyNow } from '../../../../ui/alarms/DutyNow.tsx'
import { PlaceSearch } from '../../../../ui/list/place-search.ts'

export const Route = createFileRoute('/_shell/admin/gateway/')({
  validateSearch: PlaceSearch,
  beforeLoad: guard('gateways'),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const [entities, duty] = await Promise.all([
      call(allEntities, { query: { ...deps, entityType: 'GATEWAY' } }),
      call(dutyNow, {}),
    ])
    return { ...entities, duty }
  },
  component: Gateways,
})

function Gateways() {
  const navigate = Route.useNavigate()
  const { gateways, totals, duty } = Route.useLoaderData()
  return (
    <GatewaysPage
      before={<DutyNow {...duty} />}
      gateways={gateways}
      total={totals.gateways}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
