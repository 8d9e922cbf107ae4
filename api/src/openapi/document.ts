import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import { type EndpointName, endpointsByName } from '@carewatch/contracts/http/index'
import { languages } from '@carewatch/contracts/languages'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { commonResponses, Failure, refusalsOf } from './answers.ts'
import { bulkAnswers } from './bulk.ts'
import { writtenAnswer } from './written.ts'
import { exampleOf } from './examples.ts'
import { fileAnswer, FILES, resourceAnswer } from './files.ts'
import { nameRecords, withoutUnused } from './schemas.ts'
import { sections } from './sections.ts'

const language: OpenApi.ParameterObject = {
  name: 'selectedLanguage',
  in: 'header',
  description: 'The language of `message` and of what is wrong with a field.',
  schema: { type: 'string', enum: [...languages], default: 'en' },
}

/** The address of a call as OpenAPI writes it. */
export const addressOf = (path: string): string => `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

const scopesText = (scopes: readonly string[]): string =>
  `${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.map((scope) => `\`${scope}\``).join(' and ')}`

function whoMay({ allow, byKey, byKeyBeside = [], beforePasswordChange, beforeTwoStep }: Endpoint): string[] {
  if (allow === 'anyone') return ['For everybody: nobody need be signed in.']
  return [
    allow === 'signedIn' ? 'For whoever is signed in.' : `For ${allow.join(', ')}.`,
    byKey === null ? 'No API key may.' : `An API key may with the ${scopesText([byKey, ...byKeyBeside])}.`,
    ...(beforePasswordChange ? ['Also for whoever must choose a new password first.'] : []),
    ...(beforePasswordChange || beforeTwoStep
      ? ['Also for whoever must set up a second step of signing in first.']
      : []),
  ]
}

/** What the schemas do not say: who may, how often, and where else it is answered. */
function descriptionOf(endpoint: Endpoint): string {
  const { allow, limit, aliases = [], method, path } = endpoint
  const by = allow === 'anyone' ? 'from one address' : 'by one person'
  const others = aliases.map((alias) => {
    const at = { method, path, ...alias }
    return `\`${at.method} ${addressOf(at.path)}\``
  })
  return [
    ...whoMay(endpoint),
    ...(limit ? [`At most ${limit.calls} calls in ${limit.minutes} min ${by}.`] : []),
    ...(others.length > 0 ? [`Answered alike at ${others.join(', ')}.`] : []),
  ].join(' ')
}

type Content = { content?: Record<string, OpenApi.MediaTypeObject> }

/** An example of each body and answer, made of the examples of its fields. */
function addExamples({ content = {} }: Content, document: object): void {
  for (const media of Object.values(content)) {
    if (media.schema) media.example ??= exampleOf(media.schema, document)
  }
}

function complete(name: EndpointName, operation: OpenApi.OperationObject, document: OpenApi.Document): void {
  const endpoint: Endpoint = endpointsByName[name]
  operation.operationId = name
  operation.description = descriptionOf(endpoint)
  operation.security ??= []
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/Language' }]
  if (endpoint.multipart)
    operation.requestBody = { required: true, content: { 'multipart/form-data': { schema: FILES } } }
  const answer = endpoint.fhir
    ? resourceAnswer(endpoint.fhir)
    : endpoint.file
      ? fileAnswer(endpoint.file)
      : operation.responses?.['200']
  // Safe: fastify-swagger writes bodies and answers out, it does not refer to them.
  const good = { ...(answer as OpenApi.ResponseObject), ...(!endpoint.file && { description: 'Done.' }) }
  if (operation.requestBody && !endpoint.multipart) addExamples(operation.requestBody as Content, document)
  const answers = endpoint.bulk
    ? bulkAnswers[endpoint.bulk]
    : endpoint.writes
      ? writtenAnswer(endpoint.writes, good)
      : { 200: good }
  for (const one of Object.values(answers)) addExamples(one as Content, document)
  operation.responses = { ...answers, ...refusalsOf(name, endpoint) }
}

/** What the routes cannot say of themselves: by which name, for whom, how each call refuses, and an example of each body and answer. */
export function completeDocument(document: OpenApi.Document): OpenApi.Document {
  nameRecords(document)
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Failure },
    parameters: { Language: language },
    responses: commonResponses(),
  }
  // Safe: the record's own keys.
  for (const name of Object.keys(endpointsByName) as EndpointName[]) {
    const { method, path }: Endpoint = endpointsByName[name]
    const operation = document.paths?.[addressOf(path)]?.[methods[method]]
    if (operation) complete(name, operation, document)
  }
  document.tags = sections
  return withoutUnused(document)
}
