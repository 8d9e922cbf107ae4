import type { BotApi } from '@carewatch/simulator/providers/bot-api/bot-api'
import { openLine } from './line.ts'
import type { PartName } from './memory.ts'
import type { Postgres } from './postgres.ts'

export const SERVICE_SECRET = 'a-secret-between-our-services'
const NOWHERE = 1

export type Ports = {
  brokerHealth: number
  mqtt: number
  http: number
  watch: number
  postgres: number
  redis: number | undefined
}

/** Every cable of the product, by what it joins. */
export async function openLines({ mqtt, http, postgres, redis = NOWHERE }: Ports) {
  return {
    'watches-door': await openLine(mqtt),
    'door-database': await openLine(postgres),
    'engine-database': await openLine(postgres),
    'api-database': await openLine(postgres),
    'engine-door': await openLine(mqtt),
    'api-door': await openLine(mqtt),
    'browser-api': await openLine(http),
    'door-redis': await openLine(redis),
    'engine-redis': await openLine(redis),
  }
}
export type Lines = Awaited<ReturnType<typeof openLines>>
export type LineName = keyof Lines

type Wiring = { ports: Ports; lines: Lines; postgres: Postgres; bot: BotApi }
type Env = Record<string, string>

/** What each part is started with: the settings of the launcher, with our lines for its neighbours. */
export function environments({ ports, lines, postgres, bot }: Wiring): Record<PartName, Env> {
  const common = { SERVICE_SECRET, LOG_LEVEL: 'warn', PUBLIC_URL: `http://127.0.0.1:${ports.http}` }
  const telegram = { TELEGRAM_BOT_TOKEN: bot.token, TELEGRAM_API_URL: bot.url }
  const database = (line: LineName): Env => ({ DATABASE_URL: postgres.urlThrough(lines[line].port) })
  const queues = (line: LineName): Env =>
    ports.redis ? { REDIS_URL: `redis://127.0.0.1:${lines[line].port}` } : {}
  const broker = (line: LineName): Env => ({ MQTT_URL: `mqtt://127.0.0.1:${lines[line].port}` })
  return {
    broker: {
      ...common,
      ...database('door-database'),
      ...queues('door-redis'),
      MQTT_PORT: String(ports.mqtt),
      WATCH_PORT: String(ports.watch),
      METRICS_PORT: String(ports.brokerHealth),
    },
    rulesEngine: {
      ...common,
      ...telegram,
      ...database('engine-database'),
      ...queues('engine-redis'),
      ...broker('engine-door'),
    },
    api: {
      ...common,
      ...telegram,
      ...database('api-database'),
      ...broker('api-door'),
      HTTP_PORT: String(ports.http),
      JWT_SECRET: 'a-secret-that-only-this-matrix-knows',
    },
  }
}
