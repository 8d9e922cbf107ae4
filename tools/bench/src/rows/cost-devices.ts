import { setTimeout as wait } from 'node:timers/promises'
import { runLoad, type Bench, type Run } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { barPlot } from '../plot.ts'
import { accounts } from '../harness/accounts.ts'
import { coresText } from '../harness/cpu.ts'
import { startProduct } from '../harness/product.ts'
import { residentOf, weigh, WEIGHED } from '../harness/weigh.ts'
import { makeCompany } from '../harness/company.ts'

const COUNTS = [10, 100, 1_000, 10_000] as const
/** Each watch says four things every five seconds. */
const A_DEVICE_A_SECOND = 0.2
const SHAPE = { loop: 'open', metrics: 4, warmupMs: 3_000, measureMs: 20_000 } as const
const MIB = 1_024 ** 2

type Cost = { count: number; run: Run; live: number; resident: Record<string, number> }

async function costOf(bench: Bench, count: number): Promise<Cost> {
  const url = await bench.cluster.freshDatabase(`cost_${count}`)
  await makeCompany(url, count)
  const product = await startProduct(url, {}, WEIGHED)
  await bench.generator.connect(product.mqttPort, accounts(count))
  await wait(1_000)
  const run = await runLoad(bench, product.parts, { ...SHAPE, rate: count * A_DEVICE_A_SECOND })
  const resident: Record<string, number> = {}
  for (const [name, child] of Object.entries(product.children)) resident[name] = residentOf(child.pid) / MIB
  const broker = product.children['broker']
  const live = broker ? (await weigh(broker)).live / MIB : Number.NaN
  await bench.generator.disconnect()
  await product.end()
  return { count, run, live, resident }
}

/** Processor time of all our parts for one message, in milliseconds. */
const workOf = ({ count, run: { cores } }: Cost): number => {
  const { generator: _, ...ours } = cores.parts
  return (Object.values(ours).reduce((sum, part) => sum + part, 0) * 1_000) / (count * A_DEVICE_A_SECOND)
}

/** Ten watches to ten thousand, each as talkative. */
export async function costOfDevices(bench: Bench): Promise<Figure[]> {
  const costs: Cost[] = []
  for (const count of COUNTS) {
    bench.progress(`cost of ${count} watches`)
    costs.push(await costOf(bench, count))
  }
  const bars = (text: (cost: Cost) => string, value: (cost: Cost) => number) =>
    costs.map((cost) => ({ name: `${cost.count} watches`, value: value(cost), text: text(cost) }))
  bench.plots.push(
    barPlot(
      'Acknowledgement p99',
      bars(
        ({ run }) => `${run.latencyMs.p99.toFixed(1)} ms`,
        ({ run }) => run.latencyMs.p99,
      ),
    ),
    barPlot(
      'Processor time of a message, all parts',
      bars((cost) => `${workOf(cost).toFixed(2)} ms`, workOf),
    ),
    barPlot(
      'Memory that the broker keeps',
      bars(
        ({ live }) => `${live.toFixed(1)} MiB`,
        ({ live }) => live,
      ),
    ),
  )
  return costs.flatMap(figuresOf)
}

function figuresOf(cost: Cost): Figure[] {
  const { count, run, live, resident } = cost
  const rate = count * A_DEVICE_A_SECOND
  const who = `${count.toLocaleString('en')} watches, ${rate}/s`
  const memory = Object.entries(resident).map(([name, mib]) => `${name} ${mib.toFixed(0)}`)
  return [
    {
      name: `${who}: acknowledgement p99`,
      unit: 'ms',
      value: run.latencyMs.p99,
      limits: [],
      note: `p50 ${run.latencyMs.p50.toFixed(1)} ms; ${run.unacked} unanswered; cores ${coresText(run.cores)}`,
    },
    { name: `${who}: processor time of a message, all parts`, unit: 'ms', value: workOf(cost), limits: [] },
    {
      name: `${who}: memory that the broker keeps`,
      unit: 'MiB',
      value: live,
      limits: [],
      note: `resident MiB: ${memory.join(', ')}`,
    },
  ]
}
