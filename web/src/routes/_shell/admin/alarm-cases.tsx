import { alarmFigureCases } from '@carewatch/contracts/http/alarm-figures'
import { createFileRoute } from '@tanstack/react-router'
import { CasesPage } from '../../../features/figures/CasesPage.tsx'
import { askedCases, CasesSearch } from '../../../features/figures/search.ts'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/alarm-cases')({
  validateSearch: CasesSearch,
  beforeLoad: guard('alarmCases'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(alarmFigureCases, { query: askedCases(deps) }),
  component: AlarmCases,
})

function AlarmCases() {
  const navigate = Route.useNavigate()
  return (
    <CasesPage
      answer={Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
