import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/audit')({
  beforeLoad: guard('audit'),
  component: () => <Page title="menu.audit">{null}</Page>,
})
