import { openTimescale } from '@carewatch/platform/database/client'
import { answers, createHealth } from '@carewatch/platform/telemetry/health'
import { serveTelemetry } from '@carewatch/platform/telemetry/serve'
import { openTracing } from '@carewatch/platform/telemetry/tracing'
import type { Aedes, Client } from 'aedes'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createBroker } from './mqtt/broker.ts'
import { composeIngest, type Publish } from './compose-ingest.ts'
import { openCluster } from './cluster/redis.ts'
import { followChanges } from './changes/changes.ts'
import { createCredentials } from './auth/credentials.ts'
import { createDevicePolicy } from './mqtt/device-policy.ts'
import { openListeners } from './listeners.ts'
import { createUnknownConnections } from './listeners/unknown-connections.ts'
import type { Env } from './env.ts'
import { shutDownGracefully } from './graceful-shutdown.ts'
import { createConflicts } from './identity/conflicts.ts'
import { createNetworkLog } from './identity/network-log.ts'
import { createMetrics } from './metrics.ts'
import { createCommitHealth } from './commit-health.ts'
import { createSessions } from './auth/sessions.ts'
import { registerNode, holdNodeLease } from './cluster/node-lease.ts'
import { keepStalledAlive } from './mqtt/keep-alive.ts'
import { createTcpConnections } from './tcp/connections.ts'
import { createAuthentication } from './tcp/authentication.ts'
import { createUnregisteredLog } from './auth/unregistered.ts'
import { openLines } from './programs/lines.ts'
import { createPrograms } from './programs/programs.ts'
import { watchSessions } from './mqtt/session-events.ts'

type Running = { close: () => Promise<void> }

/** A broker node: devices connect to it, and ingest runs in it, so that an acknowledgement can wait for the commit. */
// oxlint-disable-next-line eslint/max-lines-per-function -- the table of contents: what a node is made of, in its order.
export async function startBrokerNode(env: Env, log: Logger, now = Date.now): Promise<Running> {
  const db = openTimescale(env.DATABASE_URL, 6)
  const nodeId = await registerNode(db)
  const [sessions, tcpConnections] = [createSessions(), createTcpConnections()]
  const unknown = createUnknownConnections()
  const metrics = createMetrics({ sessions, tcpConnections, unknown, certificate: env.TLS_CERT })
  const onError = (error: Error): void => log.warn({ err: error }, 'the database or Redis did not answer')
  const { onRetry, isStoring } = createCommitHealth(() => metrics.onRetry(), onError)

  const cluster = openCluster(env.REDIS_URL, onError)
  const tracing = await openTracing('broker', env)
  const conflicts = createConflicts({ db, onError, now })
  const common = { db, nodeId, onError, onRetry, locationService: locationServiceOf(env, log) }
  const composed = composeIngest({ ...common, metrics, conflicts, tracing, cluster })
  const { ingest, subscribers, bindTo, closeIngest } = composed
  const noteUnregistered = createUnregisteredLog(db, onError)
  const { onRefused } = metrics
  const { MQTT_DEVICE_RATE: deviceRate, DATABASE_URL: databaseUrl } = env
  const policy = createDevicePolicy({
    sessions,
    ingest,
    db,
    onRetry,
    log,
    deviceRate,
    credentials: createCredentials(db, env.SERVICE_SECRET, nodeId),
    conflicts,
    noteNetwork: createNetworkLog(db, onError),
    noteUnregistered,
    onRefused,
    onAcknowledged: metrics.acknowledgedAt('mqtt'),
    programs: () => programs,
  })
  const broker = await createBroker({ policy, log, cluster: cluster.options })
  const publish = publisher(broker, cluster.isClogged)
  bindTo(publish)
  const programs = createPrograms({ lines: await openLines({ broker, nodeId, publish }), onRefused })
  programs.follow(broker)
  const here = { db, nodeId, sessions, tcpConnections, ingest, conflicts, onError }
  const { sendCommandsTo, renewTcp, unlisten } = await followChanges({ ...here, databaseUrl })
  const isShared = cluster.bus !== undefined
  const lease = await holdNodeLease({ ...here, isShared, publish, renewTcp, onTakenOver: sendCommandsTo })
  const { presence } = lease
  const onDeviceGone = watchSessions({ ...here, broker, subscribers, presence, onDeaf: cluster.onDeaf })
  const onGone = (client: Client): void => {
    programs.gone(client)
    onDeviceGone(client)
  }
  const endKeepAlive = keepStalledAlive(sessions)
  const authentication = createAuthentication({ ...here, presence, renewTcp, noteUnregistered, onRefused })
  const onAcknowledged = metrics.acknowledgedAt('tcp')
  const context = { ingest, authentication, unknown, deviceRate, onRefused, onAcknowledged, onError }
  const listeners = await openListeners({ env, broker, policy, onGone, context, log })
  const health = createNodeHealth(db, isStoring)
  const telemetry = await serveTelemetry(env, { registry: metrics.registry, health })

  /** First nobody new, then everybody out in good order, then the rest. */
  async function close(): Promise<void> {
    health.drain()
    await shutDownGracefully({ sessions, listeners, lease, drainSeconds: env.DRAIN_SECONDS })
    lease.end()
    endKeepAlive()
    programs.close()
    await new Promise<void>((closed) => broker.close(() => closed()))
    await presence.close()
    await Promise.allSettled([closeIngest(), unlisten(), cluster.close()])
    await db.end()
    await telemetry.close()
  }
  return { close }
}

/** Who is asked where cells and networks are; its address may hold a key, so it is in no log. */
const locationServiceOf = (env: Env, log: Logger) =>
  env.LOCATION_SERVICE_URL === undefined
    ? undefined
    : {
        url: env.LOCATION_SERVICE_URL,
        isPublic: env.LOCATION_SERVICE_PUBLIC,
        onRest: (reason: string) => log.warn({ reason }, 'the location service is not asked for a minute'),
      }

const createNodeHealth = (db: pg.Pool, isStoring: () => boolean) =>
  createHealth(async () => ({
    database: await answers(() => db.query('select 1')),
    storing: isStoring(),
  }))

const publisher =
  (broker: Aedes, isClogged: () => boolean): Publish =>
  (topic, payload) => {
    if (!isClogged())
      broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {})
  }
