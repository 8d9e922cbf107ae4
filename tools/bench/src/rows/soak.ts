import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Bench } from '../bench.ts'
import { median, percentile, type Figure } from '../figures.ts'
import type { Measured } from '../load/job.ts'
import { slopeOf, sparkline } from '../plot.ts'
import { accounts } from '../harness/accounts.ts'
import { prepareProbes, type ProbeTimes } from '../harness/probes.ts'
import { type Product, startProduct } from '../harness/product.ts'
import { residentOf, weigh, WEIGHED } from '../harness/weigh.ts'
import { type BenchDevice, makeCompany } from '../harness/company.ts'

const DEVICES = 2_000
/** Each watch says four things every ten seconds: six times as often as the busiest of them. */
const RATE = 200
const METRICS = 4
/** The longest slice; a soak shorter than that is one slice. */
const SLICE_MS = 60_000
const AROUND_LOAD_MS = 1_500
const AROUND_PROBES_MS = 5_000
/** Screens that come, look at fifty watches and go, and calls for help: once a slice. */
const WATCHED = 50
const CALLERS = 12
const PACE = { everyMs: 1_000, warmReadings: 2, warmSos: 1 }
const MIB = 1_024 ** 2
/** Code is compiled and caches fill in the first of it. */
const SETTLED = 0.2
/** Over fewer minutes a slope says nothing of an hour. */
const LEAST_SLICES = 10

type Slice = {
  measured: Measured
  probes: ProbeTimes
  live: Record<string, number>
  resident: Record<string, number>
}

const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index)

async function soakSlice(bench: Bench, product: Product, devices: readonly BenchDevice[]): Promise<Slice> {
  const runProbes = await prepareProbes({
    ...product,
    devices,
    measuring: range(DEVICES, WATCHED),
    calling: range(DEVICES + WATCHED, CALLERS),
    pace: PACE,
  })
  const sliceMs = Math.min(SLICE_MS, bench.minutes * 60_000)
  const shape = {
    loop: 'open',
    rate: RATE,
    metrics: METRICS,
    warmupMs: 500,
    measureMs: sliceMs - AROUND_LOAD_MS,
  } as const
  const [measured, probes] = await Promise.all([
    bench.generator.run(shape),
    runProbes(sliceMs - AROUND_PROBES_MS),
  ])
  const resident: Record<string, number> = {}
  const live: Record<string, number> = {}
  for (const [name, child] of Object.entries(product.children)) {
    resident[name] = residentOf(child.pid) / MIB
    live[name] = (await weigh(child)).live / MIB
  }
  return { measured, probes, live, resident }
}

/** Hours in which nothing may grow: 2,000 watches, people who come and look and go, calls for help. */
export async function soakRows(bench: Bench): Promise<Figure[]> {
  const { cluster, generator, minutes, progress } = bench
  const url = await cluster.freshDatabase('soak')
  const devices = await makeCompany(url, DEVICES + WATCHED + CALLERS)
  const product = await startProduct(url, {}, WEIGHED)
  await generator.connect(product.mqttPort, accounts(DEVICES))
  await wait(1_000)
  const slices: Slice[] = []
  for (let slice = 0; slice < Math.max(1, Math.floor(minutes)); slice++) {
    const done = await soakSlice(bench, product, devices)
    slices.push(done)
    progress(`soak ${slice + 1}/${minutes}: ${sliceText(done)}`)
  }
  await generator.disconnect()
  await product.end()
  return figuresOf(slices, await countOf(url))
}

const sliceText = ({ measured, probes, live }: Slice): string =>
  [
    `acknowledged p99 ${measured.latencyMs.p99.toFixed(1)} ms`,
    `SOS p99 ${percentile(probes.sos, 0.99).toFixed(1)} ms`,
    ...Object.entries(live).map(([name, mib]) => `${name} ${mib.toFixed(1)} MiB`),
  ].join(', ')

async function countOf(url: string): Promise<{ readings: number; alarms: number }> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ readings: number; alarms: number }>(
    `select (select count(*) from readings)::float8 as readings, (select count(*) from alarms where kind = 'SOS')::float8 as alarms`,
  )
  await client.end()
  return rows[0] ?? { readings: 0, alarms: 0 }
}

function figuresOf(slices: readonly Slice[], stored: { readings: number; alarms: number }): Figure[] {
  const settled = slices.slice(Math.floor(slices.length * SETTLED))
  const acked = slices.reduce((sum, { measured }) => sum + measured.ackedInAll, 0)
  const broken = slices.reduce((sum, { measured }) => sum + measured.brokenConnections, 0)
  const lost = slices.reduce((sum, { probes }) => sum + probes.lost, 0)
  const minutes = `${slices.length} minutes of ${DEVICES} watches`
  return [
    ...Object.keys(slices[0]?.live ?? {}).map((part) => growth(part, settled)),
    latency(
      `${minutes}: acknowledgement p99`,
      settled.map(({ measured }) => measured.latencyMs.p99),
    ),
    latency(
      `${minutes}: SOS to socket p99`,
      settled.map(({ probes }) => percentile(probes.sos, 0.99)),
    ),
    {
      name: `${minutes}: acknowledged and not stored`,
      unit: 'readings',
      value: Math.max(0, acked * METRICS - stored.readings),
      limits: [],
      target: { most: 0 },
      note: `${(acked * METRICS).toLocaleString('en')} acknowledged; ${broken} connections broke; ${lost} probes never reached the screen`,
    },
  ]
}

/** What a part keeps, in an hour more; its garbage was collected before each weighing. */
function growth(part: string, slices: readonly Slice[]): Figure {
  const live = slices.map((slice) => slice.live[part] ?? 0)
  const resident = slices.map((slice) => slice.resident[part] ?? 0)
  return {
    name: `memory that ${part} keeps grows in an hour by`,
    unit: 'MiB',
    value: slopeOf(live) * 60,
    limits: [],
    ...(slices.length >= LEAST_SLICES && { target: { most: 5 } }),
    note: `live ${sparkline(live)} ${live.at(-1)?.toFixed(1)} MiB; resident ${sparkline(resident)} ${resident.at(-1)?.toFixed(0)} MiB`,
  }
}

/** The last quarter against the first: a line that stays where it is. */
function latency(name: string, values: readonly number[]): Figure {
  const quarter = Math.max(1, Math.floor(values.length / 4))
  const first = median(values.slice(0, quarter))
  return {
    name,
    unit: 'ms',
    value: median(values.slice(-quarter)),
    limits: [{ name: 'its first quarter', value: first }],
    note: sparkline(values),
  }
}
