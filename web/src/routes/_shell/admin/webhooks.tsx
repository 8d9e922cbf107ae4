import { allWebhooks } from '@carewatch/contracts/http/webhooks'
import { createFileRoute } from '@tanstack/react-router'
import { WebhooksPage } from '../../../features/webhooks/WebhooksPage.tsx'
import { WebhooksSearch, asked } from '../../../features/webhooks/search.ts'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/webhooks')({
  validateSearch: WebhooksSearch,
  beforeLoad: guard('webhooks'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(allWebhooks, { query: asked(deps) }),
  component: Webhooks,
})

function Webhooks() {
  const navigate = Route.useNavigate()
  return (
    <WebhooksPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
