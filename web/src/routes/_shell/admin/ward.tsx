import { ward } from '@carewatch/contracts/http/ward'
import { createFileRoute } from '@tanstack/react-router'
import { WardSearch } from '../../../features/ward/search.ts'
import { WardPage } from '../../../features/ward/WardPage.tsx'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/ward')({
  validateSearch: WardSearch,
  beforeLoad: guard('ward'),
  // Who is looked at beside the board changes nothing of it.
  loaderDeps: ({ search: { branch } }) => ({ branch }),
  loader: ({ deps }) => call(ward, { query: { branchUuid: deps.branch } }),
  component: Ward,
})

function Ward() {
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  return (
    <WardPage
      key={search.branch ?? ''}
      loaded={Route.useLoaderData()}
      search={search}
      onSearch={(to) => void navigate({ search: to })}
    />
  )
}
