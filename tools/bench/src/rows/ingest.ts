import { freePort } from '@carewatch/launcher/ports'
import pg from 'pg'
import { CLOSED, runLoad, THOUSAND, undisturbed, type Bench, type Run } from '../bench.ts'
import { median, type Figure } from '../figures.ts'
import { measureRawCopy } from '../limits/raw-copy.ts'
import { hasMosquitto, startMosquitto } from '../limits/mosquitto.ts'
import { accounts } from '../harness/accounts.ts'
import { startChild } from '../harness/child.ts'
import type { Disk } from '../harness/cluster.ts'
import { startProduct } from '../harness/product.ts'
import { coresText } from '../harness/cpu.ts'
import { openScreen } from '../harness/viewer.ts'
import { makeCompany, type BenchDevice } from '../harness/company.ts'

const LIMITS = {
  naive: 'tools/bench/src/limits/naive-chain.ts',
  aedes: 'tools/bench/src/limits/bare-aedes.ts',
  responder: 'tools/bench/src/limits/responder.ts',
} as const
const PEERS: readonly LimitName[] = ['responder', 'mosquitto', 'aedes', 'naive']
/** A dashboard looks at these meanwhile, so that the live lane works too. */
const LOOKED_AT = 100
type LimitName = keyof typeof LIMITS | 'mosquitto'

/** A limit under the load that the product gets. */
async function measureLimit(bench: Bench, name: LimitName, { database, disk }: On): Promise<Run> {
  const { cluster, generator } = bench
  const port = await freePort()
  const url = name === 'naive' ? await cluster.freshDatabase(database, disk) : ''
  const child =
    name === 'mosquitto'
      ? await startMosquitto(port)
      : await startChild(LIMITS[name], { PORT: String(port), DATABASE_URL: url })
  await generator.connect(port, accounts(THOUSAND))
  const run = await runLoad(bench, { [name]: child.pid }, { ...CLOSED, metrics: 4 })
  await generator.disconnect()
  await child.end()
  return run
}

type On = { database: string; disk?: Disk }
type Ours = { four: Run; one: Run; missing: number }

async function countReadings(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ n: string }>('select count(*) as n from readings')
  await client.end()
  return Number(rows[0]?.n)
}

/** Everything on: sign-in, permissions, rules, live lane; and afterwards every acknowledged reading is looked for in the table. */
async function measureIngest(bench: Bench, { database, disk }: On): Promise<Ours> {
  const { cluster, generator } = bench
  const url = await cluster.freshDatabase(database, disk)
  const devices = await makeCompany(url, THOUSAND)
  const product = await startProduct(url)
  const screen = await openScreen(product.httpPort, looked(devices), () => {})
  await generator.connect(product.mqttPort, accounts(THOUSAND))
  const four = await runLoad(bench, product.parts, { ...CLOSED, metrics: 4 })
  const one = await runLoad(bench, product.parts, { ...CLOSED, metrics: 1 })
  await generator.disconnect()
  screen.close()
  await product.end()
  return { four, one, missing: 4 * four.ackedInAll + one.ackedInAll - (await countReadings(url)) }
}

const looked = (devices: readonly BenchDevice[]): string[] =>
  devices.slice(0, LOOKED_AT).map(({ uuid }) => uuid)

const rates = (all: readonly Run[]): number => median(all.map(({ rate }) => rate))

const noteOf = (ours: readonly Ours[], name: 'four' | 'one'): string => {
  const runs = ours.map((one) => one[name])
  const unanswered = runs.reduce((sum, { unacked }) => sum + unacked, 0)
  return runs
    .map(({ rate, cores }) => `${Math.round(rate)}/s with cores ${coresText(cores)}`)
    .concat(`${unanswered} unanswered`)
    .join('; ')
}

/** Messages a second acknowledged after commit, round by round beside their limits. */
export async function ingestRows(bench: Bench): Promise<Figure[]> {
  const { cluster, rounds, progress } = bench
  const ours: Ours[] = []
  const limits: Record<LimitName, Run[]> = { naive: [], aedes: [], responder: [], mosquitto: [] }
  const peers = hasMosquitto() ? PEERS : PEERS.filter((name) => name !== 'mosquitto')
  if (peers.length < PEERS.length) progress('mosquitto is not installed: left out')
  for (let round = 0; round < rounds; round++) {
    for (const name of peers) {
      progress(`durable ingest, round ${round + 1} of ${rounds}: ${name}`)
      limits[name].push(
        await undisturbed(
          bench,
          (attempt) => measureLimit(bench, name, { database: `${name}_${round}_${attempt}` }),
          ({ cores }) => cores.others,
        ),
      )
    }
    progress(`durable ingest, round ${round + 1} of ${rounds}: carewatch`)
    ours.push(
      await undisturbed(
        bench,
        (attempt) => measureIngest(bench, { database: `ingest_${round}_${attempt}` }),
        ({ four, one }) => Math.max(four.cores.others, one.cores.others),
      ),
    )
  }
  progress('durable ingest when a commit takes 5 ms: naive')
  const slowNaive = await measureLimit(bench, 'naive', { database: 'slow_naive', disk: 'slow' })
  progress('durable ingest when a commit takes 5 ms: carewatch')
  const slow = await measureIngest(bench, { database: 'slow_ingest', disk: 'slow' })
  progress('raw COPY into the same table')
  const rawRows = await measureRawCopy(await cluster.freshDatabase('raw_copy'), CLOSED.measureMs)
  const missing = [...ours, slow].reduce((sum, one) => sum + one.missing, 0)
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
        ...(limits.mosquitto.length
          ? [{ name: 'Mosquitto, keeps nothing', value: rates(limits.mosquitto) }]
          : []),
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
      name: 'durable ingest, 4 metrics, when a commit takes 5 ms',
      unit: 'messages/s',
      value: slow.four.rate,
      limits: [{ name: 'naive chain', value: slowNaive.rate }],
      note: noteOf([slow], 'four'),
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
