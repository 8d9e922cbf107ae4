import type { FastifyInstance } from 'fastify'
import { asyncApiDocument } from './document.ts'

/** Beside the OpenAPI document, and as open as that. */
export function asyncApi(app: FastifyInstance, publicUrl: string): void {
  const document = asyncApiDocument(publicUrl)
  app.get('/api/asyncapi.json', { schema: { hide: true } }, async () => document)
}
