import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'

const Location: OpenApi.HeaderObject = { description: 'Where it is read.', schema: { type: 'string' } }

/** What is answered where a resource of FHIR was made, changed or ended. */
export const writtenAnswer = (
  writes: NonNullable<Endpoint['writes']>,
  good: OpenApi.ResponseObject,
): OpenApi.ResponsesObject => {
  if (writes === 'create') return { 201: { ...good, description: 'Made.', headers: { Location } } }
  return { 200: { ...good, description: writes === 'update' ? 'Changed.' : 'Ended.' } }
}
