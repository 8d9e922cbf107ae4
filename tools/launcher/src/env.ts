import { existsSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { LocationServiceSettings } from '@carewatch/contracts/location-service'
import { PublicUrl } from '@carewatch/contracts/public-url'
import { RetentionSettings } from '@carewatch/contracts/retention'
import { missingSmsSettings, SmsSettings } from '@carewatch/contracts/sms'
import { TelegramSettings } from '@carewatch/contracts/telegram'
import { environmentOf, SECRETS } from '@carewatch/platform/environment'
import { z } from 'zod'

export const ROOT = join(import.meta.dirname, '../../..')
/** Where Node keeps what it has compiled: a process that starts again starts in half the time. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled')

/** Where most watches are told to call that speak plain TCP. */
export const USUAL_WATCH_PORT = 5_093

const port = z.coerce.number().int().min(1).max(65_535)
const database = z.url({ protocol: /^postgres(ql)?$/, error: 'takes a postgres:// address' }).optional()
const flag = z.stringbool({ error: 'takes true or false' })

const Env = z.object({
  DATA_DIR: z.string().default('.data'),
  HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: port.default(8080),
  MQTT_PORT: port.default(1883),
  MQTTS_PORT: port.default(8883),
  /** The broker's figures; the rules engine's and the interface's on the next two. */
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'takes an http(s):// address' })
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1, { error: 'takes a share from 0 to 1' }).optional(),
  WATCH_PORT: z
    .union([z.literal('off'), z.literal('usual'), port], { error: 'takes a port, or off' })
    .optional(),
  /** Where our own parts find the broker, in containers; `start` knows it. */
  MQTT_URL: z.url({ protocol: /^mqtts?$/, error: 'takes an mqtt:// address' }).optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  DATABASE_URL: database,
  /** Where the parts sign in by roles of their own; each as `DATABASE_URL` where it has none. */
  BROKER_DATABASE_URL: database,
  RULES_DATABASE_URL: database,
  API_DATABASE_URL: database,
  AUDITOR_DATABASE_URL: database,
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'takes a redis:// address' }).optional(),
  ARCHIVE_STATE: z.string().optional(),
  DEMO: flag.optional(),
  ADMIN_EMAIL: z.email({ error: 'takes an e-mail address' }).optional(),
  ADMIN_PASSWORD: z.string().min(8, { error: 'takes a password of 8 characters or more' }).optional(),
  JWT_SECRET: z.string().min(32, { error: 'takes 32 characters or more' }).optional(),
  PUBLIC_URL: PublicUrl.optional(),
  DEVICE_HOST: z.string().min(1).max(253).optional(),
  MAP_STYLE_URL: z.url({ protocol: /^https?$/, error: 'takes an http(s):// address' }).optional(),
  MAP_FILE: z.string().optional(),
  MQTT_DEVICE_RATE: z.coerce.number().min(0, { error: 'takes messages a second, 0 for no limit' }).optional(),
  TRUST_PROXY: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'takes an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().optional(),
  ...TelegramSettings.shape,
  ...SmsSettings.shape,
  ...RetentionSettings.shape,
  ...LocationServiceSettings.shape,
  /** The interface reads it. */
  WEBHOOK_NETWORKS: z.string().optional(),
  COMPANY_ROLE: z.enum(['on', 'off'], { error: 'takes on or off' }).optional(),
  ADMIN_TWO_STEP: z.enum(['asked', 'offered'], { error: 'takes asked or offered' }).optional(),
  PASSWORD_PROFILE: z.enum(['standard', 'strict'], { error: 'takes standard or strict' }).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'takes fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

export type Env = z.output<typeof Env>

/** What an operator may set; where the parts find the broker `start` knows by itself. */
export const VARIABLES: string[] = Object.keys(Env.shape).filter((name) => name !== 'MQTT_URL')

/** The environment, with `.env` beneath it; throws one line that names the variable and what it takes. */
export function readEnv(from: NodeJS.ProcessEnv = process.env): Env {
  if (from === process.env && existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'))
  const given = environmentOf(from)
  if (from === process.env) takeSecrets(given)
  const env = Env.safeParse(given)
  if (!env.success) {
    const [issue] = env.error.issues
    throw new Error(`${issue?.path.join('.') ?? 'The environment'} ${issue?.message ?? 'is wrong'}`)
  }
  const [missing] = missingSmsSettings(env.data)
  if (missing) throw new Error(`${missing} is needed for SMS_PROVIDER=${env.data.SMS_PROVIDER}`)
  return env.data
}

/** What stands in files is read once: whoever looks into the environment later finds it there. */
function takeSecrets(given: Readonly<Record<string, string>>): void {
  for (const name of SECRETS) {
    if (given[name] !== undefined) process.env[name] = given[name]
    delete process.env[`${name}_FILE`]
  }
}

/** The map of streets, or where one will be. */
export const mapFileOf = (env: Pick<Env, 'DATA_DIR' | 'MAP_FILE'>): string =>
  env.MAP_FILE === undefined ? join(dataFolder(env), 'streets.pmtiles') : resolve(ROOT, env.MAP_FILE)

export const dataFolder = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string =>
  isAbsolute(DATA_DIR) ? DATA_DIR : join(ROOT, DATA_DIR)
