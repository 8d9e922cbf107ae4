import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/alertlogs')({
  beforeLoad: guard('alertLogs'),
  component: () => <Page title="menu.alertLogs">{null}</Page>,
})
