import { setTimeout as wait } from 'node:timers/promises'
import { makeReady } from '@carewatch/launcher/testing/ready-database'
import pg from 'pg'
import { POSTGRES_PASSWORD } from './machine.ts'
import { type HostName, names, type Network } from './network.ts'

const READY_WITHIN_MS = 120_000

/** Waits for what comes by itself. */
export async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + READY_WITHIN_MS
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what} took longer than ${READY_WITHIN_MS} ms`)
    await wait(100)
  }
}

type Member = { name: string; role: string; state: string }

/** What Patroni knows of its members, asked of whoever answers. */
async function members(addresses: readonly string[]): Promise<Member[]> {
  for (const address of addresses) {
    const answer = await fetch(`http://${address}:8008/cluster`, {
      signal: AbortSignal.timeout(1_500),
    }).catch(() => undefined)
    // Safe: Patroni's own words.
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

const LEADER = 'v2/keys/service/carewatch/leader'

/** Whose the lead is, as etcd has it: one that was frozen believes for a moment that it is still its own. */
async function leaderOf(network: Network): Promise<HostName | undefined> {
  for (const name of names) {
    const answer = await fetch(`http://${network.addresses[name]}:2379/${LEADER}?quorum=true`, {
      signal: AbortSignal.timeout(1_500),
    }).catch(() => undefined)
    if (!answer?.ok) continue
    // Safe: etcd's own words.
    const { node } = (await answer.json()) as { node: { value: string } }
    return names.find((one) => one === node.value)
  }
  return undefined
}

/** The database as an administrator sees it, wherever it is led. */
export function openDatabase(network: Network) {
  const addresses = [network.addresses.a, network.addresses.b]
  const leader = () => leaderOf(network)
  const url = async (database = 'carewatch'): Promise<string> => {
    const address = network.addresses[(await leader()) ?? 'a']
    return `postgres://postgres:${POSTGRES_PASSWORD}@${address}:5432/${database}`
  }
  const isWhole = async (): Promise<boolean> => {
    const roles = (await members(addresses)).map(({ role, state }) => `${role} ${state}`)
    return (
      roles.length === 2 &&
      roles.some((one) => /^(leader|master|primary) running$/.test(one)) &&
      roles.some((one) => one.startsWith('sync_standby'))
    )
  }
  async function asked<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(await url())
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  return { leader, url, isWhole, ask: asked }
}

export type Database = ReturnType<typeof openDatabase>

/** Carewatch's own database on it, up to date. */
export async function makeDatabase(database: Database): Promise<string> {
  await until(database.isWhole, 'PostgreSQL with its replica')
  const client = new pg.Client(await database.url('postgres'))
  await client.connect()
  await client.query('create database carewatch')
  await client.end()
  const url = await database.url()
  await makeReady(url)
  return url
}
