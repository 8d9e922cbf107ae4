import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/sales')({
  beforeLoad: guard('sales'),
  component: () => <Page title="menu.sales">{null}</Page>,
})
