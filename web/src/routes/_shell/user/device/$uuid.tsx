import { createFileRoute } from '@tanstack/react-router'
import { DevicePage } from '../../../../features/device/DevicePage.tsx'
import { loadDevice } from '../../../../features/device/load.ts'
import { DeviceSearch } from '../../../../features/device/search.ts'
import { guard } from '../../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/device/$uuid')({
  validateSearch: DeviceSearch,
  beforeLoad: guard('device'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { view = 'about', page }, params: { uuid }, context: { user } }) =>
    loadDevice(view, { uuid, page, role: user.role }),
  component: DevicePage,
})
