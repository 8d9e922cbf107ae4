import { deviceDetail } from '@carewatch/contracts/http/devices'
import { type GraphRange, graphRanges } from '@carewatch/contracts/numbers'
import { Uuid } from '@carewatch/contracts/wire'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { loadHistory } from '../../../vitals/history.ts'
import { MonitoringPage } from '../../../features/monitoring/MonitoringPage.tsx'
import { call } from '../../../http/call.ts'
import { activeDevice } from '../../../session/active-device.ts'
import { guard } from '../../../session/guard.ts'

// Safe: the keys of the object itself, which is not empty.
const ranges = Object.keys(graphRanges) as [GraphRange, ...GraphRange[]]

export const Route = createFileRoute('/_shell/user/monitoring')({
  validateSearch: z.object({
    device: Uuid.optional().catch(undefined),
    range: z.enum(ranges).default('1d').catch('1d'),
    view: z.enum(['graph', 'table']).default('graph').catch('graph'),
  }),
  beforeLoad: guard('monitoring'),
  loaderDeps: ({ search: { device, range } }) => ({ device, range }),
  loader: async ({ deps }) => {
    const to = new Date()
    const from = new Date(to.getTime() - graphRanges[deps.range] * 3_600_000)
    const active = await activeDevice(deps.device)
    if (!active.device) return { ...active, from, to, limits: {}, history: { points: {}, spanMs: 0 } }
    const { uuid, imei } = active.device
    const [history, { limits }] = await Promise.all([
      loadHistory(imei, from),
      call(deviceDetail, { params: { uuid } }),
    ])
    return { ...active, from, to, limits, history }
  },
  component: MonitoringPage,
})
