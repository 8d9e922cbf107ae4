import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../../session/guard.ts'
import { Page } from '../../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/task/dashboard')({
  beforeLoad: guard('taskDashboard'),
  component: () => <Page title="menu.taskDashboard">{null}</Page>,
})
