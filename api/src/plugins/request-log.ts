import type { FastifyInstance } from 'fastify'

/** One line for each call: ids and figures; the route's pattern, because an address names a device. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      viewer: request.caller?.uuid,
    }
    request.log[reply.statusCode >= 500 ? 'error' : 'info'](line, 'request')
  })
}
