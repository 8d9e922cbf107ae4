import { setTimeout as wait } from 'node:timers/promises'
import { createPart, type Part } from '../part.ts'
import type { ServiceUrls } from '../service-urls.ts'
import { startBalancer } from './balancer.ts'
import { createPorts, type BrokerPorts, type PublicPorts } from './ports.ts'

export type TwoOfEach = {
  serviceUrls: ServiceUrls
  redisUrl: string
  haproxy: string
  host?: string
  /** Where the balancer listens; chosen, where nobody says. */
  at?: PublicPorts
  /** What every part is told beside its addresses. */
  env: Record<string, string | undefined>
  logs: string
  drainSeconds: number
  onCrash?: (name: string, code: number | null) => void
}

const LAST_WORK_MS = 6_000
const READY_WITHIN_MS = 20_000

type Places = { at: PublicPorts; brokersAt: readonly BrokerPorts[]; apisAt: readonly number[] }

function createParts(options: TwoOfEach, { at, brokersAt, apisAt }: Places) {
  const { serviceUrls, redisUrl, logs, drainSeconds } = options
  const shared = {
    ...options.env,
    HOST: '127.0.0.1',
    REDIS_URL: redisUrl,
    DRAIN_SECONDS: String(drainSeconds),
    MQTT_URL: `mqtt://127.0.0.1:${at.mqtt}`,
    TRUST_PROXY: '127.0.0.1',
  }
  const part = (name: string, program: string, own: Record<string, string> = {}): Part =>
    createPart({
      name,
      program: [program],
      env: { ...shared, ...own },
      logs,
      endMs: drainSeconds * 1_000 + LAST_WORK_MS,
      onCrash: options.onCrash ?? (() => {}),
    })
  const brokers = brokersAt.map(({ mqtt, mqtts, watch, health }, index) =>
    part(`broker-${index + 1}`, 'broker/src/main.ts', {
      DATABASE_URL: serviceUrls.broker,
      MQTT_PORT: String(mqtt),
      MQTTS_PORT: String(mqtts),
      WATCH_PORT: options.env['WATCH_PORT'] ?? String(watch),
      METRICS_PORT: String(health),
      PROXY_PROTOCOL: 'true',
    }),
  )
  const engines = [1, 2].map((number) =>
    part(`rules-engine-${number}`, 'rules-engine/src/main.ts', { DATABASE_URL: serviceUrls.rules }),
  )
  const apis = apisAt.map((port, index) =>
    part(`api-${index + 1}`, 'api/src/main.ts', { DATABASE_URL: serviceUrls.api, HTTP_PORT: String(port) }),
  )
  return { brokers, engines, apis }
}

/** Two brokers, two rules-engines, two apis and a balancer in front of them, on this machine, with a database and a Redis that are there. */
export async function openTwoOfEach(options: TwoOfEach) {
  const { haproxy, host = '127.0.0.1', logs } = options
  const ports = createPorts(options.at)
  const at = options.at ?? (await ports.ofBalancer())
  const brokersAt = [await ports.ofBroker(), await ports.ofBroker()]
  const apisAt = [await ports.next(), await ports.next()]
  const { brokers, engines, apis } = createParts(options, { at, brokersAt, apisAt })

  const balancer = await startBalancer({ haproxy, host, at, brokers: brokersAt, apis: apisAt, logs })
  async function close(): Promise<void> {
    await Promise.all([...apis, ...engines].map(({ stop }) => stop()))
    await Promise.all(brokers.map(({ stop }) => stop()))
    await balancer.stop()
  }

  const httpUrl = `http://127.0.0.1:${at.http}`
  const apiUrls = apisAt.map((port) => `http://127.0.0.1:${port}`)
  try {
    await Promise.all(brokers.map(({ start }) => start()))
    await Promise.all([...engines, ...apis].map(({ start }) => start()))
    for (const url of [...apiUrls, httpUrl]) await untilReady(url)
  } catch (error) {
    await close()
    throw error
  }

  return {
    brokers,
    engines,
    apis,
    at,
    mqttUrl: `mqtt://127.0.0.1:${at.mqtt}`,
    httpUrl,
    /** Each on its own, past the balancer. */
    brokerUrls: brokersAt.map(({ mqtt }) => `mqtt://127.0.0.1:${mqtt}`),
    apiUrls,
    close,
  }
}

/** An api is ready when its line to a broker is up, and the balancer knows of it a second later. */
async function untilReady(url: string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  const isReady = () =>
    fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (Date.now() > until) throw new Error(`${url} is not ready`)
    await wait(100)
  }
}

export type OpenTopology = Awaited<ReturnType<typeof openTwoOfEach>>
