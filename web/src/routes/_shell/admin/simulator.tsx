import { simulatorState } from '@carewatch/contracts/http/simulator'
import { createFileRoute } from '@tanstack/react-router'
import { SimulatorPage } from '../../../features/simulator/SimulatorPage.tsx'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/simulator')({
  beforeLoad: guard('simulator'),
  loader: () => call(simulatorState, {}),
  component: () => <SimulatorPage {...Route.useLoaderData()} />,
})
