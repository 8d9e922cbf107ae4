import { randomUUID } from 'node:crypto'
import { QUEUES } from '@carewatch/contracts/jobs'
import { DECIDE_EVERY_MS } from '@carewatch/contracts/rules/rooms/decide-room'
import { listenToChanges } from '@carewatch/platform/database/changes'
import { openTimescale } from '@carewatch/platform/database/client'
import { migrateQueues, openQueues } from '@carewatch/platform/queues'
import { answers, createHealth } from '@carewatch/platform/telemetry/health'
import { serveTelemetry } from '@carewatch/platform/telemetry/serve'
import { openTracing } from '@carewatch/platform/telemetry/tracing'
import { connect, type MqttClient } from 'mqtt'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createSenders } from './deliveries/channels/senders.ts'
import { createDispatch } from './deliveries/dispatch.ts'
import type { Env } from './env.ts'
import { measureBacklog } from './backlog-metrics.ts'
import { createJudgeConnection } from './evaluate/leader-connection.ts'
import { createJudging } from './evaluate/evaluation.ts'
import { followAlarms } from './alarms/trace-alarms.ts'
import { createKnowledge } from './evaluate/cache.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createRetention } from './schedule/retention.ts'
import { countFound } from './evaluate/poison-batches.ts'
import { createTell } from './alarms/publish.ts'
import { createTellAgain } from './alarms/republish.ts'
import { createTidying } from './schedule/cleanup.ts'

const SWEEP_MS = 1_000
const CLOCK_MS = 10_000
const TIDY_MS = 60_000
const POST_CONNECTIONS = 4

/** Judges what ingest committed, and what the clock notices. Safe to kill at any moment, safe to run twice. */
export async function startEngine(env: Env, log: Logger): Promise<{ close: () => Promise<void> }> {
  const onError = (error: unknown): void => log.warn({ err: error }, 'will be tried again')
  const knowledge = createKnowledge()
  const judge = createJudgeConnection(env.DATABASE_URL, knowledge.onLost)
  const pool = openTimescale(env.DATABASE_URL, 2)
  const mqtt = connectToBroker(env, onError)
  const metrics = createMetrics()
  const tell = metrics.countTold(createTell(mqtt))
  const { onJudged, onSettled } = metrics
  const outcry = cryOut(log, metrics)
  const tracing = await openTracing('rules-engine', env)
  const follow = tracing && followAlarms(tracing)
  const { onUnsure, tellAgain } = createTellAgain(pool, tell)
  const judging = createJudging({ judge, pool, ...knowledge, tell, ...outcry, onJudged, onUnsure, follow })
  const tidy = createTidying({ judge, pool, forget: createRetention(env) })
  const post = openTimescale(env.DATABASE_URL, POST_CONNECTIONS)
  const dispatch = createDispatch({ db: post, senders: createSenders(env, post), log, onSettled })
  const judgeUrgent = async (): Promise<void> => {
    await judging.judgeUrgent()
    dispatch.wake()
  }

  await countFound(pool)
  // Before whatever else waits, which may be what ended the engine before.
  await judgeUrgent().catch(onError)
  const settings = { databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL }
  await migrateQueues(settings)
  const queues = openQueues({ ...settings, onError })
  queues.worker(QUEUES.urgent, judgeUrgent)
  queues.worker(QUEUES.readings, judging.judgeReadings)
  const unlisten = await listenToChanges(
    env.DATABASE_URL,
    { ...knowledge.listeners, urgent_committed: () => void judgeUrgent().catch(onError) },
    knowledge.onGap,
  )

  // The queue is the fast path; whatever it forgot, the sweep finds.
  const sweep = (): void => {
    void judgeAll(judging).then(tellAgain).catch(onError)
    dispatch.wake()
  }
  const timers = [
    setInterval(sweep, SWEEP_MS),
    setInterval(() => void judging.lookAtClock().catch(onError), CLOCK_MS),
    setInterval(() => void judging.lookAtRooms().catch(onError), DECIDE_EVERY_MS),
    setInterval(() => void tidy().catch(onError), TIDY_MS),
  ]
  await judgeAll(judging).then(tellAgain).catch(onError)
  const { health, telemetry } = await tellOfOurselves(env, metrics, { post, mqtt })

  return {
    close: async () => {
      health.drain()
      for (const timer of timers) clearInterval(timer)
      await queues.close()
      await judgeAll(judging).catch(onError)
      await dispatch.close()
      await Promise.allSettled([mqtt.endAsync(), unlisten(), judge.close(), pool.end(), post.end()])
      await Promise.allSettled([telemetry.close(), tracing?.close()])
    },
  }
}

/** Somebody must look at what cannot be judged. */
const cryOut = (log: Logger, metrics: Metrics) => ({
  onQuarantine: (error: Error): void => {
    metrics.onQuarantine()
    log.error({ err: error }, 'a batch could not be judged and was set aside')
  },
  onHeld: (error: Error): void => log.error({ err: error }, 'a batch cannot be judged and waits'),
})

/** Figures and health, for whoever watches over us. */
async function tellOfOurselves(
  env: Env,
  { registry }: Metrics,
  { post, mqtt }: { post: pg.Pool; mqtt: MqttClient },
) {
  measureBacklog(registry, post)
  const health = createHealth(async () => ({
    database: await answers(() => post.query('select 1')),
    broker: mqtt.connected,
  }))
  return { health, telemetry: await serveTelemetry(env, { registry, health }) }
}

async function judgeAll({ judgeUrgent, judgeReadings }: ReturnType<typeof createJudging>): Promise<void> {
  await Promise.all([judgeUrgent(), judgeReadings()])
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
