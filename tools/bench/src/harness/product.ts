import { freePort } from '@carewatch/launcher/ports'
import type { Service } from '@carewatch/platform/database/service-roles'
import { asService } from '@carewatch/platform/database/testing'
import { startChild, type Child } from './child.ts'

const SERVICE_SECRET = 'bench-service-secret'
const WEB_DIST = new URL('../../../../web/dist', import.meta.url).pathname

export type BrokerProcess = Child & { port: number; watchPort: number }

export async function startBroker(databaseUrl: string, execArgv: string[] = []): Promise<BrokerProcess> {
  const [port, watchPort] = [await freePort(), await freePort()]
  const env = {
    DATABASE_URL: asService(databaseUrl, 'broker'),
    SERVICE_SECRET,
    LOG_LEVEL: 'error',
    MQTT_PORT: String(port),
    WATCH_PORT: String(watchPort),
    // One generator stands for thousands of devices: the limit per device would measure itself.
    MQTT_DEVICE_RATE: '0',
  }
  return {
    ...(await startChild('broker/src/main.ts', env, execArgv)),
    port,
    watchPort,
  }
}

const freshPorts = async () => ({ httpPort: await freePort(), metricsPort: await freePort() })

const envOf = (mqttPort: number, httpPort: number) => ({
  SERVICE_SECRET,
  LOG_LEVEL: 'error',
  MQTT_URL: `mqtt://127.0.0.1:${mqttPort}`,
  JWT_SECRET: 'bench-token-secret-of-32-characters!',
  HTTP_PORT: String(httpPort),
  PUBLIC_URL: `http://localhost:${httpPort}`,
  WEB_DIST,
})

const startApi = (
  env: Record<string, string>,
  metricsPort: number,
  execArgv: string[] = [],
): Promise<Child> => startChild('api/src/main.ts', { ...env, METRICS_PORT: String(metricsPort) }, execArgv)

export type Interface = {
  httpPort: number
  /** Figures of the api, for Prometheus. */
  metricsPort: number
  /** Process ids by name. */
  parts: Record<string, number>
  end: () => Promise<void>
}

/** The interface alone, for what only reads: no broker answers it and no rules run beside it. */
export async function startInterface(databaseUrl: string): Promise<Interface> {
  const { httpPort, metricsPort } = await freshPorts()
  const env = { ...envOf(await freePort(), httpPort), DATABASE_URL: asService(databaseUrl, 'api') }
  const api = await startApi(env, metricsPort)
  return { httpPort, metricsPort, parts: { api: api.pid }, end: api.end }
}

export type Product = Interface & { mqttPort: number; children: Record<string, Child> }

/** The whole product as it is started for people: broker, rules and api on one database. */
export async function startProduct(
  databaseUrl: string,
  settings: Record<string, string> = {},
  execArgv: string[] = [],
): Promise<Product> {
  const broker = await startBroker(databaseUrl, execArgv)
  const { httpPort, metricsPort } = await freshPorts()
  const env = { ...envOf(broker.port, httpPort), ...settings }
  const as = (service: Service) => ({ ...env, DATABASE_URL: asService(databaseUrl, service) })
  const rules = await startChild('rules-engine/src/main.ts', as('rules'), execArgv)
  const api = await startApi(as('api'), metricsPort, execArgv)
  return {
    children: { broker: broker, rules, api },
    mqttPort: broker.port,
    httpPort,
    metricsPort,
    parts: { broker: broker.pid, rules: rules.pid, api: api.pid },
    end: async () => {
      for (const part of [api, rules, broker]) await part.end()
    },
  }
}
