import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DECIDE_EVERY_MS } from '@carewatch/contracts/rules/rooms/whereabouts'
import { listenToChanges } from '@carewatch/platform/database/changes'
import { openTimescale } from '@carewatch/platform/database/client'
import { openQueues } from '@carewatch/platform/queues'
import { answers, createHealth } from '@carewatch/platform/telemetry/health'
import { serveTelemetry } from '@carewatch/platform/telemetry/serve'
import { openTracing, type Tracing } from '@carewatch/platform/telemetry/tracing'
import { connect } from 'mqtt'
import type { Logger } from 'pino'
import { createSenders } from './deliveries/channels/senders.ts'
import { createDispatch } from './deliveries/dispatch.ts'
import type { Env } from './env.ts'
import { measureArchive } from './archive-metrics.ts'
import { measureBacklog } from './backlog-metrics.ts'
import { createLeaderConnection } from './evaluate/leader-connection.ts'
import { createEvaluation } from './evaluation.ts'
import { traceAlarms } from './alarms/trace-alarms.ts'
import { createEngineCache } from './cache.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { createRetention } from './schedule/retention.ts'
import { countTries } from './evaluate/poison-batches.ts'
import { createPublisher } from './alarms/publish.ts'
import { createRepublisher } from './alarms/republish.ts'
import { createCleanup } from './schedule/cleanup.ts'
import { runJobs } from './schedule/run-jobs.ts'
import { createAuditSealer } from './schedule/seal-audit.ts'

const SWEEP_MS = 1_000
const CLOCK_MS = 10_000
const CLEANUP_MS = 60_000
const SEAL_MS = 5_000
const SCHEDULE_MS = 60_000
/** Where Redis or the broker is away their clients would wait for it; what is committed is evaluated all the same. */
const END_MS = 2_000
const DELIVERY_CONNECTIONS = 4

/** Evaluates what ingest committed, and what the clock notices. Safe to kill at any moment, safe to run twice. */
export async function startEngine(env: Env, log: Logger): Promise<{ close: () => Promise<void> }> {
  const onError = (error: unknown): void => log.warn({ err: error }, 'will be tried again')
  const tracing = await openTracing('rules-engine', env)
  const { evaluation, dispatch, ...parts } = createParts(env, { log, onError, tracing })
  const evaluateUrgent = async (): Promise<void> => {
    await evaluation.evaluateUrgent()
    dispatch.wake()
  }
  const evaluateAll = async (): Promise<void> => {
    await Promise.all([evaluation.evaluateUrgent(), evaluation.evaluateReadings()])
  }

  await countTries(parts.pool)
  // Before whatever else waits, which may be what ended the engine before.
  await evaluateUrgent().catch(onError)
  const settings = { databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL }
  const queues = openQueues({ ...settings, onError })
  const jobs = runJobs({ queues, pool: parts.jobPool, dispatch, publish: parts.publish })
  const changes = listenToChanges(
    env.DATABASE_URL,
    {
      ...parts.cache.listeners,
      urgent_committed: () => void evaluateUrgent().catch(onError),
      // Whoever is not the leader asks for the lead with the sweep, not with every batch.
      readings_committed: () => void (parts.leader.isHeld() && evaluation.evaluateReadings().catch(onError)),
    },
    { onGap: parts.cache.onGap, onError },
  )
  await changes.listening

  // Notifications and jobs are the fast path; whatever they forgot, the sweep finds.
  const sweep = (): void => {
    void evaluateAll().then(parts.republish).catch(onError)
    dispatch.wake()
  }
  const timers = [
    setInterval(sweep, SWEEP_MS),
    setInterval(() => void evaluation.watchClock().catch(onError), CLOCK_MS),
    setInterval(() => void jobs.cleanUpIfLate(Date.now()).catch(onError), CLOCK_MS),
    setInterval(() => void evaluation.decidePresences().catch(onError), DECIDE_EVERY_MS),
    setInterval(() => void parts.cleanUp().catch(onError), CLEANUP_MS),
    setInterval(() => void (parts.leader.isHeld() && parts.sealAudit().catch(onError)), SEAL_MS),
    setInterval(() => void jobs.keepSchedule().catch(onError), SCHEDULE_MS),
  ]
  void jobs.keepSchedule().catch(onError)
  await evaluateAll().then(parts.republish).catch(onError)
  const { health, telemetry } = await reportStatus(env, parts)

  return {
    close: async () => {
      health.drain()
      for (const timer of timers) clearInterval(timer)
      await within(END_MS, queues.close())
      await evaluateAll().catch(onError)
      await dispatch.close()
      await within(END_MS, Promise.allSettled([parts.close(), changes.close()]))
      await Promise.allSettled([telemetry.close(), tracing?.close()])
    },
  }
}

type Surroundings = { log: Logger; onError: (error: unknown) => void; tracing: Tracing | undefined }

const within = (ms: number, end: Promise<unknown>): Promise<unknown> =>
  Promise.race([end, wait(ms, undefined, { ref: false })])

/** What the engine is made of; nothing runs yet. */
function createParts(env: Env, { log, onError, tracing }: Surroundings) {
  const cache = createEngineCache()
  const leader = createLeaderConnection(env.DATABASE_URL, cache.onLost)
  const pool = openTimescale(env.DATABASE_URL, 2)
  // What makes room and keeps the house waits for locks and deletes for long: never on a connection that an SOS needs.
  const jobPool = openTimescale(env.DATABASE_URL, 2)
  const deliveryPool = openTimescale(env.DATABASE_URL, DELIVERY_CONNECTIONS)
  const mqtt = connectToBroker(env, onError)
  const metrics = createMetrics()
  const { onEvaluated, onSettled } = metrics
  const publish = metrics.countPublished(createPublisher(mqtt))
  const { onUnsure, republish } = createRepublisher(pool, publish)
  const evaluation = createEvaluation({
    ...cache,
    ...reportFailures(log, metrics),
    leader,
    pool,
    publish,
    onEvaluated,
    onUnsure,
    trace: tracing && traceAlarms(tracing),
  })
  const senders = createSenders(env, deliveryPool)
  const dispatch = createDispatch({ db: deliveryPool, senders, log, onSettled, publish })
  const cleanUp = createCleanup({ leader, pool: jobPool, forget: createRetention(env) })
  const sealAudit = oneAtATime(createAuditSealer(jobPool, log))
  const close = (): Promise<unknown> =>
    Promise.allSettled([mqtt.endAsync(), leader.close(), pool.end(), jobPool.end(), deliveryPool.end()])
  return {
    cache,
    leader,
    pool,
    jobPool,
    deliveryPool,
    mqtt,
    metrics,
    publish,
    republish,
    evaluation,
    dispatch,
    cleanUp,
    sealAudit,
    close,
  }
}
type Parts = ReturnType<typeof createParts>

/** Somebody must look at what cannot be evaluated. */
const reportFailures = (log: Logger, metrics: Metrics) => ({
  onDeadLetter: (error: Error): void => {
    metrics.onDeadLetter()
    log.error({ err: error }, 'a batch could not be evaluated and is a dead letter now')
  },
  onHeld: (error: Error): void => log.error({ err: error }, 'a batch cannot be evaluated and waits'),
})

/** Figures and health, for whoever watches over us. */
async function reportStatus(
  env: Env,
  { metrics, deliveryPool, mqtt }: Pick<Parts, 'metrics' | 'deliveryPool' | 'mqtt'>,
) {
  const { registry } = metrics
  measureBacklog(registry, deliveryPool)
  if (env.ARCHIVE_STATE !== undefined) measureArchive(registry, deliveryPool, env.ARCHIVE_STATE)
  const health = createHealth(async () => ({
    database: await answers(() => deliveryPool.query('select 1')),
    broker: mqtt.connected,
  }))
  return { health, telemetry: await serveTelemetry(env, { registry, health }) }
}

function connectToBroker(env: Env, onError: (error: unknown) => void) {
  const mqtt = connect(env.MQTT_URL, {
    username: 'service/rules-engine',
    password: env.SERVICE_SECRET,
    // In containers every engine is process 1.
    clientId: `rules-engine-${randomUUID()}`,
    reconnectPeriod: 500,
    // A line that died without a word is noticed by this alone, and alarms wait for it.
    keepalive: 5,
    connectTimeout: 5_000,
    reconnectOnConnackError: true,
  })
  mqtt.on('error', onError)
  return mqtt
}
