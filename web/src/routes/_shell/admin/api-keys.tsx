import { allApiKeys } from '@carewatch/contracts/http/api-keys'
import { createFileRoute } from '@tanstack/react-router'
import { ApiKeysPage } from '../../../features/api-keys/ApiKeysPage.tsx'
import { ApiKeysSearch, asked } from '../../../features/api-keys/search.ts'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/api-keys')({
  validateSearch: ApiKeysSearch,
  beforeLoad: guard('apiKeys'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(allApiKeys, { query: asked(deps) }),
  component: ApiKeys,
})

function ApiKeys() {
  const navigate = Route.useNavigate()
  return (
    <ApiKeysPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
