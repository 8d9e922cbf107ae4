import type { Health } from '@carewatch/platform/telemetry/health'
import type { FastifyInstance } from 'fastify'

/** Live: this process runs, and says where it is on its way out, for a balancer. Ready: it can do its work, because the database answers and the broker is connected, and it is not on its way out. */
export function healthRoutes(app: FastifyInstance, health: Health): void {
  const body = (isFine: boolean, context: object | null) => {
    const status = isFine ? 200 : 503
    return { success: isFine, status, message: '', context }
  }
  const quiet = { schema: { hide: true }, logLevel: 'silent' } as const
  app.get('/api/health/live', quiet, async () => body(true, health.life()))
  app.get('/api/health/ready', quiet, async (_request, reply) => {
    const { isReady, needs } = await health.report()
    const report = body(isReady, needs)
    return reply.code(report.status).send(report)
  })
}
