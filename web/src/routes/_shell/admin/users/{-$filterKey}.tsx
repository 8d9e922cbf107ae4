import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../../session/guard.ts'
import { Page } from '../../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/users/{-$filterKey}')({
  beforeLoad: guard('users'),
  component: () => <Page title="page.users">{null}</Page>,
})
