import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SmsSettings } from '@carewatch/contracts/sms'
import { TelegramSettings } from '@carewatch/contracts/telegram'
import { dataFolder, type Env, mapFileOf } from './env.ts'
import type { PartOptions } from './part.ts'
import { ownHost, shownHost } from './production/address.ts'
import type { Secrets } from './secrets.ts'
import type { ServiceUrls } from './service-urls.ts'
import { WEB_DIST } from './web-build.ts'

/** What stands in links where nothing was set. */
export const publicUrl = ({ PUBLIC_URL, HOST, HTTP_PORT }: Env): string =>
  PUBLIC_URL ?? `http://${shownHost(HOST)}:${HTTP_PORT}`
export const logsFolder = (env: Env): string => join(dataFolder(env), 'logs')
export const fleetFile = (env: Env): string => join(dataFolder(env), 'demo-fleet.json')

type Installation = {
  env: Env
  secrets: Secrets
  serviceUrls: ServiceUrls
}

/** A process of ours: its name, its program with arguments, and what it is told by the environment. */
export type PartDescription = Pick<PartOptions, 'name' | 'program' | 'env'>

/** What each of them takes. */
const everybodys = (env: Env) => ({
  LOG_LEVEL: env.LOG_LEVEL,
  OTEL_EXPORTER_OTLP_ENDPOINT: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_TRACES_SAMPLER_ARG: env.OTEL_TRACES_SAMPLER_ARG?.toString(),
})

/** What writes to people: the engine of their alarms, the interface of their accounts. */
const postOf = (env: Env, secrets: Secrets) => ({
  PUBLIC_URL: publicUrl(env),
  VAPID_PUBLIC_KEY: secrets.push.publicKey,
  VAPID_PRIVATE_KEY: secrets.push.privateKey,
  SMTP_URL: env.SMTP_URL,
  MAIL_FROM: env.MAIL_FROM,
  ...TelegramSettings.parse(env),
  ...SmsSettings.parse(env),
})

/** Where devices reach the broker, for whoever registers one. */
const deviceAddress = (env: Env) => ({
  DEVICE_HOST: env.DEVICE_HOST,
  MQTT_PORT: String(env.MQTT_PORT),
  MQTTS_PORT: env.TLS_CERT === undefined ? undefined : String(env.MQTTS_PORT),
  WATCH_PORT: env.WATCH_PORT?.toString(),
})

const retentionOf = (env: Env) => ({
  RETENTION_READINGS_DAYS: String(env.RETENTION_READINGS_DAYS),
  RETENTION_POSITIONS_DAYS: String(env.RETENTION_POSITIONS_DAYS),
  RETENTION_UNWORN_DAYS: String(env.RETENTION_UNWORN_DAYS),
})

/** Our processes in the order in which they start; they end in the opposite one. */
export function describeParts({ env, secrets, serviceUrls }: Installation): PartDescription[] {
  const part = (name: string, program: string[], own: PartDescription['env']): PartDescription => ({
    name,
    program,
    env: { ...everybodys(env), ...own },
  })
  const figuresAt = (index: number): string | undefined =>
    env.METRICS_PORT === undefined ? undefined : String(env.METRICS_PORT + index)
  const shared = { REDIS_URL: env.REDIS_URL, SERVICE_SECRET: secrets.service }
  const mqttUrl = `mqtt://${ownHost(env.HOST)}:${env.MQTT_PORT}`
  const post = postOf(env, secrets)

  const parts = [
    part('broker', ['broker/src/main.ts'], {
      ...shared,
      DATABASE_URL: serviceUrls.broker,
      HOST: env.HOST,
      MQTT_PORT: String(env.MQTT_PORT),
      MQTTS_PORT: String(env.MQTTS_PORT),
      WATCH_PORT: env.WATCH_PORT?.toString(),
      TLS_CERT: env.TLS_CERT,
      TLS_KEY: env.TLS_KEY,
      MQTT_DEVICE_RATE: env.MQTT_DEVICE_RATE?.toString(),
      LOCATION_SERVICE_URL: env.LOCATION_SERVICE_URL,
      LOCATION_SERVICE_PUBLIC: String(env.LOCATION_SERVICE_PUBLIC),
      METRICS_PORT: figuresAt(0),
    }),
    part('rules-engine', ['rules-engine/src/main.ts'], {
      ...shared,
      DATABASE_URL: serviceUrls.rules,
      ...post,
      MQTT_URL: mqttUrl,
      METRICS_PORT: figuresAt(1),
      ARCHIVE_STATE: env.ARCHIVE_STATE,
      ...retentionOf(env),
    }),
    part('api', ['api/src/main.ts'], {
      ...shared,
      DATABASE_URL: serviceUrls.api,
      HOST: env.HOST,
      HTTP_PORT: String(env.HTTP_PORT),
      JWT_SECRET: env.JWT_SECRET ?? secrets.jwt,
      MQTT_URL: mqttUrl,
      WEB_DIST,
      DATA_DIR: dataFolder(env),
      ...post,
      MAP_STYLE_URL: env.MAP_STYLE_URL,
      ...deviceAddress(env),
      MAP_FILE: mapFileOf(env),
      WEBHOOK_NETWORKS: env.WEBHOOK_NETWORKS,
      TRUST_PROXY: env.TRUST_PROXY,
      PASSWORD_PROFILE: env.PASSWORD_PROFILE,
      ADMIN_TWO_STEP: env.ADMIN_TWO_STEP,
      COMPANY_ROLE: env.COMPANY_ROLE,
      METRICS_PORT: figuresAt(2),
    }),
  ]
  if (env.DEMO === false || !existsSync(fleetFile(env))) return parts
  const fleet = ['tools/simulator/src/main.ts', '--url', mqttUrl, '--credentials', fleetFile(env)]
  return [...parts, part('demo-fleet', fleet, { SERVICE_SECRET: secrets.service })]
}
