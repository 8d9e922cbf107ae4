import type { Service } from '@carewatch/platform/database/service-roles'
import type { BotApi } from '@carewatch/simulator/providers/bot-api/bot-api'
import { openProxy } from './proxy.ts'
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
export async function openProxies({ mqtt, http, postgres, redis = NOWHERE }: Ports) {
  return {
    'watches-broker': await openProxy(mqtt),
    'broker-database': await openProxy(postgres),
    'engine-database': await openProxy(postgres),
    'api-database': await openProxy(postgres),
    'engine-broker': await openProxy(mqtt),
    'api-broker': await openProxy(mqtt),
    'browser-api': await openProxy(http),
    'broker-redis': await openProxy(redis),
    'engine-redis': await openProxy(redis),
  }
}
export type Proxies = Awaited<ReturnType<typeof openProxies>>
export type ProxyName = keyof Proxies

type Wiring = { ports: Ports; proxies: Proxies; postgres: Postgres; bot: BotApi }
type Env = Record<string, string>

/** What each part is started with: the settings of the launcher, with our lines for its neighbours. */
export function envOfParts({ ports, proxies, postgres, bot }: Wiring): Record<PartName, Env> {
  const common = { SERVICE_SECRET, LOG_LEVEL: 'warn', PUBLIC_URL: `http://127.0.0.1:${ports.http}` }
  const telegram = { TELEGRAM_BOT_TOKEN: bot.token, TELEGRAM_API_URL: bot.url }
  const database = (name: ProxyName, service: Service): Env => ({
    DATABASE_URL: postgres.urlThrough(proxies[name].port, service),
  })
  const queues = (name: ProxyName): Env =>
    ports.redis ? { REDIS_URL: `redis://127.0.0.1:${proxies[name].port}` } : {}
  const broker = (name: ProxyName): Env => ({ MQTT_URL: `mqtt://127.0.0.1:${proxies[name].port}` })
  return {
    broker: {
      ...common,
      ...database('broker-database', 'broker'),
      ...queues('broker-redis'),
      MQTT_PORT: String(ports.mqtt),
      WATCH_PORT: String(ports.watch),
      METRICS_PORT: String(ports.brokerHealth),
    },
    rulesEngine: {
      ...common,
      ...telegram,
      ...database('engine-database', 'rules'),
      ...queues('engine-redis'),
      ...broker('engine-broker'),
    },
    api: {
      ...common,
      ...telegram,
      ...database('api-database', 'api'),
      ...broker('api-broker'),
      HTTP_PORT: String(ports.http),
      JWT_SECRET: 'a-secret-that-only-this-matrix-knows',
    },
  }
}
