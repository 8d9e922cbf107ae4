import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { systemFolder } from '@carewatch/launcher/embedded-postgres/reachable-binaries'
import { startBotApi } from '@carewatch/simulator/providers/bot-api/bot-api'
import { ask } from '../environment/ask.ts'
import { makeFixture, NURSE } from '../environment/fixture.ts'
import { openProxy } from '../environment/proxy.ts'
import { openScreen } from '../environment/screen.ts'
import { makeDatabase, openDatabase, until } from './database.ts'
import { openHealth } from './health.ts'
import { createMachine, type Machine } from './machine.ts'
import { type HostName, names, openNetwork } from './network.ts'

const WATCHES = 6_000

type Closing = () => unknown

const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres']).toString())

/** The machines with what Carewatch stands on, and a Telegram that they reach. */
async function openMachines(toClose: Closing[]) {
  const network = openNetwork()
  toClose.unshift(network.close)
  const home = mkdtempSync(join(systemFolder(), 'hosts-'))
  chmodSync(home, 0o755)
  toClose.push(() => rmSync(home, { recursive: true, force: true }))
  const bot = await startBotApi()
  toClose.unshift(bot.close)
  const telegram = await openProxy(Number(new URL(bot.url).port), { host: network.street })
  toClose.unshift(telegram.close)
  const hosted = {
    network,
    home,
    logs: join(home, 'logs'),
    postgres: { uid: idOf('-u'), gid: idOf('-g') },
    env: {
      LOG_LEVEL: 'info',
      DRAIN_SECONDS: '0',
      TELEGRAM_BOT_TOKEN: bot.token,
      TELEGRAM_API_URL: `http://${network.street}:${telegram.port}`,
    },
  }
  const machines = Object.fromEntries(names.map((name) => [name, createMachine(name, hosted)])) as Record<
    HostName,
    Machine
  >
  toClose.unshift(() => Promise.all(Object.values(machines).map(({ stop }) => stop())))
  for (const machine of Object.values(machines)) machine.startBase()
  return { network, machines, bot, logs: hosted.logs }
}

async function build(toClose: Closing[]) {
  const { network, machines, bot, logs } = await openMachines(toClose)
  const database = openDatabase(network)
  const url = await makeDatabase(database)
  for (const machine of Object.values(machines)) machine.startParts()

  const http = await openProxy(8080, { to: network.shared })
  const mqtt = await openProxy(1883, { to: network.shared })
  toClose.unshift(() => Promise.all([http.close(), mqtt.close()]))
  const isReady = async (): Promise<boolean> =>
    (await ask(http.port, { path: '/api/health/ready', withinMs: 2_000 })).status === 200
  await until(isReady, 'the portal')
  const { redisMaster, isWhole } = openHealth({ network, database, isReady })
  const untilWhole = (): Promise<void> => until(isWhole, 'every part of the three machines')
  await untilWhole()
  const fixture = await makeFixture({ ...database, url }, WATCHES, { proxy: mqtt.port, broker: mqtt.port })
  const screen = await openScreen(http.port, NURSE)
  toClose.unshift(() => screen.close())
  return {
    network,
    machines,
    database,
    postgres: { ask: database.ask },
    bot,
    fixture,
    screen,
    ports: { http: http.port, mqtt: mqtt.port },
    parts: {
      broker: machines.a.unit('broker'),
      rulesEngine: machines.a.unit('rules-engine'),
      api: machines.a.unit('api'),
    },
    redisMaster,
    untilWhole,
    until,
    keepLogs: (folder: string): void => cpSync(logs, folder, { recursive: true }),
  }
}

/** Three machines with all that docs/operations.md puts on them, each with a network of its own, and a nurse who looks at her board. */
export async function openCluster() {
  const toClose: Closing[] = []
  const close = async (): Promise<void> => {
    for (const one of toClose.splice(0)) await one()
  }
  try {
    return { ...(await build(toClose)), close }
  } catch (error) {
    if (process.env.KEEP_OPEN) throw error
    await close()
    throw error
  }
}
export type Cluster = Awaited<ReturnType<typeof openCluster>>
