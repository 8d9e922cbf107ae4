import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/admin/companies')({
  beforeLoad: guard('companies'),
  component: () => <Page title="page.companies">{null}</Page>,
})
