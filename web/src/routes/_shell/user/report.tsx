import { Uuid } from '@carewatch/contracts/wire'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { loadReport } from '../../../features/report/load.ts'
import { ReportPage } from '../../../features/report/ReportPage.tsx'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/report')({
  validateSearch: z.object({
    device: Uuid.optional().catch(undefined),
    /** A person, over everything they wore, in place of a device. */
    person: Uuid.optional().catch(undefined),
    weeks: z.coerce.number().int().min(1).max(8).default(1).catch(1),
  }),
  beforeLoad: guard('monitoring'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context }) => loadReport(deps, context.user.role),
  component: ReportPage,
})
