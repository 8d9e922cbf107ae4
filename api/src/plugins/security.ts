import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // Mantine sets style attributes.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'", 'ws:', 'wss:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
}

/** The documentation's reader starts itself with a script in its page. */
const DOCS_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

const COMPRESS_FROM_BYTES = 1_024

export async function secure(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // The installation may well be reached without TLS inside a house.
    strictTransportSecurity: false,
  })
  await app.register(rateLimit, { global: false })
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['gzip'],
    zlibOptions: { level: 1 },
  })
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api')) return
    reply.header('cache-control', 'no-store')
    if (request.url.startsWith('/api/docs')) reply.header('content-security-policy', DOCS_POLICY)
  })
}
