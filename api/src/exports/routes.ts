import * as contract from '@carewatch/contracts/http/exports'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { createTurns } from './at-once.ts'
import { exportTable } from './export.ts'
import { exportFhirBundle } from './fhir/export-bundle.ts'
import { exportFhirPerson } from './fhir/export-person.ts'

const tables = [
  ['readings', 'csv', contract.readingsCsv],
  ['readings', 'json', contract.readingsJson],
  ['positions', 'csv', contract.positionsCsv],
  ['positions', 'json', contract.positionsJson],
  ['alarms', 'csv', contract.alarmsCsv],
  ['alarms', 'json', contract.alarmsJson],
  ['tasks', 'csv', contract.tasksCsv],
  ['tasks', 'json', contract.tasksJson],
] as const

export function exportRoutes(serve: Serve, services: Services): void {
  const withTurns = { ...services, turns: createTurns() }
  for (const [kind, format, endpoint] of tables)
    serve.file(endpoint, ({ query }, caller) => exportTable(withTurns, caller, { kind, format, query }))
  serve.file(contract.exportFhirPerson, (asked, caller) => exportFhirPerson(withTurns, caller, asked))
  serve.file(contract.exportFhir, (asked, caller) => exportFhirBundle(withTurns, caller, asked))
}
