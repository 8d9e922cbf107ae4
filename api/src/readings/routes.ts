import * as contract from '@carewatch/contracts/http/readings'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readHistory } from './history.ts'
import { readOverview } from './overview.ts'
import { readSince } from './since.ts'

const graphs = [
  [contract.heartRateHistory, { value: 'heartRate' }],
  [contract.spo2History, { value: 'spo2' }],
  [contract.stepsHistory, { value: 'steps' }],
  [contract.temperatureHistory, { value: 'temperature' }],
  [contract.bloodPressureHistory, { systolic: 'systolic', diastolic: 'diastolic' }],
  [contract.sleepHistory, { deep: 'sleepDeep', light: 'sleepLight', awake: 'sleepAwake' }],
] as const

export function readingRoutes(serve: Serve, services: Services): void {
  for (const [graph, columns] of graphs)
    serve.written(graph, (asked, viewer) => readHistory(services, viewer, { asked, columns }))
  serve.written(contract.readingsSince, ({ params }, viewer) => readSince(services, viewer, params))
  serve(contract.readingsOverview, ({ params }, viewer) => readOverview(services, viewer, params.imei))
}
