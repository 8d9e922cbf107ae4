import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../../session/guard.ts'
import { Page } from '../../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/user/device/$uuid')({
  beforeLoad: guard('device'),
  component: () => <Page title="page.device">{null}</Page>,
})
