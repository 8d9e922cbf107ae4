import { listUsers } from '@carewatch/contracts/http/users'
import { createFileRoute } from '@tanstack/react-router'
import { UsersSearch, UserTab } from '../../../../features/users/search.ts'
import { UsersPage } from '../../../../features/users/UsersPage.tsx'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/users/{-$filterKey}')({
  validateSearch: UsersSearch,
  beforeLoad: guard('users'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, params }) =>
    call(listUsers, { query: { ...deps, filterKey: UserTab.parse(params.filterKey) } }),
  component: Users,
})

function Users() {
  const navigate = Route.useNavigate()
  return (
    <UsersPage
      {...Route.useLoaderData()}
      tab={UserTab.parse(Route.useParams().filterKey)}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
