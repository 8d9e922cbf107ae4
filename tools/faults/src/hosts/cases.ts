import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { type HostName, names } from './network.ts'
import { familyOf, signalAll } from './unit.ts'

export type HostCase = {
  name: string
  fault: string
  disturb: (cluster: Cluster) => Promise<unknown>
  /** How long the fault lasts: the calls for help are spread over it. */
  lastsMs: number
}

const FROZEN_MS = 60_000
const CUT_MS = 60_000
const DARK_MS = 40_000
/** What died and is started anew is looked at for so long. */
const KILLED_MS = 20_000

type Role = 'primary' | 'replica'
const other = (name: HostName): HostName => (name === 'a' ? 'b' : 'a')

async function hostOf({ database, until }: Cluster, role: Role): Promise<HostName> {
  let leader: HostName | undefined
  await until(async () => (leader = await database.leader()) !== undefined, 'a primary')
  return role === 'primary' ? (leader ?? 'a') : other(leader ?? 'a')
}

type Aim = (cluster: Cluster) => Promise<{ host: HostName; unit?: string }>
const at =
  (role: Role, unit?: string): Aim =>
  async (cluster) => ({ host: await hostOf(cluster, role), ...(unit && { unit }) })
const on =
  (host: HostName, unit?: string): Aim =>
  async () => ({ host, ...(unit && { unit }) })
const holder =
  (unit: string): Aim =>
  async ({ network }) => ({ host: network.holder() ?? 'a', unit })
const redisMaster: Aim = async (cluster) => ({ host: cluster.redisMaster(), unit: 'redis' })

const processesAt = async (cluster: Cluster, aim: Aim): Promise<number[]> => {
  const { host, unit } = await aim(cluster)
  if (unit === undefined) return cluster.network.processesOf(host)
  const pid =
    unit === 'postgres' ? cluster.machines[host].postmaster() : cluster.machines[host].unit(unit).pid()
  return pid === undefined ? [] : familyOf(pid)
}

const killed = (name: string, what: string, aim: Aim): HostCase => ({
  name: `kill-${name}`,
  fault: `kill -9 of ${what}`,
  lastsMs: KILLED_MS,
  disturb: async (cluster) => {
    signalAll(await processesAt(cluster, aim), 'SIGKILL')
    await wait(KILLED_MS)
  },
})

const frozen = (name: string, what: string, aim: Aim): HostCase => ({
  name: `freeze-${name}`,
  fault: `${what} frozen for 60 s`,
  lastsMs: FROZEN_MS,
  disturb: async (cluster) => {
    const pids = await processesAt(cluster, aim)
    signalAll(pids, 'SIGSTOP')
    await wait(FROZEN_MS)
    signalAll(pids, 'SIGCONT')
  },
})

const dark = (name: string, what: string, aim: Aim): HostCase => ({
  name: `lose-${name}`,
  fault: `${what} without power for 40 s`,
  lastsMs: DARK_MS,
  disturb: async (cluster) => {
    const machine = cluster.machines[(await aim(cluster)).host]
    machine.cutPower()
    await wait(DARK_MS)
    machine.powerUp()
  },
})

const isolated = (name: string, what: string, aim: Aim): HostCase => ({
  name: `cut-${name}`,
  fault: `${what} cut off from everybody for 60 s`,
  lastsMs: CUT_MS,
  disturb: async (cluster) => {
    const { host } = await aim(cluster)
    cluster.network.isolate(host)
    await wait(CUT_MS)
    cluster.network.rejoin(host)
  },
})

const parted = (
  name: string,
  what: string,
  pairOf: (cluster: Cluster) => Promise<[HostName, HostName]>,
): HostCase => ({
  name: `part-${name}`,
  fault: `${what} cut off from each other for 60 s; everybody else reaches both`,
  lastsMs: CUT_MS,
  disturb: async (cluster) => {
    cluster.network.part(...(await pairOf(cluster)))
    await wait(CUT_MS)
    cluster.network.mend()
  },
})

const noEtcd: HostCase = {
  name: 'freeze-etcd-all',
  fault: 'all three etcd frozen for 60 s',
  lastsMs: FROZEN_MS,
  disturb: async ({ machines }) => {
    for (const name of names) machines[name].unit('etcd').signal('SIGSTOP')
    await wait(FROZEN_MS)
    for (const name of names) machines[name].unit('etcd').signal('SIGCONT')
  },
}

/** In the order of the table. */
export const hostCases: HostCase[] = [
  dark('primary', 'the machine of the primary', at('primary')),
  dark('replica', 'the machine of the replica', at('replica')),
  dark('witness', 'machine c', on('c')),
  frozen('primary-host', 'the whole machine of the primary', at('primary')),
  frozen('replica-host', 'the whole machine of the replica', at('replica')),
  isolated('primary', 'the machine of the primary', at('primary')),
  isolated('replica', 'the machine of the replica', at('replica')),
  isolated('witness', 'machine c', on('c')),
  parted('primary-replica', 'the machines of primary and replica', async () => ['a', 'b']),
  parted('primary-witness', 'the machine of the primary and c', async (cluster) => [
    await hostOf(cluster, 'primary'),
    'c',
  ]),
  parted('replica-witness', 'the machine of the replica and c', async (cluster) => [
    await hostOf(cluster, 'replica'),
    'c',
  ]),
  killed('primary', 'the primary PostgreSQL', at('primary', 'postgres')),
  frozen('primary', 'the primary PostgreSQL', at('primary', 'postgres')),
  killed('replica', 'the replica', at('replica', 'postgres')),
  frozen('replica', 'the replica', at('replica', 'postgres')),
  killed('patroni', 'Patroni beside the primary', at('primary', 'patroni')),
  frozen('patroni', 'Patroni beside the primary', at('primary', 'patroni')),
  killed('etcd', 'etcd beside the primary', at('primary', 'etcd')),
  frozen('etcd', 'etcd beside the primary', at('primary', 'etcd')),
  noEtcd,
  killed('redis', 'the Redis that leads', redisMaster),
  frozen('redis', 'the Redis that leads', redisMaster),
  killed('sentinel', 'a Sentinel', on('a', 'sentinel')),
  frozen('sentinel', 'a Sentinel', on('a', 'sentinel')),
  killed('balancer', 'the HAProxy that holds the address', holder('haproxy')),
  frozen('balancer', 'the HAProxy that holds the address', holder('haproxy')),
  killed('keepalived', 'the keepalived that holds the address', holder('keepalived')),
  killed('broker', 'a broker', on('a', 'broker')),
  frozen('broker', 'a broker', on('a', 'broker')),
  killed('engine', 'a rules-engine', on('a', 'rules-engine')),
  frozen('engine', 'the rules-engine on a', on('a', 'rules-engine')),
  frozen('engine-b', 'the rules-engine on b', on('b', 'rules-engine')),
  killed('api', 'an api', on('a', 'api')),
  frozen('api', 'an api', on('a', 'api')),
]
