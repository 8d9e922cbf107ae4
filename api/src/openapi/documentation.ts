import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { fhirResources } from '@carewatch/contracts/http/fhir-resources'
import { tokenUrlOf } from '../fhir/base.ts'
import { completeDocument } from './document.ts'
import { readDocumentation } from './reader.ts'

const DESCRIPTION = `Every answer is \`{ success, status, message, context }\`; the HTTP status equals \`status\`.
Sign in by \`POST /api/auth/login\` and send \`Authorization: Bearer …\` with every other call.
Lists take \`page\`, \`size\` (at most 200), \`sort\` (\`name\`, or \`-name\` for descending) and \`search\`, and answer \`context.total\`.
A row outside your scope is not found (404). Keys that a call does not name are refused.
An address that is here under another method answers 405, and names in \`Allow\` those it takes; \`OPTIONS\` answers the same with 204, and \`HEAD\` is answered wherever \`GET\` is.
A program comes in by an API key of its company instead (\`Authorization: Bearer cw_live_…\`): each call says which scope lets it.
Live events come over a WebSocket at \`/api/live\`: the token is its first message, never in the address.`

/** Where it is asked, and by its public name where it has one. */
const serversAt = (publicUrl: string) => [
  { url: '/', description: 'This installation' },
  ...(new URL(publicUrl).hostname === 'localhost' ? [] : [{ url: publicUrl, description: 'By its name' }]),
]

const smartScopes = Object.fromEntries([
  ...Object.entries(fhirResources).flatMap(([type, { what }]) => [
    [`system/${type}.r`, `${what}: one by its address`],
    [`system/${type}.s`, `${what}: a search`],
  ]),
  ['system/Subscription.c', 'Subscriptions: to make one'],
  ['system/Subscription.u', 'Subscriptions: to change one'],
  ['system/Subscription.d', 'Subscriptions: to end one'],
])

const securitySchemesAt = (publicUrl: string): Record<string, OpenAPIV3_1.SecuritySchemeObject> => ({
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A person who signed in.' },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'cw_live_…',
    description: 'A program, by a key of its company.',
  },
  smart: {
    type: 'oauth2',
    description: 'A program that signed in to FHIR by a public key of its own (SMART backend services).',
    flows: { clientCredentials: { tokenUrl: tokenUrlOf({ publicUrl }), scopes: smartScopes } },
  },
})

/** OpenAPI from the contracts the routes are served by. Registered before the routes, to see them all. */
export async function documentation(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carewatch',
        version: '1',
        summary: 'Watches over people: what their watches and rooms notice, and who looks after them.',
        description: DESCRIPTION,
        license: { name: 'All rights reserved', identifier: 'LicenseRef-Carewatch' },
      },
      servers: serversAt(publicUrl),
      components: { securitySchemes: securitySchemesAt(publicUrl) },
    },
    transform: jsonSchemaTransform,
    transformObject: (documents) =>
      // Safe: the document says that it is OpenAPI 3.1, here above.
      completeDocument(jsonSchemaTransformObject(documents) as OpenAPIV3_1.Document),
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  allowOwnScripts(app)
  readDocumentation(app)
}

const SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

const policyFor = (page: string): string => {
  const hashes = [...page.matchAll(SCRIPT)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  return `default-src 'self'; script-src 'self' ${hashes.join(' ')}; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
}

/** The reader starts itself by a script in its page: that very script may run, and no other. */
function allowOwnScripts(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith('/api/docs') && typeof payload === 'string' && payload.includes('<script'))
      reply.header('content-security-policy', policyFor(payload))
  })
}
