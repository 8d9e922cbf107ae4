import pg from 'pg'
import { CLOSED, THOUSAND, type Bench } from '../bench.ts'
import { median, type Figure } from '../figures.ts'
import { measureRawCopy } from '../limits/raw-copy.ts'
import type { Measured } from '../load/job.ts'
import { accounts } from '../stage/accounts.ts'
import { startChild } from '../stage/child.ts'
import { startProduct } from '../stage/product.ts'
import { freePort } from '@carewatch/launcher/ports'
import { makeWorld } from '../stage/world.ts'

const LIMITS = {
  naive: 'bench/src/limits/naive-chain.ts',
  aedes: 'bench/src/limits/bare-aedes.ts',
  responder: 'bench/src/limits/responder.ts',
} as const
export type LimitName = keyof typeof LIMITS

/** A limit under the load that the product gets. */
export async function measureLimit(
  { cluster, generator }: Bench,
  name: LimitName,
  database: string,
): Promise<Measured> {
  const port = await freePort()
  const url = name === 'naive' ? await cluster.freshDatabase(database) : ''
  const child = await startChild(LIMITS[name], { PORT: String(port), DATABASE_URL: url })
  await generator.connect(port, accounts(THOUSAND))
  const measured = await generator.run({ ...CLOSED, metrics: 4 })
  await generator.disconnect()
  await child.end()
  return measured
}

type Ours = { four: Measured; one: Measured; missing: number }

async function countReadings(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ n: string }>('select count(*) as n from readings')
  await client.end()
  return Number(rows[0]?.n)
}

/** Everything on: sign-in, permissions, rules, live lane; and afterwards every acknowledged reading is looked for in the table. */
export async function measureIngest({ cluster, generator }: Bench, database: string): Promise<Ours> {
  const url = await cluster.freshDatabase(database)
  await makeWorld(url, THOUSAND)
  const product = await startProduct(url)
  await generator.connect(product.mqttPort, accounts(THOUSAND))
  const four = await generator.run({ ...CLOSED, metrics: 4 })
  const one = await generator.run({ ...CLOSED, metrics: 1 })
  await generator.disconnect()
  await product.end()
  return { four, one, missing: 4 * four.ackedInAll + one.ackedInAll - (await countReadings(url)) }
}

const rates = (all: readonly Measured[]): number => median(all.map(({ rate }) => rate))

const noteOf = (ours: readonly Ours[], name: 'four' | 'one'): string => {
  const runs = ours.map((one) => one[name])
  const unanswered = runs.reduce((sum, { unacked }) => sum + unacked, 0)
  const cpu = median(runs.map(({ ownCpu }) => ownCpu))
  return `runs ${runs.map(({ rate }) => Math.round(rate)).join(', ')}; generator at ${cpu.toFixed(2)} core${cpu > 0.9 ? ' (client-bound)' : ''}, ${unanswered} unanswered`
}

/** Messages a second acknowledged after commit, round by round beside their limits. */
export async function ingestRows(bench: Bench): Promise<Figure[]> {
  const { cluster, rounds, progress } = bench
  const ours: Ours[] = []
  const limits: Record<LimitName, Measured[]> = { naive: [], aedes: [], responder: [] }
  for (let round = 0; round < rounds; round++) {
    for (const name of ['responder', 'aedes', 'naive'] as const) {
      progress(`durable ingest, round ${round + 1} of ${rounds}: ${name}`)
      limits[name].push(await measureLimit(bench, name, `${name}_${round}`))
    }
    progress(`durable ingest, round ${round + 1} of ${rounds}: carewatch`)
    ours.push(await measureIngest(bench, `ingest_${round}`))
  }
  progress('raw COPY into the same table')
  const rawRows = await measureRawCopy(await cluster.freshDatabase('raw_copy'), CLOSED.measureMs)
  const missing = ours.reduce((sum, one) => sum + one.missing, 0)
  const [fourRate, naive] = [rates(ours.map(({ four }) => four)), rates(limits.naive)]

  return [
    {
      name: 'durable ingest, 4 metrics a message, 1,000 connections',
      unit: 'messages/s',
      value: fourRate,
      limits: [
        { name: 'naive chain', value: naive },
        { name: 'raw COPY / 4', value: rawRows / 4 },
        { name: 'bare Aedes', value: rates(limits.aedes) },
        { name: 'generator alone', value: rates(limits.responder) },
      ],
      target: { least: 15_000 },
      note: noteOf(ours, 'four'),
    },
    { name: 'of the naive chain', unit: 'x', value: fourRate / naive, limits: [], target: { least: 0.5 } },
    {
      name: 'durable ingest, 1 metric a message',
      unit: 'messages/s',
      value: rates(ours.map(({ one }) => one)),
      limits: [{ name: 'raw COPY', value: rawRows }],
      target: { least: 25_000 },
      note: noteOf(ours, 'one'),
    },
    {
      name: 'acknowledged readings missing or double in the table',
      unit: 'readings',
      value: Math.abs(missing),
      limits: [],
      target: { most: 0 },
    },
  ]
}
