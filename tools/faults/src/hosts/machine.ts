import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@carewatch/launcher/env'
import { TEST_PASSWORDS } from '@carewatch/platform/database/testing'
import { SERVICE_SECRET } from '../environment/wiring.ts'
import { fillFile, SHIPPED } from './files.ts'
import type { HostName, Network } from './network.ts'
import { carewatchUnits, settingsOf } from './parts.ts'
import { postgresBin, PROGRAMS } from './programs.ts'
import { createUnit, signalAll, type Unit } from './unit.ts'

export const REDIS_PASSWORD = 'redis-of-the-faults'
export const POSTGRES_PASSWORD = 'postgres-of-the-faults'

export type Hosted = {
  network: Network
  home: string
  logs: string
  /** The account that PostgreSQL runs as. */
  postgres: { uid: number; gid: number }
  /** What all parts of Carewatch have beside their addresses. */
  env: Record<string, string>
}

/** What the files of deploy/hosts ask for on this machine. */
function valuesFor(name: HostName, { network, home }: Hosted): Record<string, string> {
  const { a, b, c } = network.addresses
  const peer = name === 'a' ? b : a
  const data = join(home, name)
  return {
    NAME: name,
    ADDRESS: network.addresses[name],
    A: a,
    B: b,
    C: c,
    DATA: data,
    PEER: peer,
    OPERATOR: network.street,
    INTERFACE: 'eth0',
    PRIORITY: name === 'a' ? '101' : '100',
    SHARED_ADDRESS: network.shared,
    SCRIPTS: SHIPPED,
    OTHER: name === 'a' ? 'b' : 'a',
    END_BALANCER: `/usr/bin/pkill -KILL -F ${join(data, 'haproxy.pid')}`,
    FOLLOWS: name === 'b' ? `replicaof ${a} 6379` : '',
    POSTGRES_BIN: postgresBin() ?? '',
    POSTGRES_PASSWORD,
    REPLICATION_PASSWORD: 'replication-of-the-faults',
    REDIS_PASSWORD,
    SERVICE_SECRET,
    JWT_SECRET: 'a-secret-that-only-these-machines-know',
    PUBLIC_URL: `http://${network.shared}:8080`,
    BROKER_PASSWORD: TEST_PASSWORDS.broker,
    RULES_PASSWORD: TEST_PASSWORDS.rules,
    API_PASSWORD: TEST_PASSWORDS.api,
  }
}

/** A command, or one with settings of its own. */
type Given = string[] | { command: string[]; env?: Record<string, string> }

type Making = { name: HostName; hosted: Hosted; values: Record<string, string>; data: string }

function unitOf({ name, hosted, data }: Making, program: string, given: Given): Unit {
  const { command, env } = Array.isArray(given) ? { command: given } : given
  return createUnit({
    name: program,
    command: hosted.network.onHost(name, command),
    logs: join(hosted.logs, name),
    pidFile: join(data, `${program}.pid`),
    ...(env && { env }),
  })
}

/** What stands on each of the three. */
function witnessUnits(making: Making): Unit[] {
  const { values, data } = making
  const etcd = fillFile('etcd.yml', values, data)
  const sentinel = fillFile('sentinel.conf', values, data)
  return [
    unitOf(making, 'etcd', [PROGRAMS.etcd, '--config-file', etcd]),
    unitOf(making, 'sentinel', [PROGRAMS.sentinel, sentinel]),
  ]
}

function balancerUnits(making: Making): Unit[] {
  const { values, data } = making
  const files = [join(ROOT, 'deploy/haproxy.cfg'), join(SHIPPED, 'inside.cfg')]
  const keepalived = fillFile('keepalived.conf', values, data)
  const pids = ['-p', join(data, 'vrrp.pid'), '-r', join(data, 'vrrp-child.pid')]
  return [
    unitOf(making, 'haproxy', {
      command: [PROGRAMS.haproxy, '-db', ...files.flatMap((file) => ['-f', file])],
      env: settingsOf('balancer.env', values, data),
    }),
    unitOf(making, 'keepalived', [
      PROGRAMS.keepalived,
      '--dont-fork',
      '--log-console',
      '--vrrp',
      '-f',
      keepalived,
      ...pids,
    ]),
  ]
}

function storeUnits(making: Making): Unit[] {
  const { hosted, values, data } = making
  const { uid, gid } = hosted.postgres
  const patroni = fillFile('patroni.yml', values, data)
  const redis = fillFile('redis.conf', values, data)
  mkdirSync(join(data, 'postgres'), { mode: 0o700 })
  for (const path of [data, join(data, 'postgres')]) chownSync(path, uid, gid)
  const asPostgres = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  return [
    unitOf(making, 'redis', [PROGRAMS.redis, redis]),
    unitOf(making, 'patroni', [...asPostgres, PROGRAMS.patroni, patroni]),
  ]
}

/** The first line of its file says which process PostgreSQL is. */
function postmasterOf(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** One machine: a network of its own, and on it whatever docs/operations.md puts there. */
export function createMachine(name: HostName, hosted: Hosted) {
  const { network, home, logs } = hosted
  const data = join(home, name)
  mkdirSync(join(data, 'redis'), { recursive: true, mode: 0o755 })
  mkdirSync(join(logs, name), { recursive: true })
  const making: Making = { name, hosted, values: valuesFor(name, hosted), data }
  const stores = name === 'c' ? [] : storeUnits(making)
  const base = [...witnessUnits(making), ...stores, ...(name === 'c' ? [] : balancerUnits(making))]
  const parts =
    name === 'c'
      ? []
      : carewatchUnits({ ...making, env: hosted.env, unit: (...rest) => unitOf(making, ...rest) })
  const all = [...base, ...parts]
  const unit = (wanted: string): Unit => {
    const found = all.find((one) => one.name === wanted)
    if (!found) throw new Error(`Machine ${name} has no ${wanted}.`)
    return found
  }
  return {
    name,
    unit,
    startBase: (): void => base.forEach((one) => one.start()),
    startParts: (): void => parts.forEach((one) => one.start()),
    postmaster: () => postmasterOf(data),
    /** Every process on it, whoever started it. */
    signal: (signal: NodeJS.Signals): void => signalAll(network.processesOf(name), signal),
    /** Its power is gone. */
    cutPower(): void {
      network.isolate(name)
      for (const one of all) one.forget()
      signalAll(network.processesOf(name), 'SIGKILL')
    },
    powerUp(): void {
      network.rejoin(name)
      for (const one of all) one.start()
    },
    stop: async (): Promise<void> => {
      for (const one of [...parts, ...base.toReversed()]) await one.stop()
      signalAll(network.processesOf(name), 'SIGKILL')
    },
  }
}
export type Machine = ReturnType<typeof createMachine>
