import { type Endpoint } from '@carewatch/contracts/http/endpoint'
import { endpoints } from '@carewatch/contracts/http/index'
import Fastify from 'fastify'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { useContracts } from '../http/compilers.ts'
import { schemaOf } from '../http/schema.ts'
import { documentation } from './documentation.ts'

/** The document that a running interface serves, made of the contracts alone: nothing is started. */
export async function documentWithoutServer(): Promise<OpenApi.Document> {
  const app = Fastify()
  useContracts(app)
  await documentation(app, 'http://localhost')
  await app.register(
    async (api) => {
      for (const endpoint of endpoints) describe(endpoint)
      function describe({ method, path, ...more }: Endpoint): void {
        api.route({
          method,
          url: path,
          schema: schemaOf({ method, path, ...more }),
          handler: async () => null,
        })
      }
    },
    { prefix: '/api' },
  )
  await app.ready()
  // Safe: the document says that it is OpenAPI 3.1.
  const document = app.swagger() as OpenApi.Document
  await app.close()
  return document
}
