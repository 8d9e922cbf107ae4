import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../../session/guard.ts'
import { Page } from '../../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/gateway/roomViewInteractions')({
  beforeLoad: guard('roomView'),
  component: () => <Page title="menu.roomView">{null}</Page>,
})
