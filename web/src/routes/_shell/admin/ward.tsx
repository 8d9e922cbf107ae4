import { floorPlan } from '@carewatch/contracts/http/floor-plans'
import { ward } from '@carewatch/contracts/http/ward'
import { createFileRoute } from '@tanstack/react-router'
import { onlyBranch } from '../../../features/ward/only-branch.ts'
import { WardSearch } from '../../../features/ward/search.ts'
import { WardPage } from '../../../features/ward/WardPage.tsx'
import { call } from '../../../http/call.ts'
import { orWithout } from '../../../http/or-nothing.ts'
import { guard } from '../../../shell/guard.ts'

async function planOf(branch: string | undefined) {
  if (branch === undefined) return null
  return { branch, found: await orWithout(call(floorPlan, { params: { uuid: branch } })) }
}

export const Route = createFileRoute('/_shell/admin/ward')({
  validateSearch: WardSearch,
  beforeLoad: guard('ward'),
  // Who is looked at beside the board changes nothing of it.
  loaderDeps: ({ search: { branch, by } }) => ({ branch, isPlan: by === 'plan' }),
  loader: async ({ deps: { branch, isPlan } }) => {
    const loaded = await call(ward, { query: { branchUuid: branch } })
    return { loaded, plan: isPlan ? await planOf(branch ?? onlyBranch(loaded.people)) : null }
  },
  component: Ward,
})

function Ward() {
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  return (
    <WardPage
      key={search.branch ?? ''}
      {...Route.useLoaderData()}
      search={search}
      onSearch={(to) => void navigate({ search: to })}
    />
  )
}
