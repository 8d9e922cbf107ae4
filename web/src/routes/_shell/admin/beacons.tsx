import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/beacons')({
  beforeLoad: guard('beacons'),
  component: () => <Page title="menu.beacons">{null}</Page>,
})
