import { calibration } from '@carewatch/contracts/http/calibration'
import { allEntities } from '@carewatch/contracts/http/gateways-and-beacons'
import { dutyNow } from '@carewatch/contracts/http/duty'
import { createFileRoute } from '@tanstack/react-router'
import { GatewaysPage } from '../../../../features/gateways/GatewaysPage.tsx'
import { Result } from '../../../../features/walk/Result.tsx'
import { call } from '../../../../http/call.ts'
import { orWithout } from '../../../../http/or-nothing.ts'
import { guard } from '../../../../shell/guard.ts'
import { mayCall } from '../../../../session/may.ts'
import { DutyNow } from '../../../../ui/alarms/DutyNow.tsx'
import { PlaceSearch } from '../../../../ui/list/place-search.ts'

export const Route = createFileRoute('/_shell/admin/gateway/')({
  validateSearch: PlaceSearch,
  beforeLoad: guard('gateways'),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps, context }) => {
    const { branchUuid: uuid } = deps
    const mayWalk = mayCall(calibration, context.user.role)
    const [entities, duty, walked] = await Promise.all([
      call(allEntities, { query: { ...deps, entityType: 'GATEWAY' } }),
      call(dutyNow, {}),
      uuid && mayWalk ? orWithout(call(calibration, { params: { uuid } })) : null,
    ])
    return { ...entities, duty, walked }
  },
  component: Gateways,
})

function Gateways() {
  const navigate = Route.useNavigate()
  const { gateways, totals, duty, walked } = Route.useLoaderData()
  return (
    <GatewaysPage
      before={
        <>
          <DutyNow {...duty} />
          {walked ? <Result shown={walked} /> : null}
        </>
      }
      gateways={gateways}
      total={totals.gateways}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
