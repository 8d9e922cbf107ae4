import { createFileRoute } from '@tanstack/react-router'
import { InteractionsPage } from '../../../../features/interactions/InteractionsPage.tsx'
import { loadInteractions } from '../../../../features/interactions/load.ts'
import { InteractionsSearch } from '../../../../features/interactions/search.ts'
import { guard } from '../../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/gateway/interactions')({
  validateSearch: InteractionsSearch,
  beforeLoad: guard('interactions'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadInteractions(deps),
  component: Interactions,
})

function Interactions() {
  const navigate = Route.useNavigate()
  return (
    <InteractionsPage
      loaded={Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
