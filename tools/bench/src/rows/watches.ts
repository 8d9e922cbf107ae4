import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@carewatch/launcher/ports'
import pg from 'pg'
import type { Bench } from '../bench.ts'
import { type Figure, percentile } from '../figures.ts'
import { openTcpWatches, type TcpWatch } from '../load/tcp-watch.ts'
import { accounts } from '../harness/accounts.ts'
import { startChild, type Child } from '../harness/child.ts'
import type { Weight } from '../harness/collect-garbage.ts'
import { startBroker } from '../harness/product.ts'
import { makeCompany } from '../harness/company.ts'

const CONNECTED = 2_000
/** Come and gone before the weighing: code compiled and pools made are no line's. */
const WARMED = 300
const SETTLE_MS = 1_500
const PER_SECOND = 200
const SECONDS = 10
const WEIGHED = ['--expose-gc', '--import', join(import.meta.dirname, '../harness/collect-garbage.ts')]

async function weigh(child: Child): Promise<Weight> {
  await wait(SETTLE_MS)
  // Safe: this is what the preloaded collector answers.
  return (await child.ask('collect garbage')) as Weight
}

const imeisOf = (count: number, from = 0): string[] => accounts(count, from).map(({ username }) => username)
const hangUp = (watches: readonly TcpWatch[]): void => watches.forEach(({ close }) => close())
const kiBEach = (before: number, after: number): number => (after - before) / CONNECTED / 1_024

type Held = { weight: Weight; watches: TcpWatch[] }

/** What 2,000 open lines keep, each. The lines stay open. */
async function hold(child: Child, port: number): Promise<Held> {
  hangUp(await openTcpWatches(port, imeisOf(WARMED, CONNECTED)))
  const before = await weigh(child)
  const watches = await openTcpWatches(port, imeisOf(CONNECTED))
  const after = await weigh(child)
  return { watches, weight: { rss: kiBEach(before.rss, after.rss), live: kiBEach(before.live, after.live) } }
}

/** Their models speak IW, and they have their settings. */
async function makeTcpCompany(databaseUrl: string): Promise<void> {
  await makeCompany(databaseUrl, CONNECTED + WARMED)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`update devices set device_model = 'Thinkrace (IW)'`)
  await client.query('update watch_settings set reported_revision = revision')
  await client.end()
}

/** Each of the watches in its turn says a heart rate, 200 a second together. */
async function answersOf(watches: readonly TcpWatch[]): Promise<number[]> {
  const sent: Promise<number>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < PER_SECOND * SECONDS; n++) {
    const watch = watches[n % watches.length]
    if (watch) sent.push(watch.send(`IWAP49,${60 + (n % 40)}#`))
    const dueAt = startedAt + ((n + 1) * 1_000) / PER_SECOND
    if (dueAt > performance.now()) await wait(dueAt - performance.now())
  }
  return Promise.all(sent)
}

export async function watchRows(bench: Bench): Promise<Figure[]> {
  bench.progress(`${CONNECTED} lines over plain TCP: a bare server`)
  const barePort = await freePort()
  const bare = await startChild('tools/bench/src/limits/bare-tcp.ts', { PORT: String(barePort) }, WEIGHED)
  const bareHeld = await hold(bare, barePort)
  hangUp(bareHeld.watches)
  await bare.end()

  bench.progress(`${CONNECTED} watches over plain TCP: carewatch`)
  const url = await bench.cluster.freshDatabase('watches')
  await makeTcpCompany(url)
  const broker = await startBroker(url, WEIGHED)
  const { weight, watches } = await hold(broker, broker.watchPort)
  const answers = await answersOf(watches)
  hangUp(watches)
  await broker.end()
  const memory = (name: string, of: keyof Weight): Figure => ({
    name: `memory of one watch over plain TCP, ${CONNECTED} connected: ${name}`,
    unit: 'KiB',
    value: weight[of],
    limits: [{ name: 'bare TCP server', value: bareHeld.weight[of] }],
    target: { most: 20 },
  })
  const answer = (name: string, share: number): Figure => ({
    name: `a watch's frame to its answer, stored between, ${PER_SECOND}/s over ${CONNECTED} lines: ${name}`,
    unit: 'ms',
    value: percentile(answers, share),
    limits: [],
  })
  return [memory('resident', 'rss'), memory('live heap', 'live'), answer('p50', 0.5), answer('p99', 0.99)]
}
