import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import { NDJSON } from '@carewatch/contracts/ndjson'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { FHIR_JSON } from '../http/fhir.ts'

const text = { type: 'string' } as const
const headersOf = (named: Record<string, string>): Record<string, OpenApi.HeaderObject> =>
  Object.fromEntries(
    Object.entries(named).map(([name, description]) => [name, { description, schema: text }]),
  )

const Outcome: OpenApi.SchemaObject = {
  type: 'object',
  required: ['resourceType', 'issue'],
  properties: {
    resourceType: { const: 'OperationOutcome' },
    issue: { type: 'array', items: { type: 'object' } },
  },
}
const accepted = (description: string, headers: Record<string, string>): OpenApi.ResponseObject => ({
  description,
  headers: headersOf(headers),
  content: { [FHIR_JSON]: { schema: Outcome } },
})

const file: OpenApi.SchemaObject = {
  type: 'object',
  required: ['type', 'url'],
  properties: { type: text, url: text },
}
const Manifest: OpenApi.SchemaObject = {
  type: 'object',
  required: ['transactionTime', 'request', 'requiresAccessToken', 'output', 'error'],
  properties: {
    transactionTime: { type: 'string', format: 'date-time' },
    request: text,
    requiresAccessToken: { const: true },
    output: { type: 'array', items: file },
    error: { type: 'array', items: file },
  },
  additionalProperties: false,
}

/** What the steps of an export answer where all is well. */
export const bulkAnswers: Record<NonNullable<Endpoint['bulk']>, OpenApi.ResponsesObject> = {
  begin: { 202: accepted('Begun.', { 'Content-Location': 'Where to ask how far it is.' }) },
  status: {
    200: {
      description: 'Done: where the files are.',
      headers: headersOf({ Expires: 'Until when they can be fetched.' }),
      content: { 'application/json': { schema: Manifest } },
    },
    202: accepted('Under way.', {
      'X-Progress': 'How far it is.',
      'Retry-After': 'Seconds until to ask again.',
    }),
  },
  cancel: { 202: accepted('Ended.', {}) },
  file: { 200: { description: 'The file.', content: { [NDJSON]: { schema: text } } } },
}
