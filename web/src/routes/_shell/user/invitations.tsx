import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { InvitationsPage } from '../../../features/invitations/InvitationsPage.tsx'
import { loadInvitations } from '../../../features/invitations/load.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/invitations')({
  validateSearch: z.object({ page: z.int().min(1).optional().catch(undefined) }),
  beforeLoad: guard('invitations'),
  loaderDeps: ({ search: { page = 1 } }) => ({ page }),
  loader: ({ context, deps }) => loadInvitations(context.user, deps.page),
  component: Invitations,
})

function Invitations() {
  const navigate = Route.useNavigate()
  return (
    <InvitationsPage
      {...Route.useLoaderData()}
      page={Route.useSearch().page ?? 1}
      onPage={(page) => void navigate({ search: { page } })}
    />
  )
}
