import { Uuid } from '@carewatch/contracts/wire'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { loadSummary } from '../../../features/summary/load.ts'
import { SummaryPage } from '../../../features/summary/SummaryPage.tsx'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/dashboard')({
  validateSearch: z.object({ device: Uuid.optional().catch(undefined) }),
  beforeLoad: guard('summary'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context }) => loadSummary(deps.device, context.user.role),
  component: SummaryPage,
})
