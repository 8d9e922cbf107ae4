import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/user/location')({
  beforeLoad: guard('location'),
  component: () => <Page title="menu.location">{null}</Page>,
})
