import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../../session/guard.ts'
import { Page } from '../../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/gateway/')({
  beforeLoad: guard('gateways'),
  component: () => <Page title="menu.gateways">{null}</Page>,
})
