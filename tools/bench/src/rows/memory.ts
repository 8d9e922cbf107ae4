import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { freePort } from '@carewatch/launcher/ports'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { accounts } from '../harness/accounts.ts'
import { startChild, type Child } from '../harness/child.ts'
import type { Weight } from '../harness/collect-garbage.ts'
import { startBroker } from '../harness/product.ts'
import { makeCompany } from '../harness/company.ts'

const CONNECTIONS = 2_000
/** Come and gone before the weighing: code compiled and pools made are not a connection's. */
const WARMED = 300
const SETTLE_MS = 1_500
const WEIGHED = ['--expose-gc', '--import', join(import.meta.dirname, '../harness/collect-garbage.ts')]

async function weigh(child: Child): Promise<Weight> {
  await wait(SETTLE_MS)
  // Safe: this is what the preloaded collector answers.
  return (await child.ask('collect garbage')) as Weight
}

const kiBEach = (before: number, after: number): number => (after - before) / CONNECTIONS / 1_024

/** What one idle, signed-in connection keeps: the growth of the process over 2,000 of them. */
async function weighConnections({ generator }: Bench, child: Child, port: number): Promise<Weight> {
  await generator.connect(port, accounts(WARMED, CONNECTIONS))
  await generator.disconnect()
  const before = await weigh(child)
  await generator.connect(port, accounts(CONNECTIONS))
  const after = await weigh(child)
  await generator.disconnect()
  await child.end()
  return { rss: kiBEach(before.rss, after.rss), live: kiBEach(before.live, after.live) }
}

export async function memoryRows(bench: Bench): Promise<Figure[]> {
  bench.progress(`memory of ${CONNECTIONS} idle connections: bare Aedes`)
  const port = await freePort()
  const bare = await startChild('tools/bench/src/limits/bare-aedes.ts', { PORT: String(port) }, WEIGHED)
  const bareWeight = await weighConnections(bench, bare, port)

  bench.progress(`memory of ${CONNECTIONS} idle connections: carewatch`)
  const url = await bench.cluster.freshDatabase('memory')
  await makeCompany(url, CONNECTIONS + WARMED)
  const broker = await startBroker(url, WEIGHED)
  const ours = await weighConnections(bench, broker, broker.port)
  const row = (name: string, weight: keyof Weight, rest: Partial<Figure>): Figure => ({
    name: `memory of one idle device, ${CONNECTIONS} connected: ${name}`,
    unit: 'KiB',
    value: ours[weight],
    limits: [{ name: 'bare Aedes', value: bareWeight[weight] }],
    ...rest,
  })
  return [
    row('resident', 'rss', {
      target: { most: 20 },
      note: "whoever starts small grows by the collector's reserve too, bare Aedes above all; the next row is free of it",
    }),
    row('live heap', 'live', { target: { most: 20 } }),
  ]
}
