import { allEntities } from '@carewatch/contracts/http/gateways-and-beacons'
import { createFileRoute } from '@tanstack/react-router'
import { BeaconsPage } from '../../../features/beacons/BeaconsPage.tsx'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'
import { PlaceSearch } from '../../../ui/list/place-search.ts'

export const Route = createFileRoute('/_shell/admin/beacons')({
  validateSearch: PlaceSearch,
  beforeLoad: guard('beacons'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(allEntities, { query: { ...deps, entityType: 'BEACON' } }),
  component: Beacons,
})

function Beacons() {
  const navigate = Route.useNavigate()
  const { beacons, totals } = Route.useLoaderData()
  return (
    <BeaconsPage
      beacons={beacons}
      total={totals.beacons}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
