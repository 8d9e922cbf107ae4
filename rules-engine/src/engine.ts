import { QUEUES } from '@carewatch/contracts/jobs'
import { listenToChanges } from '@carewatch/migrations/changes'
import { openTimescale } from '@carewatch/migrations/client'
import { migrateQueues, openQueues } from '@carewatch/migrations/queues'
import { connect } from 'mqtt'
import type { Logger } from 'pino'
import { createSenders } from './deliveries/senders.ts'
import { createDeviceBook } from './device-book.ts'
import { createDispatch } from './dispatch.ts'
import type { Env } from './env.ts'
import { createJudgeConnection } from './judge-connection.ts'
import { createJudging } from './judging.ts'
import { createRuleMemory } from './rule-memory.ts'
import { createTell } from './tell.ts'

const SWEEP_MS = 1_000
const CLOCK_MS = 10_000
const POST_CONNECTIONS = 4

/** Judges what ingest committed, and what the clock notices. Safe to kill at any moment, safe to run twice. */
export async function startEngine(env: Env, log: Logger): Promise<{ close: () => Promise<void> }> {
  const onError = (error: unknown): void => log.warn({ err: error }, 'will be tried again')
  const book = createDeviceBook()
  const memory = createRuleMemory()
  const judge = createJudgeConnection(env.DATABASE_URL, () => memory.forgetAll())
  const pool = openTimescale(env.DATABASE_URL, 2)
  const mqtt = connectToBroker(env, onError)
  const onQuarantine = (error: Error): void =>
    log.error({ err: error }, 'a batch could not be judged and was set aside')
  const judging = createJudging({ judge, pool, book, memory, tell: createTell(mqtt), onQuarantine })
  const post = openTimescale(env.DATABASE_URL, POST_CONNECTIONS)
  const dispatch = createDispatch({ db: post, senders: createSenders(env, post), log })
  const judgeUrgent = async (): Promise<void> => {
    await judging.judgeUrgent()
    dispatch.wake()
  }

  const settings = { databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL }
  await migrateQueues(settings)
  const queues = openQueues({ ...settings, onError })
  queues.worker(QUEUES.urgent, judgeUrgent)
  queues.worker(QUEUES.readings, judging.judgeReadings)
  const unlisten = await listenToChanges(
    env.DATABASE_URL,
    {
      device_changed: (id) => book.forget(Number(id)),
      company_changed: () => book.forgetAll(),
      user_changed: (uuid) => book.forgetOwnedBy(uuid),
      urgent_committed: () => void judgeUrgent().catch(onError),
    },
    () => book.forgetAll(),
  )

  // The queue is the fast path; whatever it forgot, the sweep finds.
  const sweep = setInterval(() => {
    void judgeAll(judging).catch(onError)
    dispatch.wake()
  }, SWEEP_MS)
  const clock = setInterval(() => void judging.lookAtClock().catch(onError), CLOCK_MS)
  await judgeAll(judging).catch(onError)

  return {
    close: async () => {
      clearInterval(sweep)
      clearInterval(clock)
      await queues.close()
      await judgeAll(judging).catch(onError)
      await dispatch.close()
      await Promise.allSettled([mqtt.endAsync(), unlisten(), judge.close(), pool.end(), post.end()])
    },
  }
}

async function judgeAll({ judgeUrgent, judgeReadings }: ReturnType<typeof createJudging>): Promise<void> {
  await Promise.all([judgeUrgent(), judgeReadings()])
}

function connectToBroker(env: Env, onError: (error: unknown) => void) {
  const mqtt = connect(env.MQTT_URL, {
    username: 'service/rules-engine',
    password: env.SERVICE_SECRET,
    clientId: `rules-engine-${process.pid}`,
    reconnectPeriod: 500,
    reconnectOnConnackError: true,
  })
  mqtt.on('error', onError)
  return mqtt
}
