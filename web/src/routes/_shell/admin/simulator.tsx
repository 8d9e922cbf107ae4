import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/simulator')({
  beforeLoad: guard('simulator'),
  component: () => <Page title="menu.simulator">{null}</Page>,
})
