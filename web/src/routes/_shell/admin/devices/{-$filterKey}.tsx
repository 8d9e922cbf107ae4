import { deviceFacets } from '@carewatch/contracts/http/device-facets'
import { allDevices } from '@carewatch/contracts/http/devices'
import { createFileRoute } from '@tanstack/react-router'
import { DevicesPage } from '../../../../features/devices/DevicesPage.tsx'
import { DeviceTab, FleetSearch } from '../../../../features/devices/search.ts'
import { knownFacets } from '../../../../features/devices/fleet/known-facets.ts'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/devices/{-$filterKey}')({
  validateSearch: FleetSearch,
  beforeLoad: guard('devices'),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps, params }) => {
    const filterKey = DeviceTab.parse(params.filterKey)
    const { page: _, size: __, sort: ___, ...narrowed } = deps
    const [list, counted] = await Promise.all([
      call(allDevices, { query: { ...deps, filterKey } }),
      call(deviceFacets, { query: { ...narrowed, filterKey } }),
    ])
    return { ...list, facets: knownFacets(counted), digest: counted.digest }
  },
  component: Devices,
})

function Devices() {
  const navigate = Route.useNavigate()
  return (
    <DevicesPage
      {...Route.useLoaderData()}
      area="admin"
      endpoint={allDevices}
      tab={DeviceTab.parse(Route.useParams().filterKey)}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
