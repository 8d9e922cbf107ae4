import { companyDetails } from '@carewatch/contracts/http/companies'
import { escalation } from '@carewatch/contracts/http/escalation'
import { createFileRoute } from '@tanstack/react-router'
import { CompanyPage } from '../../../../features/companies/CompanyPage.tsx'
import { ChainsSection } from '../../../../features/escalation/ChainsSection.tsx'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../shell/guard.ts'
import { staffOf } from '../../../../ui/people/staff-of.ts'

export const Route = createFileRoute('/_shell/admin/company/$uuid')({
  beforeLoad: guard('company'),
  loader: async ({ params }) => {
    const [details, people, { chains }] = await Promise.all([
      call(companyDetails, { params }),
      staffOf({ companyUuid: params.uuid }),
      call(escalation, { query: { company: params.uuid } }),
    ])
    return { details: { ...details, people }, chains }
  },
  component: Company,
})

function Company() {
  const { details, chains } = Route.useLoaderData()
  const { uuid } = details.company
  return (
    <CompanyPage
      {...details}
      after={<ChainsSection key={uuid} place={{ companyUuid: uuid }} chains={chains} />}
    />
  )
}
