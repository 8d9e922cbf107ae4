import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

const PATIENCE_MS = 2_000

async function answers({ db, log }: Pick<Services, 'db' | 'log'>): Promise<boolean> {
  const { promise, reject } = Promise.withResolvers<never>()
  const impatience = setTimeout(() => reject(new Error('the database does not answer')), PATIENCE_MS)
  try {
    await Promise.race([db.execute(sql`select 1`), promise])
    return true
  } catch (err) {
    log.warn({ err }, 'not ready')
    return false
  } finally {
    clearTimeout(impatience)
  }
}

/** Live: this process runs. Ready: it can do its work, because the database answers and the broker is connected. */
export function healthRoutes(app: FastifyInstance, services: Pick<Services, 'db' | 'log' | 'feed'>): void {
  const report = (isFine: boolean, context: object | null) => {
    const status = isFine ? 200 : 503
    return { success: isFine, status, message: '', context }
  }
  const quiet = { schema: { hide: true }, logLevel: 'silent' } as const
  app.get('/api/health/live', quiet, async () => report(true, null))
  app.get('/api/health/ready', quiet, async (_request, reply) => {
    const [database, mqtt] = [await answers(services), services.feed.isConnected()]
    const body = report(database && mqtt, { database, mqtt })
    return reply.code(body.status).send(body)
  })
}
