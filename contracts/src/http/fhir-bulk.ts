import { NDJSON } from '../ndjson.ts'
import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'
import { type FhirType } from './fhir-resources.ts'
import { everythingTypes } from './fhir.ts'

/** What an export of a whole company holds, in this order; the audit log where it is asked for by name. */
export const bulkTypes = [...everythingTypes, 'Location', 'AuditEvent'] as const satisfies readonly FhirType[]
export const BulkType = z.enum(bulkTypes)
export type BulkType = z.output<typeof BulkType>

/** So long an export can be fetched, and so many a company has at once. */
export const BULK_HOURS = 24
export const BULK_EXPORTS_MAX = 10

const formats = [NDJSON, 'application/ndjson', 'ndjson'] as const

const Text = z.string().min(1).max(400)
const query = z.strictObject({
  _since: Text.optional(),
  _type: Text.optional(),
  _outputFormat: z.enum(formats).optional(),
})
const common = {
  method: 'GET',
  fhir: 'OperationOutcome',
  allow: permissions.exportInBulk,
  byKey: 'fhir:read',
  smart: 'any',
  reply: z.unknown(),
} as const
const OUTCOME = ['application/fhir+json'] as const
const byId = z.object({ id: Uuid })

const OneOfThem = z.union([
  z.strictObject({ name: z.literal('_since'), valueInstant: Text }),
  z.strictObject({ name: z.literal('_type'), valueString: Text }),
  z.strictObject({ name: z.literal('_outputFormat'), valueString: z.enum(formats) }),
])
const MOST_PARAMETERS = 20
/** A query as Parameters; `_type` may stand there several times. */
const Kickoff = z.strictObject({
  resourceType: z.literal('Parameters'),
  id: Text.optional(),
  meta: z.looseObject({}).optional(),
  parameter: z.array(OneOfThem).max(MOST_PARAMETERS).optional(),
})
export type Kickoff = z.output<typeof Kickoff>

/** Asked for by GET, as Bulk Data Access has it, though an export begins by it. */
export const exportAll = endpoint({
  ...common,
  path: '/fhir/$export',
  summary: 'Begin an export of all that you may see, as files of FHIR R4 (Bulk Data Access)',
  bulk: 'begin',
  file: OUTCOME,
  query,
})

export const exportPatients = endpoint({
  ...common,
  path: '/fhir/Patient/$export',
  summary: 'Begin an export of all people under care and what belongs to them (Bulk Data Access)',
  bulk: 'begin',
  file: OUTCOME,
  query,
})

export const exportGroup = endpoint({
  ...common,
  path: '/fhir/Group/:id/$export',
  summary:
    'Begin an export of the people of a branch or a company and what belongs to them (Bulk Data Access)',
  bulk: 'begin',
  file: OUTCOME,
  params: byId,
  query,
})

const asked = { method: 'POST', bulk: 'begin', file: OUTCOME, body: Kickoff } as const

/** The same by POST, with Parameters instead of a query. */
export const postExportAll = endpoint({
  ...common,
  ...asked,
  path: '/fhir/$export',
  summary: 'Begin an export of all that you may see, asked for by Parameters (Bulk Data Access)',
})

export const postExportPatients = endpoint({
  ...common,
  ...asked,
  path: '/fhir/Patient/$export',
  summary: 'Begin an export of all people under care, asked for by Parameters (Bulk Data Access)',
})

export const postExportGroup = endpoint({
  ...common,
  ...asked,
  path: '/fhir/Group/:id/$export',
  summary:
    'Begin an export of the people of a branch or a company, asked for by Parameters (Bulk Data Access)',
  params: byId,
})

export const exportStatus = endpoint({
  ...common,
  path: '/fhir/$export/:id',
  summary: 'How far an export is, and where its files are',
  bulk: 'status',
  file: ['application/json'],
  params: z.object({ id: Uuid }),
})

export const exportCancel = endpoint({
  ...common,
  method: 'DELETE',
  path: '/fhir/$export/:id',
  summary: 'End an export: its files are there no more',
  bulk: 'cancel',
  file: OUTCOME,
  params: z.object({ id: Uuid }),
})

export const exportFile = endpoint({
  ...common,
  path: '/fhir/$export/:id/:type',
  summary:
    'A file of an export: one resource a line, read while it is fetched and by the rights of that moment',
  bulk: 'file',
  file: [NDJSON],
  params: z.object({ id: Uuid, type: BulkType }),
})
