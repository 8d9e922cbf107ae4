import { UPLOAD_MAX_FILES } from '@carewatch/contracts/http/uploads'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'

/** What is sent as multipart/form-data. */
export const FILES: OpenApi.SchemaObject = {
  type: 'object',
  required: ['file'],
  properties: {
    file: {
      type: 'array',
      minItems: 1,
      maxItems: UPLOAD_MAX_FILES,
      items: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  },
}

const rows: OpenApi.SchemaObject = { type: 'array', items: { type: 'object' } }
const bundle: OpenApi.SchemaObject = {
  type: 'object',
  required: ['resourceType', 'type'],
  properties: { resourceType: { const: 'Bundle' }, type: { const: 'collection' } },
}

/** What programs read of a file; a picture is what it is. */
const shapes: Record<string, OpenApi.MediaTypeObject> = {
  'application/json': { schema: rows },
  'application/fhir+json': { schema: bundle },
  'text/csv': { schema: { type: 'string' }, example: 'time,metric,value\r\n' },
}

/** A file comes as it is, without the envelope of other answers. */
export function fileAnswer(types: readonly string[]): OpenApi.ResponseObject {
  const content = types.map((type): [string, OpenApi.MediaTypeObject] => {
    const [plain = type] = type.split(';')
    return [plain, shapes[plain] ?? { schema: { type: 'string', contentMediaType: plain } }]
  })
  return {
    description: 'The file.',
    headers: {
      'Content-Disposition': { description: 'By which name to keep it.', schema: { type: 'string' } },
    },
    content: Object.fromEntries(content),
  }
}

/** A resource of FHIR. */
export function resourceAnswer(type: string): OpenApi.ResponseObject {
  const properties = { resourceType: { const: type } }
  const schema: OpenApi.SchemaObject = { type: 'object', required: ['resourceType'], properties }
  return { description: `${type} of FHIR R4.`, content: { 'application/fhir+json': { schema } } }
}
