import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../../session/guard.ts'
import { Page } from '../../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/branch/$uuid')({
  beforeLoad: guard('branch'),
  component: () => <Page title="menu.branch">{null}</Page>,
})
