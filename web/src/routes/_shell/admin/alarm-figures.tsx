import { alarmFigures } from '@carewatch/contracts/http/alarm-figures'
import { createFileRoute } from '@tanstack/react-router'
import { FiguresPage } from '../../../features/figures/FiguresPage.tsx'
import { asked, FiguresSearch } from '../../../features/figures/search.ts'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/alarm-figures')({
  validateSearch: FiguresSearch,
  beforeLoad: guard('alarmFigures'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(alarmFigures, { query: asked(deps) }),
  component: AlarmFigures,
})

function AlarmFigures() {
  const navigate = Route.useNavigate()
  return (
    <FiguresPage
      figures={Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
