import { branchDetails } from '@carewatch/contracts/http/branches'
import { duties } from '@carewatch/contracts/http/duty'
import { escalation, escalationReach, unreachedOf } from '@carewatch/contracts/http/escalation'
import { floorPlan } from '@carewatch/contracts/http/floor-plans'
import { createFileRoute } from '@tanstack/react-router'
import { BranchPage } from '../../../../features/branches/BranchPage.tsx'
import { DutySection } from '../../../../features/duty/DutySection.tsx'
import { ChainsSection } from '../../../../features/escalation/ChainsSection.tsx'
import { UnreachedNotice } from '../../../../features/escalation/UnreachedNotice.tsx'
import { outOfReachIn } from '../../../../features/escalation/out-of-reach.ts'
import { call } from '../../../../http/call.ts'
import { orWithout } from '../../../../http/or-nothing.ts'
import { guard } from '../../../../shell/guard.ts'
import { staffOf } from '../../../../ui/people/staff-of.ts'

export const Route = createFileRoute('/_shell/admin/branch/$uuid')({
  beforeLoad: guard('branch'),
  loader: async ({ params }) => {
    const query = { branch: params.uuid }
    const [details, plan, people, duty, reach, unreached] = await Promise.all([
      call(branchDetails, { params }),
      orWithout(call(floorPlan, { params })),
      staffOf({ branchUuid: params.uuid }),
      call(duties, { query }),
      call(escalationReach, { query }),
      orWithout(call(unreachedOf, { params: { branch: params.uuid } })),
    ])
    const company = details.branch.company.uuid
    const { chains } = await call(escalation, { query: { company, ...query } })
    return { details: { ...details, plan, people, outOfReach: outOfReachIn(reach) }, duty, chains, unreached }
  },
  component: Branch,
})

function Branch() {
  const { details, duty, chains, unreached } = Route.useLoaderData()
  const { branch } = details
  const place = { companyUuid: branch.company.uuid, branchUuid: branch.uuid }
  return (
    <BranchPage
      {...details}
      before={
        <>
          {unreached ? <UnreachedNotice {...unreached} /> : null}
          <DutySection branch={branch} {...duty} />
        </>
      }
      after={<ChainsSection key={branch.uuid} place={place} chains={chains} />}
    />
  )
}
