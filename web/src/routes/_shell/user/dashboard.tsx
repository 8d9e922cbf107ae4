import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/user/dashboard')({
  beforeLoad: guard('summary'),
  component: () => <Page title="menu.summary">{null}</Page>,
})
