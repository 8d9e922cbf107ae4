import { createFileRoute } from '@tanstack/react-router'
import { loadSheet } from '../../../features/shift-sheet/load.ts'
import { SheetSearch } from '../../../features/shift-sheet/search.ts'
import { ShiftSheetPage } from '../../../features/shift-sheet/ShiftSheetPage.tsx'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/shift-sheet')({
  validateSearch: SheetSearch,
  beforeLoad: guard('shiftSheet'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context: { user } }) => loadSheet(deps, user),
  component: ShiftSheetScreen,
})

function ShiftSheetScreen() {
  const navigate = Route.useNavigate()
  return <ShiftSheetPage loaded={Route.useLoaderData()} onSearch={(search) => void navigate({ search })} />
}
