import { allCompanies } from '@carewatch/contracts/http/companies'
import { createFileRoute } from '@tanstack/react-router'
import { CompaniesPage } from '../../../features/companies/CompaniesPage.tsx'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'
import { ListSearch } from '../../../ui/list/search.ts'

export const Route = createFileRoute('/_shell/admin/companies')({
  validateSearch: ListSearch,
  beforeLoad: guard('companies'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(allCompanies, { query: deps }),
  component: Companies,
})

function Companies() {
  const navigate = Route.useNavigate()
  return (
    <CompaniesPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
