import { companyDetails } from '@carewatch/contracts/http/companies'
import { createFileRoute } from '@tanstack/react-router'
import { CompanyPage } from '../../../../features/companies/CompanyPage.tsx'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../session/guard.ts'
import { staffOf } from '../../../../ui/staff-of.ts'

export const Route = createFileRoute('/_shell/admin/company/$uuid')({
  beforeLoad: guard('company'),
  loader: async ({ params }) => {
    const [details, people] = await Promise.all([
      call(companyDetails, { params }),
      staffOf({ companyUuid: params.uuid }),
    ])
    return { ...details, people }
  },
  component: () => <CompanyPage {...Route.useLoaderData()} />,
})
