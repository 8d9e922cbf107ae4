import { unreadGroups } from '@carewatch/contracts/http/unread-messages'
import { createFileRoute } from '@tanstack/react-router'
import { asked, UnreadSearch } from '../../../features/unread/search.ts'
import { UnreadPage } from '../../../features/unread/UnreadPage.tsx'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/unread')({
  validateSearch: UnreadSearch,
  beforeLoad: guard('unread'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(unreadGroups, { query: asked(deps) }),
  component: Unread,
})

function Unread() {
  const navigate = Route.useNavigate()
  return (
    <UnreadPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
