import { alarmFigures } from '@carewatch/contracts/http/alarm-figures'
import { figureMail } from '@carewatch/contracts/http/figure-mails'
import { createFileRoute } from '@tanstack/react-router'
import { FiguresPage } from '../../../features/figures/FiguresPage.tsx'
import { asked, FiguresSearch } from '../../../features/figures/search.ts'
import { call } from '../../../http/call.ts'
import { mayCall } from '../../../session/may.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/alarm-figures')({
  validateSearch: FiguresSearch,
  beforeLoad: guard('alarmFigures'),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps, context: { user } }) => {
    const [figures, mail] = await Promise.all([
      call(alarmFigures, { query: asked(deps) }),
      mayCall(figureMail, user.role) ? call(figureMail, {}) : null,
    ])
    return { figures, mail }
  },
  component: AlarmFigures,
})

function AlarmFigures() {
  const navigate = Route.useNavigate()
  return (
    <FiguresPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
