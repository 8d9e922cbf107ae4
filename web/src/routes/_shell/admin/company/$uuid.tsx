import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../../session/guard.ts'
import { Page } from '../../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/company/$uuid')({
  beforeLoad: guard('company'),
  component: () => <Page title="menu.company">{null}</Page>,
})
