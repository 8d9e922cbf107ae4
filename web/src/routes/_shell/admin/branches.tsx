import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/branches')({
  beforeLoad: guard('branches'),
  component: () => <Page title="page.branches">{null}</Page>,
})
