import { createFileRoute } from '@tanstack/react-router'
import { loadPack } from '../../../features/inspection/load.ts'
import { PackSearch } from '../../../features/inspection/search.ts'
import { PackPage } from '../../../features/inspection/PackPage.tsx'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/inspection')({
  validateSearch: PackSearch,
  beforeLoad: guard('inspection'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context: { user } }) => loadPack(deps, user),
  component: InspectionScreen,
})

function InspectionScreen() {
  const navigate = Route.useNavigate()
  return <PackPage loaded={Route.useLoaderData()} onSearch={(search) => void navigate({ search })} />
}
