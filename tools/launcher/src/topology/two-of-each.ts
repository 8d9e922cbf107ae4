import { setTimeout as wait } from 'node:timers/promises'
import { createPart, type Part } from '../part.ts'
import { startBalancer } from './balancer.ts'
import { createPorts, type DoorPorts, type PublicPorts } from './ports.ts'

export type TwoOfEach = {
  databaseUrl: string
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

type Places = { at: PublicPorts; doorsAt: readonly DoorPorts[]; apisAt: readonly number[] }

function createParts(options: TwoOfEach, { at, doorsAt, apisAt }: Places) {
  const { databaseUrl, redisUrl, logs, drainSeconds } = options
  const shared = {
    ...options.env,
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
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
  const doors = doorsAt.map(({ mqtt, mqtts, watch, health }, index) =>
    part(`front-door-${index + 1}`, 'broker/src/main.ts', {
      MQTT_PORT: String(mqtt),
      MQTTS_PORT: String(mqtts),
      WATCH_PORT: String(watch),
      METRICS_PORT: String(health),
      PROXY_PROTOCOL: 'true',
    }),
  )
  const engines = [1, 2].map((number) => part(`rules-engine-${number}`, 'rules-engine/src/main.ts'))
  const apis = apisAt.map((port, index) =>
    part(`api-${index + 1}`, 'api/src/main.ts', { HTTP_PORT: String(port) }),
  )
  return { doors, engines, apis }
}

/** Two front doors, two rules-engines, two apis and a balancer in front of them, on this machine, with a database and a Redis that are there. */
export async function openTwoOfEach(options: TwoOfEach) {
  const { haproxy, host = '127.0.0.1', logs } = options
  const ports = createPorts(options.at)
  const at = options.at ?? (await ports.ofBalancer())
  const doorsAt = [await ports.ofDoor(), await ports.ofDoor()]
  const apisAt = [await ports.next(), await ports.next()]
  const { doors, engines, apis } = createParts(options, { at, doorsAt, apisAt })

  const balancer = await startBalancer({ haproxy, host, at, doors: doorsAt, apis: apisAt, logs })
  async function close(): Promise<void> {
    await Promise.all([...apis, ...engines].map(({ stop }) => stop()))
    await Promise.all(doors.map(({ stop }) => stop()))
    await balancer.stop()
  }

  const httpUrl = `http://127.0.0.1:${at.http}`
  const apiUrls = apisAt.map((port) => `http://127.0.0.1:${port}`)
  try {
    await Promise.all(doors.map(({ start }) => start()))
    await Promise.all([...engines, ...apis].map(({ start }) => start()))
    for (const url of [...apiUrls, httpUrl]) await untilReady(url)
  } catch (error) {
    await close()
    throw error
  }

  return {
    doors,
    engines,
    apis,
    at,
    mqttUrl: `mqtt://127.0.0.1:${at.mqtt}`,
    httpUrl,
    /** Each on its own, past the balancer. */
    doorUrls: doorsAt.map(({ mqtt }) => `mqtt://127.0.0.1:${mqtt}`),
    apiUrls,
    close,
  }
}

/** An api is ready when its line to a front door is up, and the balancer knows of it a second later. */
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
