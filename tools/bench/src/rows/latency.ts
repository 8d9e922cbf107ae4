import { setTimeout as wait } from 'node:timers/promises'
import { runLoad, THOUSAND, undisturbed, type Bench, type Run } from '../bench.ts'
import { percentile, type Figure } from '../figures.ts'
import { accounts } from '../harness/accounts.ts'
import { coresText } from '../harness/cpu.ts'
import { prepareProbes, type ProbeTimes } from '../harness/probes.ts'
import { startProduct } from '../harness/product.ts'
import { makeCompany } from '../harness/company.ts'
import { startChild } from '../harness/child.ts'
import { freePort } from '@carewatch/launcher/ports'

const RATE = 2_000
const WARMUP_MS = 3_000
const MEASURE_MS = 12_000
const PROBED = 50
const CALLERS = 220
const SHAPE = { loop: 'open', rate: RATE, metrics: 4, warmupMs: WARMUP_MS, measureMs: MEASURE_MS } as const

const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index)

async function naiveLatency(bench: Bench, attempt: number): Promise<Run> {
  const { cluster, generator } = bench
  const port = await freePort()
  const url = await cluster.freshDatabase(`naive_latency_${attempt}`)
  const child = await startChild('tools/bench/src/limits/naive-chain.ts', {
    PORT: String(port),
    DATABASE_URL: url,
  })
  await generator.connect(port, accounts(THOUSAND))
  const run = await runLoad(bench, { naive: child.pid }, { ...SHAPE, measureMs: MEASURE_MS / 2 })
  await generator.disconnect()
  await child.end()
  return run
}

type Ours = { run: Run; probes: ProbeTimes }

async function ourLatency(bench: Bench, attempt: number): Promise<Ours> {
  const { cluster, generator } = bench
  const url = await cluster.freshDatabase(`latency_${attempt}`)
  const devices = await makeCompany(url, THOUSAND + PROBED + CALLERS)
  const product = await startProduct(url)
  await generator.connect(product.mqttPort, accounts(THOUSAND))
  const runProbes = await prepareProbes({
    ...product,
    devices,
    measuring: range(THOUSAND, PROBED),
    calling: range(THOUSAND + PROBED, CALLERS),
  })
  const load = runLoad(bench, product.parts, SHAPE)
  await wait(WARMUP_MS)
  const probes = await runProbes(MEASURE_MS)
  const run = await load
  await generator.disconnect()
  await product.end()
  return { run, probes }
}

const ms = (name: string, value: number, most?: number): Figure => ({
  name,
  unit: 'ms',
  value,
  limits: [],
  ...(most !== undefined && { target: { most } }),
})

/** At a steady 2,000 messages a second: how long an acknowledgement takes, and a reading and a call for help to a screen. */
export async function latencyRows(bench: Bench): Promise<Figure[]> {
  bench.progress(`acknowledgement at ${RATE}/s: naive chain`)
  const naive = await undisturbed(
    bench,
    (attempt) => naiveLatency(bench, attempt),
    ({ cores }) => cores.others,
  )
  bench.progress(`acknowledgement, reading and SOS to a screen at ${RATE}/s: carewatch`)
  const { run, probes } = await undisturbed(
    bench,
    (attempt) => ourLatency(bench, attempt),
    (ours) => ours.run.cores.others,
  )
  const { latencyMs, unacked, cores } = run

  return [
    {
      ...ms(`acknowledgement p50 at ${RATE}/s`, latencyMs.p50),
      limits: [{ name: 'naive chain', value: naive.latencyMs.p50 }],
    },
    {
      ...ms(`acknowledgement p99 at ${RATE}/s`, latencyMs.p99, 25),
      limits: [{ name: 'naive chain', value: naive.latencyMs.p99 }],
      note: `p99.9 ${latencyMs.p999.toFixed(1)} ms, longest ${latencyMs.max.toFixed(1)} ms, ${unacked} unanswered; cores ${coresText(cores)}`,
    },
    ms('reading to socket p50', percentile(probes.readings, 0.5)),
    {
      ...ms('reading to socket p99', percentile(probes.readings, 0.99), 20),
      note: `${probes.readings.length} readings probed`,
    },
    ms('SOS to socket p50', percentile(probes.sos, 0.5)),
    {
      ...ms('SOS to socket p99', percentile(probes.sos, 0.99), 50),
      note: `${probes.sos.length} calls probed; ${probes.lost} probes never arrived`,
    },
  ]
}
