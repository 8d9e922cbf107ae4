import { setTimeout as wait } from 'node:timers/promises'
import { runLoad, type Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { accounts } from '../harness/accounts.ts'
import { type Cores, watchCores } from '../harness/cpu.ts'
import { startProduct, type Product } from '../harness/product.ts'
import { openScreen } from '../harness/viewer.ts'
import { makeCompany } from '../harness/company.ts'
import { weighSockets } from './sockets.ts'

const DEVICES = 2_000
const RATE = 1_000
const METRICS = 4
const SHAPE = { loop: 'open', rate: RATE, metrics: METRICS, warmupMs: 2_000, measureMs: 10_000 } as const
const WATCHED = 100

const figure = (name: string, unit: string, value: number, note = ''): Figure => ({
  name: `cost of ${name}`,
  unit,
  value,
  limits: [],
  note,
})
const PARTS = ['broker', 'postgres', 'rules', 'api']
const eachOf = ({ parts }: Cores, what: string, perSecond: number): Figure[] =>
  PARTS.map((part) => figure(`${what}: ${part}`, 'µs CPU', ((parts[part] ?? 0) / perSecond) * 1e6))

/** Processor time of a sign-in, by who spends it: what a reconnection storm is made of. */
async function signInCosts({ generator, cluster }: Bench, product: Product): Promise<Figure[]> {
  await generator.connect(product.mqttPort, accounts(DEVICES))
  await generator.disconnect()
  await wait(1_500)
  const startedAt = performance.now()
  const seen = watchCores({ ...product.parts, postgres: cluster.pid })
  await generator.connect(product.mqttPort, accounts(DEVICES))
  await wait(500)
  const seconds = (performance.now() - startedAt) / 1_000
  return eachOf(seen(), 'one sign-in', DEVICES / seconds)
}

/** What one device, one message and one screen cost, each where it is paid: processor time, so that it is nearly the same on a busy machine. */
export async function scaleRows(bench: Bench): Promise<Figure[]> {
  bench.progress(`costs: ${DEVICES} devices, ${RATE} messages of ${METRICS} readings a second`)
  const url = await bench.cluster.freshDatabase('costs')
  const devices = await makeCompany(url, DEVICES)
  const product = await startProduct(url)
  const looked = devices.slice(0, WATCHED).map(({ uuid }) => uuid)
  const screen = await openScreen(product.httpPort, looked, () => {})
  const signIns = await signInCosts(bench, product)
  const run = await runLoad(bench, product.parts, SHAPE)
  await bench.generator.disconnect()
  screen.close()
  const sockets = await weighSockets(url, product)
  await product.end()
  return [
    ...signIns,
    ...eachOf(run.cores, `one message of ${METRICS} readings`, run.rate),
    figure(
      'the same: acknowledged a second',
      '/s',
      run.rate,
      `others used ${run.cores.others.toFixed(2)} cores`,
    ),
    ...sockets,
  ]
}
