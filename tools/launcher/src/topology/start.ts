import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SmsSettings } from '@carewatch/contracts/sms'
import { TelegramSettings } from '@carewatch/contracts/telegram'
import { Command } from 'commander'
import pc from 'picocolors'
import { claim } from '../doorstep.ts'
import { dataFolder, type Env, readEnv, USUAL_WATCH_PORT } from '../env.ts'
import { greeting } from '../greeting.ts'
import { findProgram } from '../installed.ts'
import { publicUrl } from '../parts.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { step } from '../progress.ts'
import { readSecrets, type Secrets } from '../secrets.ts'
import { buildWeb, isWebBuilt, WEB_DIST } from '../web-build.ts'
import { HAPROXY_PLACES } from './balancer.ts'
import { REDIS_PLACES, startRedis } from './redis.ts'
import { watchPortOf, withWatchPort } from '../watch-port.ts'
import { openTwoOfEach } from './two-of-each.ts'

new Command('start:scaled')
  .description(
    'Two of each behind HAProxy, with Redis, on this machine; set by the variables of .env.example',
  )
  .parse()

/** What docker-compose.yml starts, without Docker: two of each on this machine behind HAProxy, with a Redis. */
const toClose: (() => Promise<unknown>)[] = []
const DRAIN_SECONDS = 5

async function stop(code: number): Promise<never> {
  for (const close of toClose.splice(0)) await close().catch((error: unknown) => console.error(error))
  process.exit(code)
}

function need(places: readonly (string | undefined)[], name: string): string {
  const found = findProgram(places, name)
  if (!found) throw new Error(`${name} is not here and cannot be installed.`)
  return found
}

async function redisFor({ REDIS_URL }: Env, folder: string, logs: string): Promise<string> {
  if (REDIS_URL) return REDIS_URL
  const program = need(REDIS_PLACES, 'redis-server')
  const redis = await step('Redis', () => startRedis(program, { folder: join(folder, 'redis'), logs }))
  toClose.unshift(redis.stop)
  return redis.url
}

const output = (env: Env, secrets: Secrets, folder: string) => ({
  SERVICE_SECRET: secrets.service,
  JWT_SECRET: env.JWT_SECRET ?? secrets.jwt,
  VAPID_PUBLIC_KEY: secrets.push.publicKey,
  VAPID_PRIVATE_KEY: secrets.push.privateKey,
  PUBLIC_URL: publicUrl(env),
  SMTP_URL: env.SMTP_URL,
  MAIL_FROM: env.MAIL_FROM,
  ...TelegramSettings.parse(env),
  ...SmsSettings.parse(env),
  TLS_CERT: env.TLS_CERT,
  TLS_KEY: env.TLS_KEY,
  MQTT_DEVICE_RATE: env.MQTT_DEVICE_RATE?.toString(),
  LOCATION_SERVICE_URL: env.LOCATION_SERVICE_URL,
  LOCATION_SERVICE_PUBLIC: String(env.LOCATION_SERVICE_PUBLIC),
  DATA_DIR: folder,
  WEB_DIST,
  LOG_LEVEL: env.LOG_LEVEL,
})

async function start(): Promise<void> {
  const given = readEnv()
  const folder = dataFolder(given)
  const logs = join(folder, 'logs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const leave = claim(folder)
  toClose.push(async () => leave())
  const secrets = readSecrets(folder)
  if (!isWebBuilt()) await step('Web built', buildWeb)
  const redisUrl = await redisFor(given, folder, logs)
  const queues = { ...given, REDIS_URL: redisUrl }
  const { databaseUrl, serviceUrls } = await prepareDatabase(queues, secrets, (close) =>
    toClose.unshift(close),
  )
  const haproxy = need(HAPROXY_PLACES, 'haproxy')
  const env = await withWatchPort(given, databaseUrl)
  const watch = watchPortOf(env) ?? USUAL_WATCH_PORT
  const parts = await step('two of each', () =>
    openTwoOfEach({
      serviceUrls,
      redisUrl,
      haproxy,
      host: env.HOST,
      at: { http: env.HTTP_PORT, mqtt: env.MQTT_PORT, mqtts: env.MQTTS_PORT, watch },
      // Closed: the balancer's port leads nowhere.
      env: { ...output(env, secrets, folder), ...(env.WATCH_PORT === 'off' && { WATCH_PORT: 'off' }) },
      logs,
      drainSeconds: DRAIN_SECONDS,
      onCrash: (name, code) => console.log(`  ${pc.yellow('!')} ${name} ended (${code ?? 'killed'})`),
    }),
  )
  toClose.unshift(parts.close)
  for (const { name, pid } of [...parts.brokers, ...parts.engines, ...parts.apis])
    console.log(`    ${name.padEnd(16)} ${pc.dim(`process ${pid() ?? ''}`)}`)
  console.log(greeting(env))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
try {
  await start()
} catch (error) {
  console.error(
    `\n  ${pc.red('Carewatch did not start.')} ${error instanceof Error ? error.message : String(error)}\n`,
  )
  await stop(1)
}
