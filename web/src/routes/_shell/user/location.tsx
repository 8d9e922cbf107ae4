import { createFileRoute } from '@tanstack/react-router'
import { loadLocation } from '../../../features/location/load.ts'
import { LocationPage } from '../../../features/location/LocationPage.tsx'
import { locationSearch } from '../../../features/location/search.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/location')({
  validateSearch: locationSearch,
  beforeLoad: guard('location'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadLocation(deps),
  component: LocationPage,
})
