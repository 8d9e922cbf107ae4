import { ownedDevices } from '@carewatch/contracts/http/devices'
import { createFileRoute } from '@tanstack/react-router'
import { DevicesPage } from '../../../../features/devices/DevicesPage.tsx'
import { DevicesSearch, DeviceTab } from '../../../../features/devices/search.ts'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/devices/{-$filterKey}')({
  validateSearch: DevicesSearch,
  beforeLoad: guard('ownDevices'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, params }) =>
    call(ownedDevices, { query: { ...deps, filterKey: DeviceTab.parse(params.filterKey) } }),
  component: Devices,
})

function Devices() {
  const navigate = Route.useNavigate()
  return (
    <DevicesPage
      {...Route.useLoaderData()}
      area="user"
      endpoint={ownedDevices}
      tab={DeviceTab.parse(Route.useParams().filterKey)}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
