import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SmsSettings } from '@carewatch/contracts/sms'
import { TelegramSettings } from '@carewatch/contracts/telegram'
import { dataFolder, type Env } from './env.ts'
import { createPart, type Part } from './part.ts'
import type { Secrets } from './secrets.ts'
import { WEB_DIST } from './web-build.ts'

export const publicUrl = ({ PUBLIC_URL, HTTP_PORT }: Env): string =>
  PUBLIC_URL ?? `http://localhost:${HTTP_PORT}`
export const fleetFile = (env: Env): string => join(dataFolder(env), 'demo-fleet.json')

type World = {
  env: Env
  secrets: Secrets
  databaseUrl: string
  onCrash: (name: string, code: number | null) => void
}

/** Our processes in the order in which they start; they end in the opposite one. */
export function createParts({ env, secrets, databaseUrl, onCrash }: World): Part[] {
  const logs = join(dataFolder(env), 'logs')
  const part = (name: string, program: string[], own: Record<string, string | undefined>): Part =>
    createPart({ name, program, env: { LOG_LEVEL: env.LOG_LEVEL, ...own }, logs, onCrash })
  const shared = { DATABASE_URL: databaseUrl, REDIS_URL: env.REDIS_URL, SERVICE_SECRET: secrets.service }
  const mqttUrl = `mqtt://127.0.0.1:${env.MQTT_PORT}`
  /** Who writes to people: the engine of their alarms, the interface of their accounts. */
  const post = {
    PUBLIC_URL: publicUrl(env),
    VAPID_PUBLIC_KEY: secrets.push.publicKey,
    VAPID_PRIVATE_KEY: secrets.push.privateKey,
    SMTP_URL: env.SMTP_URL,
    MAIL_FROM: env.MAIL_FROM,
    ...TelegramSettings.parse(env),
    ...SmsSettings.parse(env),
  }

  const parts = [
    part('front-door', ['broker/src/main.ts'], {
      ...shared,
      HOST: env.HOST,
      MQTT_PORT: String(env.MQTT_PORT),
      MQTTS_PORT: String(env.MQTTS_PORT),
      TLS_CERT: env.TLS_CERT,
      TLS_KEY: env.TLS_KEY,
      MQTT_DEVICE_RATE: env.MQTT_DEVICE_RATE?.toString(),
    }),
    part('rules-engine', ['rules-engine/src/main.ts'], {
      ...shared,
      ...post,
      MQTT_URL: mqttUrl,
    }),
    part('api', ['api/src/main.ts'], {
      ...shared,
      HOST: env.HOST,
      HTTP_PORT: String(env.HTTP_PORT),
      JWT_SECRET: env.JWT_SECRET ?? secrets.jwt,
      MQTT_URL: mqttUrl,
      WEB_DIST,
      DATA_DIR: dataFolder(env),
      ...post,
      MAP_STYLE_URL: env.MAP_STYLE_URL,
      TRUST_PROXY: env.TRUST_PROXY,
      PASSWORD_PROFILE: env.PASSWORD_PROFILE,
    }),
  ]
  if (env.DEMO === false || !existsSync(fleetFile(env))) return parts
  const fleet = ['simulator/src/main.ts', '--url', mqttUrl, '--credentials', fleetFile(env)]
  return [...parts, part('demo-fleet', fleet, { SERVICE_SECRET: secrets.service })]
}
