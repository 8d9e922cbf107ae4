import { auditTrail } from '@carewatch/contracts/http/audit'
import { userDetail } from '@carewatch/contracts/http/users'
import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '../../../features/audit/AuditPage.tsx'
import { asked, AuditSearch } from '../../../features/audit/search.ts'
import { call } from '../../../http/call.ts'
import { orNothing } from '../../../http/or-nothing.ts'
import { guard } from '../../../shell/guard.ts'

const optionOf = async (uuid: string | undefined) => {
  const found = uuid ? await orNothing(call(userDetail, { params: { uuid } })) : null
  return found
    ? { value: found.user.uuid, label: `${found.user.firstName} ${found.user.lastName}` }
    : undefined
}

export const Route = createFileRoute('/_shell/admin/audit')({
  validateSearch: AuditSearch,
  beforeLoad: guard('audit'),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const [trail, person] = await Promise.all([
      call(auditTrail, { query: asked(deps) }),
      optionOf(deps.userUuid),
    ])
    return { ...trail, person }
  },
  component: Audit,
})

function Audit() {
  const navigate = Route.useNavigate()
  return (
    <AuditPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
