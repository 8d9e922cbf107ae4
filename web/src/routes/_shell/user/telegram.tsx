import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/user/telegram')({
  beforeLoad: guard('telegram'),
  component: () => <Page title="menu.telegram">{null}</Page>,
})
