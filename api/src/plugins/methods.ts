import { Refusal } from '@carewatch/contracts/refusal'
import type { FastifyInstance } from 'fastify'
import createRouter, { type HTTPMethod } from 'find-my-way'

/** What programs ask by; what the interface has no call for is asked with one of them as well. */
const METHODS: readonly HTTPMethod[] = ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'PATCH']

/** The files of the built web: of addresses below `/api` there are none. */
const EVERY_FILE = '/*'

/** A router of the same rules as fastify's own, which does not say what else it knows of an address. */
function createKnown() {
  const router = createRouter()
  return {
    note: (method: HTTPMethod, url: string): void => {
      if (router.hasRoute(method, url)) return
      router.on(method, url, () => {})
    },
    methodsOf: (path: string): HTTPMethod[] => METHODS.filter((method) => router.find(method, path) !== null),
  }
}

/** Registered before the routes, to see them all: a known address answers 405 to a wrong method, and says by `Allow` which are right; it is asked before a body is read. */
export function refuseWrongMethods(app: FastifyInstance): void {
  const known = createKnown()
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/api/') || url.includes('*')) return
    // Safe: fastify's own names of methods, which it hands to this very router.
    for (const one of [method].flat()) known.note(one as HTTPMethod, url)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 && request.routeOptions.url !== EVERY_FILE) return
    const methods = known.methodsOf(request.url.split('?', 1)[0] ?? '')
    if (methods.length === 0) return
    reply.header('allow', [...methods, 'OPTIONS'].join(', '))
    if (request.method !== 'OPTIONS') throw new Refusal('wrongMethod')
    return reply.code(204).send()
  })
}
