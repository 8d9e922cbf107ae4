import { calibration } from '@carewatch/contracts/http/calibration'
import { createFileRoute } from '@tanstack/react-router'
import { WalkPage } from '../../../../features/walk/WalkPage.tsx'
import { WalkSearch } from '../../../../features/walk/search.ts'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../shell/guard.ts'
import { findBranches } from '../../../../ui/people/lookups.ts'

/** Whoever has one branch has nothing to choose. */
async function onlyBranch(): Promise<string | undefined> {
  const [only, ...others] = await findBranches('')
  return others.length === 0 ? only?.value : undefined
}

export const Route = createFileRoute('/_shell/admin/gateway/walk')({
  validateSearch: WalkSearch,
  beforeLoad: guard('walk'),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const uuid = deps.branch ?? (await onlyBranch())
    return uuid ? { uuid, calibration: await call(calibration, { params: { uuid } }) } : null
  },
  component: Walk,
})

function Walk() {
  const navigate = Route.useNavigate()
  return (
    <WalkPage loaded={Route.useLoaderData()} onBranch={(branch) => void navigate({ search: { branch } })} />
  )
}
