import { Uuid } from '@carewatch/contracts/wire'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { guard } from '../../../session/guard.ts'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_shell/user/report')({
  validateSearch: z.object({
    device: Uuid.optional().catch(undefined),
    weeks: z.coerce.number().int().min(1).max(8).default(1).catch(1),
  }),
  beforeLoad: guard('monitoring'),
  component: () => <Page title="menu.monitoring">{null}</Page>,
})
