import { allBranches } from '@carewatch/contracts/http/branches'
import { createFileRoute } from '@tanstack/react-router'
import { BranchesPage } from '../../../features/branches/BranchesPage.tsx'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'
import { ListSearch } from '../../../ui/list/search.ts'

export const Route = createFileRoute('/_shell/admin/branches')({
  validateSearch: ListSearch,
  beforeLoad: guard('branches'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(allBranches, { query: deps }),
  component: Branches,
})

function Branches() {
  const navigate = Route.useNavigate()
  return (
    <BranchesPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
