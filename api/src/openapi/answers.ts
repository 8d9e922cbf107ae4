import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import type { EndpointName } from '@carewatch/contracts/http/index'
import { messageText } from '@carewatch/contracts/messages/catalogue'
import { type RefusalCode, refusals } from '@carewatch/contracts/refusal'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { FHIR_JSON, outcomeOf } from '../http/fhir.ts'
import refusalsOfCalls from './refusals.json' with { type: 'json' }

/** What a call may be refused for: the code, and the rules that it names. */
type Refused = Partial<Record<RefusalCode, string[]>>

type Common = Exclude<RefusalCode, 'conflict' | 'wrongMethod'> | 'fault'

const FAULT = 500
const statusOf = (code: Common): number => (code === 'fault' ? FAULT : refusals[code])

const nullOr = (properties: Record<string, OpenApi.SchemaObject>): OpenApi.SchemaObject => ({
  anyOf: [{ type: 'null' }, { type: 'object', properties, additionalProperties: true }],
})

/** How an answer that refuses looks, whatever it refuses. */
export const Failure: OpenApi.SchemaObject = {
  type: 'object',
  required: ['success', 'status', 'message', 'context'],
  properties: {
    success: { const: false },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The same as the HTTP status.' },
    message: { type: 'string', description: 'For people, in the language of `selectedLanguage`.' },
    context: { description: 'For programs.', ...nullOr({}) },
  },
  additionalProperties: false,
}

const contexts: Partial<Record<Common, OpenApi.SchemaObject>> = {
  invalid: nullOr({
    errors: {
      type: 'object',
      description: 'Field name to what is wrong with it, in the language of `selectedLanguage`.',
      additionalProperties: { type: 'string' },
    },
    earliest: { type: 'string', format: 'date-time', description: 'The first moment that could be.' },
    latest: { type: 'string', format: 'date-time', description: 'The last moment that could be.' },
  }),
  unauthenticated: nullOr({
    codeRequired: { const: true, description: 'A code of an authenticator app is asked for.' },
    passkey: { type: 'object', description: 'What a passkey is to sign.' },
    ended: { const: 'idle', description: 'Nobody touched the screen for too long.' },
  }),
  tooMany: nullOr({
    challenge: { type: 'object', description: 'Work (ALTCHA) that the next try costs.' },
  }),
}

const RETRY: Record<string, OpenApi.HeaderObject> = {
  'Retry-After': {
    description: 'Seconds until it is worth asking again.',
    schema: { type: 'integer', minimum: 0 },
  },
}

const common: Record<Common, { name: string; why: string; key?: string; headers?: typeof RETRY }> = {
  invalid: { name: 'Invalid', why: 'Some input is missing, unknown or not valid.' },
  unauthenticated: { name: 'Unauthenticated', why: 'Nobody is signed in: no token, or one that is dead.' },
  forbidden: {
    name: 'Forbidden',
    why: 'A role that never may do this, a scope that the key does not have (`context.scope`), or a new password comes first.',
  },
  notFound: { name: 'NotFound', why: 'Not there, or not in your scope: the two cannot be told apart.' },
  tooLarge: { name: 'TooLarge', why: 'More than the interface takes at once.' },
  wrongMediaType: {
    name: 'WrongMediaType',
    why: 'Not JSON; where files are taken: not multipart/form-data.',
  },
  tooMany: { name: 'TooMany', why: 'Too many calls.', headers: RETRY },
  fault: { name: 'Fault', why: 'A fault of ours, which is in the log.', key: 'requestFailed' },
  unavailable: { name: 'Unavailable', why: 'The database is away; ask again.', headers: RETRY },
}
// Safe: the record's own keys.
const codes = Object.keys(common) as Common[]

const textOf = (key: string): string => messageText('en', `refusal.${key}`) ?? ''

const failureOf = (status: number, context?: OpenApi.SchemaObject): OpenApi.SchemaObject => ({
  allOf: [{ $ref: '#/components/schemas/Failure' }],
  type: 'object',
  properties: { status: { const: status }, ...(context && { context }) },
})

const exampleOf = (status: number, key: string, context: unknown) => ({
  success: false,
  status,
  message: textOf(key),
  context,
})

/** The refusals that every call gives alike. */
export function commonResponses(): Record<string, OpenApi.ResponseObject> {
  const entries = codes.map((code): [string, OpenApi.ResponseObject] => {
    const { name, why, key = code, headers } = common[code]
    const schema = failureOf(statusOf(code), contexts[code])
    const context =
      code === 'invalid' ? { errors: { name: messageText('en', 'field.required') ?? '' } } : null
    const example = exampleOf(statusOf(code), key, context)
    const content = { 'application/json': { schema, example } }
    return [name, { description: why, ...(headers && { headers }), content }]
  })
  return Object.fromEntries(entries)
}

/** How FHIR says no. */
const Outcome: OpenApi.SchemaObject = {
  type: 'object',
  required: ['resourceType', 'issue'],
  properties: {
    resourceType: { const: 'OperationOutcome' },
    issue: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['severity', 'code', 'diagnostics'],
        properties: {
          severity: { const: 'error' },
          code: { type: 'string', description: 'Of the value set issue-type.' },
          diagnostics: { type: 'string', description: 'For people, in the language of `selectedLanguage`.' },
          location: {
            type: 'array',
            description: 'The parameter that is wrong, as `http.` and its name.',
            minItems: 1,
            items: { type: 'string' },
          },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
}

/** The same refusals in the form that FHIR gives them. */
function outcomesOf(here: readonly Common[]): OpenApi.ResponsesObject {
  const entries = here.map((code): [number, OpenApi.ResponseObject] => {
    const { why, key = code, headers } = common[code]
    const example = outcomeOf({ code, text: textOf(key), fields: {} })
    const content = { [FHIR_JSON]: { schema: Outcome, example } }
    return [statusOf(code), { description: why, ...(headers && { headers }), content }]
  })
  return Object.fromEntries(entries)
}

/** Against a rule of the business: which rules this call knows. */
function conflictOf(reasons: readonly string[]): OpenApi.ResponseObject {
  const [first = 'conflict'] = reasons
  const reason: OpenApi.SchemaObject = { type: 'string', enum: [...reasons] }
  const handOver = { type: 'array', description: 'What somebody else is to be given first.' } as const
  const context: OpenApi.SchemaObject = {
    type: 'object',
    required: ['reason'],
    properties: { reason, handOver: { ...handOver, items: { type: 'object' } } },
    additionalProperties: true,
  }
  const lines = reasons.map((key) => `- \`${key}\`: ${textOf(key)}`)
  return {
    description: `Against a rule of the business, or changed meanwhile; \`reason\` says which.\n\n${lines.join('\n')}`,
    content: {
      'application/json': {
        schema: failureOf(refusals.conflict, context),
        example: exampleOf(refusals.conflict, first, { reason: first }),
      },
    },
  }
}

/** Before whatever its own function refuses. */
function refusedAtTheDoor({ allow, method }: Endpoint): Set<Common> {
  // Keys are counted at each call, and who tries several.
  const found = new Set<Common>(['invalid', 'unavailable', 'fault', 'tooMany'])
  // Also what a key may not, that its owner could.
  if (allow !== 'anyone') found.add('unauthenticated').add('forbidden')
  if (method !== 'GET') found.add('tooLarge').add('wrongMediaType')
  return found
}

/** Every way in which a call may be refused, by its status. */
export function refusalsOf(name: EndpointName, endpoint: Endpoint): OpenApi.ResponsesObject {
  // Safe: it is made of the code's own refusals, by the names of the calls.
  const own = (refusalsOfCalls as Record<EndpointName, Refused>)[name]
  const given = refusedAtTheDoor(endpoint)
  const here = codes.filter((code) => given.has(code) || (code !== 'fault' && own[code] !== undefined))
  if (endpoint.fhir) return outcomesOf(here)
  return {
    ...Object.fromEntries(
      here.map((code) => [statusOf(code), { $ref: `#/components/responses/${common[code].name}` }]),
    ),
    ...(own.conflict && { [refusals.conflict]: conflictOf(own.conflict) }),
  }
}
