import { openTimescale } from '@carewatch/platform/database/client'
import { answers, createHealth } from '@carewatch/platform/telemetry/health'
import { serveTelemetry } from '@carewatch/platform/telemetry/serve'
import { openTracing } from '@carewatch/platform/telemetry/tracing'
import type { Aedes } from 'aedes'
import type { Logger } from 'pino'
import { createBroker } from './mqtt/broker.ts'
import { composeIngest, type Publish } from './compose-ingest.ts'
import { openCluster } from './cluster/redis.ts'
import { followChanges } from './changes/changes.ts'
import { createCredentials } from './auth/credentials.ts'
import { createDevicePolicy } from './mqtt/device-policy.ts'
import { openAllDoors } from './listeners.ts'
import type { Env } from './env.ts'
import { seeEverybodyOff } from './graceful-shutdown.ts'
import { createMetrics } from './metrics.ts'
import { createStoring } from './commit-health.ts'
import { createSessions } from './auth/sessions.ts'
import { enterAsDoor, standAsDoor } from './cluster/node-lease.ts'
import { tendStalled } from './mqtt/keep-alive.ts'
import { createLines } from './tcp/connections.ts'
import { createReception } from './tcp/authentication.ts'
import { createUnregisteredLog } from './auth/unregistered.ts'
import { watchSessions } from './mqtt/session-events.ts'

type Running = { close: () => Promise<void> }

/** The front door: devices in, ingest behind it, so that an acknowledgement can wait for the commit. */
export async function startFrontDoor(env: Env, log: Logger): Promise<Running> {
  const db = openTimescale(env.DATABASE_URL, 6)
  const doorId = await enterAsDoor(db)
  const sessions = createSessions()
  const lines = createLines()
  const metrics = createMetrics({ mqtt: sessions.count, tcp: lines.count, inFlight: sessions.inFlight })
  const onError = (error: Error): void => log.warn({ err: error }, 'a neighbour did not answer')
  const { onRetry, isStoring } = createStoring(() => metrics.onRetry(), onError)

  const cluster = openCluster(env.REDIS_URL, onError)
  const tracing = await openTracing('front-door', env)
  const composed = composeIngest({ env, db, doorId, metrics, tracing, cluster, onError, onRetry })
  const { ingest, audience, bindTo, closeIngest } = composed
  const noteUnregistered = createUnregisteredLog(db, onError)
  const { onRefused } = metrics
  const { MQTT_DEVICE_RATE: deviceRate } = env
  const policy = createDevicePolicy({
    sessions,
    ingest,
    db,
    onRetry,
    log,
    deviceRate,
    credentials: createCredentials(db, env.SERVICE_SECRET, doorId),
    noteUnregistered,
    onRefused,
    onAcknowledged: metrics.acknowledgedAt('mqtt'),
  })
  const broker = await createBroker({ policy, log, cluster: cluster.options })
  const publish = publisher(broker, cluster.isClogged)
  bindTo(publish)
  const here = { db, doorId, sessions, lines, ingest, onError }
  const { obey, unlisten } = await followChanges({ ...here, databaseUrl: env.DATABASE_URL })
  const isShared = cluster.line !== undefined
  const standing = await standAsDoor({ ...here, isShared, tell: publish, onTaken: obey })
  const { presence } = standing
  const onGone = watchSessions({ broker, sessions, audience, presence, ingest, db, onError })
  const endTending = tendStalled(sessions)
  const reception = createReception({ ...here, presence, noteUnregistered, onRefused })
  const onAcknowledged = metrics.acknowledgedAt('tcp')
  const talk = { ingest, reception, deviceRate, onRefused, onAcknowledged, onError }
  const doors = await openAllDoors({ env, broker, policy, onGone, talk, log })
  const health = createHealth(async () => ({
    database: await answers(() => db.query('select 1')),
    storing: isStoring(),
  }))
  const telemetry = await serveTelemetry(env, { registry: metrics.registry, health })

  /** First nobody new, then everybody out in good order, then what they leave behind. */
  async function close(): Promise<void> {
    health.drain()
    await seeEverybodyOff({ sessions, doors, standing, drainSeconds: env.DRAIN_SECONDS })
    standing.end()
    endTending()
    await new Promise<void>((closed) => broker.close(() => closed()))
    await presence.close()
    await Promise.allSettled([closeIngest(), unlisten(), cluster.close()])
    await db.end()
    await telemetry.close()
  }
  return { close }
}

const publisher =
  (broker: Aedes, isClogged: () => boolean): Publish =>
  (topic, payload) => {
    if (!isClogged())
      broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {})
  }
