import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/user/settings')({
  beforeLoad: guard('settings'),
  component: () => <Page title="page.settings">{null}</Page>,
})
