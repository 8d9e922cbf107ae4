import { createIngest } from '@carewatch/ingest/ingest'
import { createWakeRules } from '@carewatch/ingest/wake-rules'
import type { Tracing } from '@carewatch/platform/telemetry/tracing'
import type pg from 'pg'
import type { openCluster } from './cluster/redis.ts'
import type { Env } from './env.ts'
import { followMessages } from './follow-messages.ts'
import { type Audience, createAudience, createTeller } from './live/live.ts'
import type { Metrics } from './metrics.ts'
import { shareAudience } from './live/shared-subscribers.ts'

export type Publish = (topic: string, payload: string) => void

type Composed = {
  env: Env
  db: pg.Pool
  doorId: number
  metrics: Metrics
  tracing: Tracing | undefined
  cluster: ReturnType<typeof openCluster>
  onError: (error: Error) => void
  onRetry: (error: Error) => void
}

/** Ingest tells through the broker, and the broker asks ingest: the teller is bound when both are there. */
export function composeIngest({ env, db, doorId, metrics, tracing, cluster, onError, onRetry }: Composed) {
  const rules = createWakeRules({ databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, onError })
  const shared = cluster.line && shareAudience(cluster.line, doorId)
  const audience: Audience = shared ?? createAudience()
  let publish: Publish = () => {}
  const ingest = createIngest({
    db,
    doorId,
    wake: rules.wake,
    tell: createTeller(audience.hears, (topic, payload) => publish(topic, payload)),
    onRejected: metrics.onRejected,
    onStored: metrics.onStored,
    follow: tracing && followMessages(tracing),
    onRetry,
  })
  return {
    ingest,
    audience,
    bindTo: (bound: Publish) => (publish = bound),
    closeIngest: async () => {
      shared?.close()
      await ingest.close()
      await rules.close()
      await tracing?.close()
    },
  }
}
