import swagger from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from '@fastify/type-provider-zod'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** OpenAPI from the contracts the routes are served by. Registered before the routes, to see them all. */
export async function documentation(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carewatch',
        version: '1',
        description:
          'Every answer is `{ success, status, message, context }`; the HTTP status equals `status`. The language of `message` is that of the `selectedLanguage` header.',
      },
      servers: [{ url: '/' }, { url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(scalar, {
    routePrefix: '/api/docs',
    configuration: { url: '/api/openapi.json', withDefaultFonts: false, telemetry: false },
  })
}
