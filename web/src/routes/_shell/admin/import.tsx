import { ImportKind } from '@carewatch/contracts/http/import'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ImportPage } from '../../../features/import/ImportPage.tsx'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/import')({
  validateSearch: z.object({ kind: ImportKind.optional().catch(undefined) }),
  beforeLoad: guard('import'),
  component: Import,
})

function Import() {
  const navigate = Route.useNavigate()
  const { kind = 'rooms' } = Route.useSearch()
  return <ImportPage kind={kind} onKind={(picked) => void navigate({ search: { kind: picked } })} />
}
