import { allWearers } from '@carewatch/contracts/http/wearers'
import { createFileRoute } from '@tanstack/react-router'
import { WearersSearch } from '../../../features/wearers/search.ts'
import { WearersPage } from '../../../features/wearers/WearersPage.tsx'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/people/')({
  validateSearch: WearersSearch,
  beforeLoad: guard('people'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(allWearers, { query: deps }),
  component: People,
})

function People() {
  const navigate = Route.useNavigate()
  return (
    <WearersPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
