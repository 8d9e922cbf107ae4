import { endpoints } from '@carewatch/contracts/http/index'
import { UPLOAD_MAX_FILES } from '@carewatch/contracts/http/uploads'
import { languages } from '@carewatch/contracts/languages'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { exampleOf } from './examples.ts'

const failure = (description: string): OpenApi.ResponseObject => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

/** Every answer that says no has this form; which of them a call can give follows from what it takes. */
const Failure: OpenApi.SchemaObject = {
  type: 'object',
  required: ['success', 'status', 'message', 'context'],
  properties: {
    success: { const: false },
    status: { type: 'integer', description: 'The same as the HTTP status.' },
    message: { type: 'string', description: 'For people, in the language of `selectedLanguage`.' },
    context: {
      description:
        '400: `errors`, field name to what is wrong with it. 409: `reason`, which rule of the business.',
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          properties: {
            errors: { type: 'object', additionalProperties: { type: 'string' } },
            reason: { type: 'string' },
          },
        },
      ],
    },
  },
}

const languageHeader: OpenApi.ParameterObject = {
  name: 'selectedLanguage',
  in: 'header',
  description: 'The language of `message`.',
  schema: { type: 'string', enum: [...languages], default: 'en' },
}

const methods = ['get', 'post', 'delete'] as const

function refusalsOf(path: string, operation: OpenApi.OperationObject): OpenApi.ResponsesObject {
  return {
    400: failure('Some input is missing, unknown or not valid.'),
    ...(operation.security && {
      401: failure('No token, or one that is dead.'),
      403: failure('A role that never may do this.'),
    }),
    ...(path.includes('{') && { 404: failure('Not there, or not in your scope.') }),
    ...(operation.requestBody && { 409: failure('Against a rule of the business, or changed meanwhile.') }),
    429: failure('Too many calls; `Retry-After` says when to come again.'),
    503: failure('The database is away; ask again.'),
  }
}

type Content = { content?: Record<string, OpenApi.MediaTypeObject> }

/** An example of each body and answer, made of the examples of its fields. */
function addExamples({ content = {} }: Content, document: object): void {
  for (const media of Object.values(content)) {
    if (media.schema) media.example = exampleOf(media.schema, document)
  }
}

function complete(path: string, operation: OpenApi.OperationObject, document: OpenApi.Document): void {
  operation.parameters = [...(operation.parameters ?? []), languageHeader]
  operation.responses = { ...operation.responses, ...refusalsOf(path, operation) }
  // Safe: fastify-swagger writes bodies and answers out, it does not refer to them.
  if (operation.requestBody) addExamples(operation.requestBody as OpenApi.RequestBodyObject, document)
  addExamples((operation.responses['200'] ?? {}) as Content, document)
}

const aFile = { type: 'string', format: 'binary' } as const
const FILES = {
  schema: {
    type: 'object',
    properties: { file: { type: 'array', maxItems: UPLOAD_MAX_FILES, items: aFile } },
  },
} as const

/** Files go in and come out as they are. */
function describeFiles(document: OpenApi.Document): void {
  for (const { method, path, file, multipart } of endpoints) {
    const item = document.paths?.[`/api${path.replaceAll(/:(\w+)/g, '{$1}')}`]
    // Safe: the methods are OpenAPI's own, in capitals.
    const operation = item?.[method.toLowerCase() as (typeof methods)[number]]
    if (!operation) continue
    if (multipart) operation.requestBody = { content: { 'multipart/form-data': FILES } }
    if (!file) continue
    const content = Object.fromEntries(file.map((type) => [type, {}]))
    operation.responses = { ...operation.responses, 200: { description: 'The file.', content } }
  }
}

/** What the routes cannot say of themselves: how each call refuses, and an example of each body and answer. */
export function completeDocument(document: OpenApi.Document): OpenApi.Document {
  document.components = { ...document.components }
  document.components.schemas = { ...document.components.schemas, Failure }
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of methods) {
      const operation = item?.[method]
      if (operation) complete(path, operation, document)
    }
  }
  describeFiles(document)
  return document
}
