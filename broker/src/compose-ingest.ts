import { createIngest, type IngestOptions } from '@carewatch/ingest/ingest'
import { createWakeRules } from '@carewatch/ingest/wake-rules'
import type { Tracing } from '@carewatch/platform/telemetry/tracing'
import type pg from 'pg'
import type { openCluster } from './cluster/redis.ts'
import type { Conflicts } from './identity/conflicts.ts'
import { followMessages } from './follow-messages.ts'
import { type Subscribers, createSubscribers, createLivePublisher } from './live/live.ts'
import type { Metrics } from './metrics.ts'
import { shareSubscribers } from './live/shared-subscribers.ts'

export type Publish = (topic: string, payload: string) => void

type Composed = {
  db: pg.Pool
  locationService: IngestOptions['locationService']
  nodeId: number
  metrics: Metrics
  conflicts: Conflicts
  tracing: Tracing | undefined
  cluster: ReturnType<typeof openCluster>
  onError: (error: Error) => void
  onRetry: (error: Error) => void
}

/** Ingest publishes through the broker, and the broker hands messages to ingest: `bindTo` connects them when both are there. */
export function composeIngest({
  db,
  locationService,
  nodeId,
  metrics,
  conflicts,
  tracing,
  cluster,
  onError,
  onRetry,
}: Composed) {
  const shared = cluster.bus && shareSubscribers(cluster.bus, nodeId)
  const subscribers: Subscribers = shared ?? createSubscribers()
  let publish: Publish = () => {}
  const ingest = createIngest({
    db,
    locationService,
    nodeId,
    wake: createWakeRules(db, onError),
    publishLive: createLivePublisher(subscribers.has, (topic, payload) => publish(topic, payload)),
    onRejected: metrics.onRejected,
    onStored: metrics.onStored,
    onPlaced: conflicts.onPlaced,
    follow: tracing && followMessages(tracing),
    onRetry,
  })
  return {
    ingest,
    subscribers,
    bindTo: (bound: Publish) => (publish = bound),
    closeIngest: async () => {
      shared?.close()
      await ingest.close()
      await tracing?.close()
    },
  }
}
