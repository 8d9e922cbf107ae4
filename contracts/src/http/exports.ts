import { z } from 'zod'
import { MetricName } from '../metrics.ts'
import { permissions } from '../permissions.ts'
import type { Role } from '../roles.ts'
import type { Scope } from '../scopes.ts'
import { Imei, Instant, Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'

/** The longest time one export covers, and the one it covers when nobody says. */
export const EXPORT_DAYS_MAX = 400
export const EXPORT_DAYS = 30

const limit = { calls: 60, minutes: 10 }
const span = { from: Instant.optional(), to: Instant.optional() }
/** Of one device in the hands of who wears it now, or of a person over everything they wore. */
const ofOne = z.strictObject({ imei: Imei.optional(), wearerUUID: Uuid.optional(), ...span })
const ofScope = ofOne

type Exported<Path extends `/${string}`, Query extends z.ZodObject> = {
  path: Path
  summary: string
  allow: readonly Role[]
  byKey: Scope
  query: Query
}

/** A table, for spreadsheets: UTF-8 with a byte order mark, a line of names first. */
const csv = <const Path extends `/${string}`, Query extends z.ZodObject>(exported: Exported<Path, Query>) =>
  endpoint({ method: 'GET', limit, file: ['text/csv; charset=utf-8'], reply: z.null(), ...exported })

/** The same rows, for programs: one array of objects. */
const json = <const Path extends `/${string}`, Query extends z.ZodObject>(exported: Exported<Path, Query>) =>
  endpoint({ method: 'GET', limit, file: ['application/json'], reply: z.unknown(), ...exported })

const readings = {
  summary: 'Every reading of a device or a person, metric by metric, each in order of time',
  allow: permissions.exportFacts,
  byKey: 'readings:read' as const,
  query: ofOne.extend({ metric: MetricName.optional() }),
}
export const readingsCsv = csv({ path: '/export/readings.csv', ...readings })
export const readingsJson = json({ path: '/export/readings.json', ...readings })

const positions = {
  summary: 'Every position of a device or a person, in order of time',
  allow: permissions.exportFacts,
  byKey: 'locations:read' as const,
  query: ofOne,
}
export const positionsCsv = csv({ path: '/export/positions.csv', ...positions })
export const positionsJson = json({ path: '/export/positions.json', ...positions })

const alarms = {
  summary: 'The alarms in your scope, or of one device or person, in the order they opened',
  allow: permissions.seeAlarmHistory,
  byKey: 'alarms:read' as const,
  query: ofScope,
}
export const alarmsCsv = csv({ path: '/export/alarms.csv', ...alarms })
export const alarmsJson = json({ path: '/export/alarms.json', ...alarms })

const tasks = {
  summary: 'The tasks in your scope, or about one device or person, in the order they were made',
  allow: permissions.seeTasks,
  byKey: 'tasks:read' as const,
  query: ofScope,
}
export const tasksCsv = csv({ path: '/export/tasks.csv', ...tasks })
export const tasksJson = json({ path: '/export/tasks.json', ...tasks })

/** At most this many readings a bundle; the rest after its `next` link. */
export const FHIR_READINGS_MAX = 50_000

export const exportFhir = endpoint({
  method: 'GET',
  path: '/export/fhir/:imei',
  summary:
    'The vitals of a device, and who wears it (Patient), as a FHIR R4 Bundle of Observations; go on by its `next` link',
  allow: permissions.exportFacts,
  byKey: 'fhir:read',
  byKeyBeside: ['people:read', 'readings:read'],
  limit,
  params: z.object({ imei: Imei }),
  query: z.strictObject({
    ...span,
    /** The time of the last observation of the bundle before. */
    after: Instant.optional(),
  }),
  file: ['application/fhir+json'],
  reply: z.null(),
})

/** At most this many alarms a bundle; the rest after its `next` link. */
export const FHIR_ALARMS_MAX = 1_000

export const exportFhirPerson = endpoint({
  method: 'GET',
  path: '/export/fhir/person/:uuid',
  summary:
    'A person under care as a FHIR R4 Bundle: who is around them (RelatedPerson), what they wore from when until when (DeviceUseStatement), and their alarms (Flag); go on by its `next` link',
  allow: permissions.exportFacts,
  byKey: 'fhir:read',
  byKeyBeside: ['people:read', 'alarms:read'],
  limit,
  params: z.object({ uuid: Uuid }),
  query: z.strictObject({
    ...span,
    /** The last alarm of the bundle before. */
    after: Uuid.optional(),
  }),
  file: ['application/fhir+json'],
  reply: z.null(),
})
