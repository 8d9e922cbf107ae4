import { incidentFile } from '@carewatch/contracts/http/incident-files'
import { createFileRoute } from '@tanstack/react-router'
import { IncidentFilePage } from '../../../../features/incident-file/IncidentFilePage.tsx'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/incident-file/$uuid')({
  beforeLoad: guard('incidentFile'),
  loader: ({ params: { uuid } }) => call(incidentFile, { params: { uuid } }),
  component: IncidentFileScreen,
})

function IncidentFileScreen() {
  const loaded = Route.useLoaderData()
  // Keyed, so that nothing of one incident stays on the page of the next.
  return <IncidentFilePage key={loaded.file.incident.uuid} {...loaded} />
}
