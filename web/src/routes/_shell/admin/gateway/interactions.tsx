import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../../session/guard.ts'
import { Page } from '../../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/gateway/interactions')({
  beforeLoad: guard('interactions'),
  component: () => <Page title="menu.interactions">{null}</Page>,
})
