import { PublicUrl } from '@carewatch/contracts/public-url'
import { SmsSettings } from '@carewatch/contracts/sms'
import { TelegramSettings } from '@carewatch/contracts/telegram'
import { environmentOf } from '@carewatch/platform/environment'
import { DrainEnv } from '@carewatch/platform/graceful-shutdown'
import { PushSettings } from '@carewatch/platform/credentials/push-keys'
import { TelemetryEnv } from '@carewatch/platform/telemetry/env'
import { z } from 'zod'
import { readNetworks } from './webhooks/receiver/networks.ts'

const Networks = z.string().transform((text, context) => {
  const networks = readNetworks(text)
  if (networks) return networks
  context.addIssue({ code: 'custom', message: 'takes networks' })
  return z.NEVER
})
const Port = z.coerce.number().int().min(0).max(65_535)

const Env = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  HOST: z.string().min(1).default('127.0.0.1'),
  HTTP_PORT: Port.default(8080),
  ...TelemetryEnv.shape,
  ...DrainEnv.shape,
  JWT_SECRET: z.string().min(32),
  MQTT_URL: z.url({ protocol: /^mqtts?$/ }).default('mqtt://127.0.0.1:1883'),
  SERVICE_SECRET: z.string().min(1),
  /** A folder on the disk that must not be full; unset, nobody watches it here. */
  DATA_DIR: z.string().min(1).optional(),
  /** The folder of the built web; absent, only the interface is served. */
  WEB_DIST: z.string().optional(),
  PUBLIC_URL: PublicUrl.default('http://localhost:8080'),
  /** A MapLibre style with streets; unset, the map is the shipped one. Its tiles, glyphs and pictures come from the same origin. */
  MAP_STYLE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A map of streets (PMTiles) that we serve ourselves; it need not be there yet. */
  MAP_FILE: z.string().min(1).optional(),
  ...PushSettings.shape,
  /** The name or address by which devices reach the broker; unset, the one under which the portal was opened. */
  DEVICE_HOST: z.string().min(1).max(253).optional(),
  /** The broker's ports, as devices see them. */
  MQTT_PORT: Port.default(1883),
  /** Unset: not over TLS. */
  MQTTS_PORT: Port.optional(),
  /** As the broker takes it: for watches over plain TCP. Unset, they are not let in. */
  WATCH_PORT: z.union([z.literal('off'), z.literal('usual'), Port]).optional(),
  /** Push services that may be written to; `*.` stands for any name before it, and another port than 443 stands behind it. */
  PUSH_HOSTS: z
    .string()
    .default('fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com'),
  /** Networks of the operator's own that webhooks may be sent to, plainly and at any port; none: to the internet alone, over TLS. */
  WEBHOOK_NETWORKS: Networks.default([]),
  /** Unset: nothing is mailed. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Carewatch <no-reply@localhost>'),
  ...TelegramSettings.shape,
  ...SmsSettings.shape,
  /** `strict`: passwords of 8 characters or more, and no common one for anybody. */
  PASSWORD_PROFILE: z.enum(['standard', 'strict']).default('standard'),
  /** `asked`: administrators need a second step of signing in. */
  ADMIN_TWO_STEP: z.enum(['asked', 'offered']).default('offered'),
  /** Whether the database too keeps companies apart; `off` behind a pooler that lends a connection for one transaction alone. */
  COMPANY_ROLE: z.enum(['on', 'off']).default('on'),
  /** Addresses of the proxies in front, whose word on who is calling is taken. */
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
export type Env = z.output<typeof Env>

const TAKES: Record<keyof Env, string> = {
  DATABASE_URL: 'a postgres:// address',
  HOST: 'the address to listen on',
  HTTP_PORT: 'a port number',
  METRICS_PORT: 'a port number',
  DRAIN_SECONDS: 'seconds, 600 at most',
  METRICS_HOST: 'the address where figures are asked for',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'the http(s):// address of a collector of traces',
  OTEL_TRACES_SAMPLER_ARG: 'a share from 0 to 1',
  JWT_SECRET: 'at least 32 characters',
  MQTT_URL: 'an mqtt:// address',
  SERVICE_SECRET: "the services' password for the broker",
  DATA_DIR: 'a folder',
  WEB_DIST: 'the folder of the built web',
  PUBLIC_URL: 'the address people open, with http:// or https://',
  MAP_STYLE_URL: 'the http(s):// address of a map style',
  MAP_FILE: 'a file, or where one will be',
  VAPID_PUBLIC_KEY: 'a public key of P-256 in base64url',
  VAPID_PRIVATE_KEY: 'a private key of P-256 in base64url',
  DEVICE_HOST: 'the name or address by which devices reach the broker',
  MQTT_PORT: 'a port number',
  MQTTS_PORT: 'a port number',
  WATCH_PORT: 'a port number, usual or off',
  WEBHOOK_NETWORKS: 'networks such as 10.1.0.0/16, separated by commas',
  PUSH_HOSTS: 'names of push services, separated by commas',
  SMTP_URL: 'an smtp:// or smtps:// address',
  MAIL_FROM: 'the address mail comes from',
  TELEGRAM_BOT_TOKEN: 'the token that @BotFather gave, digits:letters',
  TELEGRAM_API_URL: 'an http(s):// address',
  SMS_PROVIDER: 'twilio, vonage, smpp or webhook',
  SMS_FROM: 'a number or a name of at most 20 characters',
  SMS_API_URL: 'an http(s):// address',
  TWILIO_ACCOUNT_SID: "the account's id",
  TWILIO_AUTH_TOKEN: "the account's token",
  VONAGE_API_KEY: "the account's key",
  VONAGE_API_SECRET: "the account's secret",
  VONAGE_SIGNATURE_SECRET: 'the secret that signs what people reply',
  SMPP_URL: 'smpp://system:password@host:port',
  SMS_WEBHOOK_TOKEN: 'the bearer of the gateway',
  PASSWORD_PROFILE: 'standard or strict',
  ADMIN_TWO_STEP: 'asked or offered',
  COMPANY_ROLE: 'on or off',
  TRUST_PROXY: 'addresses or networks, separated by commas',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
}

/** Throws one line that names each wrong variable and what it takes; never its value. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = environmentOf(source)
  // By a role of its own, where it has one.
  const result = Env.safeParse({ ...given, DATABASE_URL: given['API_DATABASE_URL'] ?? given['DATABASE_URL'] })
  if (result.success) return result.data
  // Safe: a flat object's issues start with one of its own keys.
  const names = new Set(result.error.issues.map(({ path }) => path[0] as keyof Env))
  throw new Error([...names].map((name) => `${name} must be ${TAKES[name]}`).join('; '))
}
