import { createIngest } from '@carewatch/ingest/ingest'
import { createWakeRules } from '@carewatch/ingest/wake-rules'
import { listenToChanges } from '@carewatch/migrations/changes'
import { openTimescale } from '@carewatch/migrations/client'
import type { Aedes } from 'aedes'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createBroker, welcome } from './broker.ts'
import { openCluster } from './cluster.ts'
import { createCredentials } from './credentials.ts'
import type { Env } from './env.ts'
import { closeDoors, openDoors } from './listeners.ts'
import { createAudience, createTeller } from './live.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { createPresence } from './presence.ts'
import { createRenewal } from './renewal.ts'
import { createSessions, type Sessions } from './session.ts'
import { tendStalled } from './stalled.ts'
import { createUnregisteredLog } from './unregistered.ts'
import { watchSessions } from './watch-sessions.ts'

type Running = { close: () => Promise<void> }

/** The front door: devices in, ingest behind it, so that an acknowledgement can wait for the commit. */
export async function startFrontDoor(env: Env, log: Logger): Promise<Running> {
  const db = openTimescale(env.DATABASE_URL, 6)
  const sessions = createSessions()
  const metrics = createMetrics(sessions.count)
  const onError = (error: Error): void => log.warn({ err: error }, 'a neighbour did not answer')
  const onRetry = (error: Error): void => {
    metrics.retries.inc()
    onError(error)
  }

  const cluster = openCluster(env.REDIS_URL, onError)
  const { ingest, audience, bindTo, closeIngest } = composeIngest({
    env,
    db,
    metrics,
    cluster,
    onError,
    onRetry,
  })
  const broker = await createBroker({
    sessions,
    ingest,
    log,
    cluster: cluster.options,
    deviceRate: env.MQTT_DEVICE_RATE,
    credentials: createCredentials(db, env.SERVICE_SECRET),
    noteUnregistered: createUnregisteredLog(db, onError),
    onRefused: (reason) => metrics.refused.inc({ reason }),
  })
  const publish = publisher(broker)
  bindTo(publish)
  const presence = createPresence({ db, tell: publish, onError })
  await presence.reset()
  const onGone = watchSessions({ broker, sessions, audience, presence, db, onError })
  const unlisten = await renewOnChange({ env, db, sessions, onError })
  const endTending = tendStalled(sessions)
  const endMetrics = env.METRICS_PORT ? serveMetrics(metrics.registry, env.METRICS_PORT) : () => {}
  const doors = await openDoors(env, (socket) => {
    const client = welcome(broker, sessions, socket)
    socket.once('close', () => onGone(client))
  })

  return {
    close: async () => {
      endTending()
      endMetrics()
      const closing = closeDoors(doors)
      await new Promise<void>((closed) => broker.close(() => closed()))
      await closing
      await presence.close()
      await Promise.allSettled([closeIngest(), unlisten(), cluster.close()])
      await db.end()
    },
  }
}

type Publish = (topic: string, payload: string) => void

const publisher =
  (broker: Aedes): Publish =>
  (topic, payload) =>
    broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {})

type Composed = {
  env: Env
  db: pg.Pool
  metrics: ReturnType<typeof createMetrics>
  cluster: ReturnType<typeof openCluster>
  onError: (error: Error) => void
  onRetry: (error: Error) => void
}

/** Ingest tells through the broker, and the broker asks ingest: the teller is bound when both are there. */
function composeIngest({ env, db, metrics, cluster, onError, onRetry }: Composed) {
  const rules = createWakeRules({ databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, onError })
  const audience = createAudience()
  let publish: Publish = () => {}
  const hears = (topic: string): boolean => cluster.isShared || audience.hears(topic)
  const ingest = createIngest({
    db,
    wake: rules.wake,
    tell: createTeller(hears, (topic, payload) => publish(topic, payload)),
    onRejected: (reason) => metrics.rejected.inc({ reason }),
    onRetry,
  })
  return {
    ingest,
    audience,
    bindTo: (bound: Publish) => (publish = bound),
    closeIngest: async () => {
      await ingest.close()
      await rules.close()
    },
  }
}

function renewOnChange({
  env,
  db,
  sessions,
  onError,
}: Pick<Composed, 'env' | 'db' | 'onError'> & { sessions: Sessions }) {
  const renew = createRenewal(db)
  const onDevice = (id: string): void => {
    for (const client of sessions.clientsOf(Number(id))) {
      const session = sessions.of(client)
      if (session) renew(client, session).catch(onError)
    }
  }
  return listenToChanges(env.DATABASE_URL, { device_changed: onDevice }, () => {})
}
