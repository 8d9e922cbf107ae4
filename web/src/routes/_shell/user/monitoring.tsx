import { graphs } from '@carewatch/contracts/measurements'
import { type GraphRange, graphRanges } from '@carewatch/contracts/numbers'
import { Uuid } from '@carewatch/contracts/wire'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { loadMonitoring } from '../../../features/monitoring/load.ts'
import { MonitoringPage } from '../../../features/monitoring/MonitoringPage.tsx'
import { graphViews } from '../../../graphs/views.ts'
import { guard } from '../../../shell/guard.ts'

// Safe: the keys of the object itself, which is not empty.
const ranges = Object.keys(graphRanges) as [GraphRange, ...GraphRange[]]

export const Route = createFileRoute('/_shell/user/monitoring')({
  validateSearch: z.object({
    device: Uuid.optional().catch(undefined),
    range: z.enum(ranges).default('1d').catch('1d'),
    /** So many periods ago. */
    back: z.int().min(0).max(400).default(0).catch(0),
    /** The graph that is looked at first. */
    metric: z
      .enum(graphs.map(({ name }) => name))
      .optional()
      .catch(undefined),
    view: z.enum(graphViews).default('graph').catch('graph'),
  }),
  beforeLoad: guard('monitoring'),
  loaderDeps: ({ search: { device, range, back } }) => ({ device, range, back }),
  loader: ({ deps, context }) => loadMonitoring(deps, context.user.role),
  component: MonitoringPage,
})
