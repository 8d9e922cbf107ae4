import { branchDetails } from '@carewatch/contracts/http/branches'
import { createFileRoute } from '@tanstack/react-router'
import { BranchPage } from '../../../../features/branches/BranchPage.tsx'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../session/guard.ts'
import { staffOf } from '../../../../ui/staff-of.ts'

export const Route = createFileRoute('/_shell/admin/branch/$uuid')({
  beforeLoad: guard('branch'),
  loader: async ({ params }) => {
    const [details, people] = await Promise.all([
      call(branchDetails, { params }),
      staffOf({ branchUuid: params.uuid }),
    ])
    return { ...details, people }
  },
  component: () => <BranchPage {...Route.useLoaderData()} />,
})
