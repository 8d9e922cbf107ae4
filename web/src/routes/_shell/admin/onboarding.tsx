import { allOnboarding } from '@carewatch/contracts/http/onboarding'
import { createFileRoute } from '@tanstack/react-router'
import { RequestsSearch } from '../../../features/onboarding/requests-search.ts'
import { RequestsPage } from '../../../features/onboarding/RequestsPage.tsx'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/onboarding')({
  validateSearch: RequestsSearch,
  beforeLoad: guard('onboarding'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(allOnboarding, { query: deps }),
  component: Onboarding,
})

function Onboarding() {
  const navigate = Route.useNavigate()
  return (
    <RequestsPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
