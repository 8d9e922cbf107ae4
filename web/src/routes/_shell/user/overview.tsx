import { latestLocation } from '@carewatch/contracts/http/positions'
import { readingsOverview } from '@carewatch/contracts/http/readings'
import { ownCheckIn } from '@carewatch/contracts/http/routines'
import { Uuid } from '@carewatch/contracts/wire'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { loadDay } from '../../../features/overview/load-day.ts'
import { OverviewPage } from '../../../features/overview/OverviewPage.tsx'
import { call } from '../../../http/call.ts'
import { orNothing, orWithout } from '../../../http/or-nothing.ts'
import { activeDevice } from '../../../session/active-device.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/overview')({
  validateSearch: z.object({ device: Uuid.optional().catch(undefined) }),
  beforeLoad: guard('overview'),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const [active, asked] = await Promise.all([activeDevice(deps.device), orWithout(call(ownCheckIn, {}))])
    const checkIn = asked?.checkIn ?? null
    if (!active.device) return { ...active, checkIn, overview: [], location: null, day: null }
    const params = { imei: active.device.imei }
    const [{ overview }, found] = await Promise.all([
      call(readingsOverview, { params }),
      // Without a home nobody is at home or away; it is also untold to who may not see where the watch is.
      active.detail?.homeLocation ? orNothing(call(latestLocation, { params })) : null,
    ])
    const location = found?.location ?? null
    const day = active.detail ? await loadDay(active.detail, location) : null
    return { ...active, checkIn, overview, location, day }
  },
  component: Overview,
})

function Overview() {
  return <OverviewPage {...Route.useLoaderData()} />
}
