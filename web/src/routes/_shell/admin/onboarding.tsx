import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/onboarding')({
  beforeLoad: guard('onboarding'),
  component: () => <Page title="menu.onboarding">{null}</Page>,
})
