import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createPart } from '@carewatch/launcher/part'
import { freePort } from '@carewatch/launcher/ports'
import { startBotApi } from '@carewatch/simulator/providers/bot-api/bot-api'
import { ask } from './ask.ts'
import { withClock } from './clock.ts'
import { makeFixture, NURSE } from './fixture.ts'
import type { PartName } from './memory.ts'
import { openPostgres } from './postgres.ts'
import { openRedis } from './redis.ts'
import { openScreen } from './screen.ts'
import { envOfParts, openProxies } from './wiring.ts'

const WATCHES = 16_000

export type EnvironmentOptions = {
  /** Every part's clock can be set: see `setClock`. */
  withClocks?: boolean
  /** Queues and sessions on a Redis of the stage's own. */
  withRedis?: boolean
  /** Where PostgreSQL keeps its files; unset: a folder of its own. */
  postgresHome?: string
  /** What one part has beside what all have. */
  env?: Partial<Record<PartName, Record<string, string>>>
}

/** Stages that several cases share. */
export const sharedEnvironments = {
  usual: {},
  redis: { withRedis: true },
  clocks: { withClocks: true },
} satisfies Record<string, EnvironmentOptions>
export type EnvironmentName = keyof typeof sharedEnvironments

export const partNames = ['broker', 'rulesEngine', 'api'] as const
const programs: Record<PartName, string> = {
  broker: 'broker/src/main.ts',
  rulesEngine: 'rules-engine/src/main.ts',
  api: 'api/src/main.ts',
}

type Closing = () => unknown

/** Opens what everything stands on; `toClose` holds what is open so far, newest first. */
async function openBase({ withRedis, postgresHome }: EnvironmentOptions, toClose: Closing[]) {
  const postgres = await openPostgres(postgresHome)
  toClose.unshift(postgres.close)
  const bot = await startBotApi()
  toClose.unshift(bot.close)
  const redis = withRedis ? await openRedis() : undefined
  toClose.unshift(async () => redis?.close())
  const ports = {
    mqtt: await freePort(),
    brokerHealth: await freePort(),
    http: await freePort(),
    watch: await freePort(),
    postgres: postgres.port,
    redis: redis?.port,
  }
  const proxies = await openProxies(ports)
  toClose.unshift(() => Promise.all(Object.values(proxies).map((line) => line.close())))
  return { postgres, bot, redis, ports, proxies }
}
type Base = Awaited<ReturnType<typeof openBase>>

async function startParts(
  ground: Base,
  { env = {}, withClocks = false }: EnvironmentOptions,
  toClose: Closing[],
) {
  const logs = mkdtempSync(join(tmpdir(), 'faults-logs-'))
  toClose.push(() => rmSync(logs, { recursive: true, force: true }))
  const own = envOfParts(ground)
  const clockOf = (name: PartName): string => join(logs, `${name}.clock`)
  const setClock = (name: PartName, minutes: number): void =>
    writeFileSync(clockOf(name), `${minutes < 0 ? '' : '+'}${minutes}m`)
  const make = (name: PartName) => {
    if (withClocks) setClock(name, 0)
    const clock = withClocks ? withClock(clockOf(name)) : {}
    const all = { ...own[name], ...clock, ...env[name] }
    return createPart({ name, program: [programs[name]], env: all, logs, onCrash: () => {} })
  }
  const parts = { broker: make('broker'), rulesEngine: make('rulesEngine'), api: make('api') }
  toClose.unshift(() => Promise.all(partNames.map((name) => parts[name].stop())))
  await parts.broker.start()
  await Promise.all([parts.rulesEngine.start(), parts.api.start()])
  return { parts, logs, setClock }
}

async function build(options: EnvironmentOptions, toClose: Closing[]) {
  const ground = await openBase(options, toClose)
  const { ports, proxies, postgres } = ground
  const { parts, logs, setClock } = await startParts(ground, options, toClose)
  const fixture = await makeFixture(postgres, WATCHES, {
    proxy: proxies['watches-broker'].port,
    broker: ports.mqtt,
  })
  const isReady = async () =>
    (await ask(ports.http, { path: '/api/health/ready' }).catch(() => undefined))?.status === 200
  while (!(await isReady())) await wait(50)
  const screen = await openScreen(proxies['browser-api'].port, NURSE)
  toClose.unshift(() => screen.close())

  async function pidOf(name: PartName): Promise<number> {
    for (let pid = parts[name].pid(); ; pid = parts[name].pid()) {
      if (pid !== undefined) return pid
      await wait(10)
    }
  }
  return {
    ...ground,
    parts,
    setClock,
    fixture,
    screen,
    isReady,
    isBrokerReady: async () =>
      (await ask(ports.brokerHealth, { path: '/health/ready' }).catch(() => undefined))?.status === 200,
    pidOf,
    signal: async (name: PartName, signal: NodeJS.Signals): Promise<void> =>
      void process.kill(await pidOf(name), signal),
    /** What the parts wrote, for whoever looks into what went wrong. */
    keepLogs: (folder: string): void => cpSync(logs, folder, { recursive: true }),
  }
}

/** The whole product as it is started for people, every cable of it in our hands, and a nurse who looks at her board. */
export async function openEnvironment(options: EnvironmentOptions = {}) {
  const toClose: Closing[] = []
  const close = async (): Promise<void> => {
    for (const one of toClose.splice(0)) await one()
  }
  try {
    return { ...(await build(options, toClose)), close }
  } catch (error) {
    await close()
    throw error
  }
}
export type TestEnvironment = Awaited<ReturnType<typeof openEnvironment>>
