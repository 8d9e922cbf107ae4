import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedis } from '@carewatch/launcher/topology/redis'
import { openTwoOfEach } from '@carewatch/launcher/topology/two-of-each'
import { asService, testDatabase } from '@carewatch/platform/database/testing'

/** What it takes; where it is not to be had the journeys say that they were skipped. */
export const programs = { redis: process.env.REDIS_SERVER, haproxy: process.env.HAPROXY }
export const hasPrograms = programs.redis !== undefined && programs.haproxy !== undefined

/** Two of each on loopback with a real Redis, a real PostgreSQL, and a real HAProxy with the file of docker-compose.yml. */
export async function startScaledProduct(drainSeconds: number) {
  const logs = process.env.KEEP_LOGS ?? mkdtempSync(join(tmpdir(), 'carewatch-scaled-'))
  const redis = await startRedis(programs.redis ?? '', { folder: join(logs, 'redis'), logs })
  const database = await testDatabase()
  const product = await openTwoOfEach({
    serviceUrls: {
      broker: asService(database.url, 'broker'),
      rules: asService(database.url, 'rules'),
      api: asService(database.url, 'api'),
    },
    redisUrl: redis.url,
    haproxy: programs.haproxy ?? '',
    env: {
      SERVICE_SECRET: 'a-secret-between-our-services',
      JWT_SECRET: 'a-secret-that-only-this-journey-knows',
      WEB_DIST: join(import.meta.dirname, '../../../../web/dist'),
      LOG_LEVEL: 'warn',
    },
    logs,
    drainSeconds,
  })
  return {
    ...product,
    db: database.db,
    databaseUrl: database.url,
    redis,
    close: async (): Promise<void> => {
      await product.close()
      await redis.stop()
      await database.drop()
      if (!process.env.KEEP_LOGS) rmSync(logs, { recursive: true, force: true })
    },
  }
}

export type ScaledProduct = Awaited<ReturnType<typeof startScaledProduct>>
