import type { IncomingMessage } from 'node:http'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'
import { TILES_PATH } from '../map/tiles-route.ts'

const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i

/** Our own sockets and nobody else's: not every browser takes 'self' for them. Without a name that is one, none is added. */
function ownSocket({ headers: { host = '' } }: IncomingMessage): string {
  return HOST.test(host) ? `ws://${host} wss://${host}` : "'self'"
}

/** What no page of ours asks of a browser, no page shall. */
const NOT_ASKED_FOR =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()'

const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // Mantine sets style attributes.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'", ownSocket],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

type Trusted = Pick<Env, 'PUBLIC_URL' | 'MAP_STYLE_URL'>

/** A map of somebody else's may be read from its own origin and nowhere else; ours is read from our own. */
function policyFor({ MAP_STYLE_URL }: Trusted) {
  if (!MAP_STYLE_URL) return policy
  const { origin } = new URL(MAP_STYLE_URL)
  return {
    ...policy,
    imgSrc: [...policy.imgSrc, origin],
    connectSrc: [...policy.connectSrc, origin],
  }
}

const YEAR_SECONDS = 31_536_000
const COMPRESS_FROM_BYTES = 1_024

export async function secure(app: FastifyInstance, trusted: Trusted): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policyFor(trusted) },
    // An installation may well be reached without TLS inside a house.
    strictTransportSecurity: trusted.PUBLIC_URL.startsWith('https:') && { maxAge: YEAR_SECONDS },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  await app.register(rateLimit, { global: false })
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['gzip'],
    zlibOptions: { level: 1 },
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', NOT_ASKED_FOR)
    if (request.url.startsWith('/api') && request.routeOptions.url !== TILES_PATH)
      reply.header('cache-control', 'no-store')
  })
}
