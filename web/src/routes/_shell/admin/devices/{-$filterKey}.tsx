import { allDevices } from '@carewatch/contracts/http/devices'
import { createFileRoute } from '@tanstack/react-router'
import { AddDevice } from '../../../../features/devices/AddDevice.tsx'
import { DevicesPage } from '../../../../features/devices/DevicesPage.tsx'
import { DeviceTabs } from '../../../../features/devices/DeviceTabs.tsx'
import { DevicesSearch, DeviceTab } from '../../../../features/devices/search.ts'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../session/guard.ts'

export const Route = createFileRoute('/_shell/admin/devices/{-$filterKey}')({
  validateSearch: DevicesSearch,
  beforeLoad: guard('devices'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, params }) =>
    call(allDevices, { query: { ...deps, filterKey: DeviceTab.parse(params.filterKey) } }),
  component: Devices,
})

function Devices() {
  const navigate = Route.useNavigate()
  return (
    <DevicesPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      actions={<AddDevice />}
      tabs={<DeviceTabs />}
    />
  )
}
