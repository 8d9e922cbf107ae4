import { PublicUrl } from '@carewatch/contracts/public-url'
import { RetentionSettings } from '@carewatch/contracts/retention'
import { missingSmsSettings, SmsSettings } from '@carewatch/contracts/sms'
import { TelegramSettings } from '@carewatch/contracts/telegram'
import { environmentOf } from '@carewatch/platform/environment'
import { PushSettings } from '@carewatch/platform/credentials/push-keys'
import { TelemetryEnv } from '@carewatch/platform/telemetry/env'
import { z } from 'zod'

const Env = z.object({
  DATABASE_URL: z.url({ error: 'takes a PostgreSQL address, postgres://user:password@host:port/name' }),
  REDIS_URL: z.url().optional(),
  MQTT_URL: z.url({ error: 'takes the broker’s address, mqtt://host:port' }).default('mqtt://127.0.0.1:1883'),
  SERVICE_SECRET: z
    .string()
    .min(16, { error: 'takes the secret our own services sign in with, 16 characters or more' }),
  PUBLIC_URL: PublicUrl.default('http://localhost:8080'),
  ...PushSettings.shape,
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'takes the mail server’s address, smtp://user:password@host:port' })
    .optional(),
  MAIL_FROM: z.string().min(3).default('Carewatch <no-reply@localhost>'),
  ...TelegramSettings.shape,
  ...SmsSettings.shape,
  ...TelemetryEnv.shape,
  ...RetentionSettings.shape,
  /** Where the keeper of the database's archive writes how it is; unset, there is none. */
  ARCHIVE_STATE: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type Env = z.output<typeof Env>

export function readEnv(from: NodeJS.ProcessEnv = process.env): Env {
  const given = readEnvironment(from)
  // By a role of its own, where it has one.
  const env = Env.safeParse({ ...given, DATABASE_URL: given['RULES_DATABASE_URL'] ?? given['DATABASE_URL'] })
  if (!env.success) {
    const [issue] = env.error.issues
    return endWith(`${issue?.path.join('.') ?? 'Environment'} ${issue?.message ?? 'is wrong'}`)
  }
  const [missing] = missingSmsSettings(env.data)
  if (missing) return endWith(`${missing} is needed for SMS_PROVIDER=${env.data.SMS_PROVIDER}`)
  return env.data
}

function readEnvironment(from: NodeJS.ProcessEnv): Record<string, string> {
  try {
    return environmentOf(from)
  } catch (error) {
    return endWith(error instanceof Error ? error.message : String(error))
  }
}

function endWith(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
