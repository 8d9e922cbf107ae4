import pg from 'pg'
import { metrics } from '@carewatch/contracts/metrics'
import { runLoad, type Bench, type Run } from '../bench.ts'
import { median, type Figure } from '../figures.ts'
import { barPlot } from '../plot.ts'
import { accounts } from '../harness/accounts.ts'
import { coresText } from '../harness/cpu.ts'
import { startProduct } from '../harness/product.ts'
import { timeAtServer } from '../harness/server-clock.ts'
import { signIn } from '../harness/viewer.ts'
import { type BenchDevice, makeCompany } from '../harness/company.ts'

const MILLION = 1_000_000
const COUNTS = [MILLION, 10 * MILLION, 100 * MILLION] as const
const DEVICES = 1_000
const KINDS = [metrics.heartRate, metrics.systolic, metrics.diastolic, metrics.spo2, metrics.temperature].map(
  ({ id }) => id,
)
const EVERY_SECONDS = 300
const RATE = 500
const SHAPE = { loop: 'open', rate: RATE, metrics: 4, warmupMs: 2_000, measureMs: 10_000 } as const
const CALLS = 30
const WEEKS_MS = 8 * 7 * 86_400_000
const BYTES_A_GIB = 1_024 ** 3

/** In the order of the key, as an installation that grew up with its watches would have its pages filled: from `$2` to `$3` samples ago. */
const FILL = `insert into readings (time, device_id, value, metric)
  select date_trunc('minute', now()) - n * interval '${EVERY_SECONDS} seconds', d.id, 70 + n % 20, $1
  from devices d cross join generate_series($3::int, $2::int + 1, -1) n order by d.id, n desc`

type Cost = {
  count: number
  run: Run
  historyMs: number
  overviewMs: number
  listMs: number
  points: number
  gib: number
}

async function fillTo(client: pg.Client, from: number, to: number): Promise<void> {
  const samples = (count: number) => Math.round(count / DEVICES / KINDS.length)
  for (const kind of KINDS) await client.query(FILL, [kind, samples(from), samples(to)])
  await client.query('vacuum analyze readings')
  await client.query('checkpoint')
}

async function costOf(
  bench: Bench,
  url: string,
  devices: readonly BenchDevice[],
): Promise<Omit<Cost, 'count' | 'gib'>> {
  const product = await startProduct(url)
  await bench.generator.connect(product.mqttPort, accounts(DEVICES))
  const run = await runLoad(bench, product.parts, SHAPE)
  await bench.generator.disconnect()

  const token = await signIn(product.httpPort)
  const get = async (path: string): Promise<{ context: { readings?: unknown[] } }> => {
    const answer = await fetch(`http://127.0.0.1:${product.httpPort}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    // Safe: every answer of the interface has this envelope.
    return (await answer.json()) as { context: { readings?: unknown[] } }
  }
  const since = Date.now() - WEEKS_MS
  let points = 0
  const history: number[] = []
  const overview: number[] = []
  const list: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const device = devices[(call * 31) % devices.length]
    const route = '/api/readings/:imei/:measurement/:time'
    history.push(
      await timeAtServer(product.metricsPort, route, async () => {
        points = (await get(`/readings/${device?.imei}/heartRate/${since}`)).context.readings?.length ?? 0
      }),
    )
    overview.push(
      await timeAtServer(product.metricsPort, '/api/readings/overview/:imei', () =>
        get(`/readings/overview/${device?.imei}`),
      ),
    )
    list.push(
      await timeAtServer(product.metricsPort, '/api/devices/all', () =>
        get(`/devices/all?page=${call + 1}&size=25`),
      ),
    )
  }
  await product.end()
  return { run, historyMs: median(history), overviewMs: median(overview), listMs: median(list), points }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>("select pg_total_relation_size('readings') as bytes")
  return Number(rows[0]?.bytes) / BYTES_A_GIB
}

/** A thousand watches with a million to a hundred million readings behind them. */
export async function costOfRows(bench: Bench): Promise<Figure[]> {
  const url = await bench.cluster.freshDatabase('cost_rows')
  const devices = await makeCompany(url, DEVICES)
  const costs: Cost[] = []
  let filled = 0
  for (const count of COUNTS.filter((one) => one <= bench.millions * MILLION)) {
    bench.progress(`${(count / MILLION).toLocaleString('en')} million readings: filling`)
    await withClient(url, (client) => fillTo(client, filled, count))
    filled = count
    bench.progress(`${(count / MILLION).toLocaleString('en')} million readings: measuring`)
    const cost = await costOf(bench, url, devices)
    costs.push({ count, ...cost, gib: await withClient(url, sizeOf) })
  }
  const bars = (unit: string, value: (cost: Cost) => number) =>
    costs.map((cost) => ({
      name: `${cost.count / MILLION} million`,
      value: value(cost),
      text: `${value(cost).toFixed(1)} ${unit}`,
    }))
  bench.plots.push(
    barPlot(
      'Acknowledgement p99',
      bars('ms', ({ run }) => run.latencyMs.p99),
    ),
    barPlot(
      'Eight weeks of heart rate, at the server',
      bars('ms', ({ historyMs }) => historyMs),
    ),
    barPlot(
      'On the disk',
      bars('GiB', ({ gib }) => gib),
    ),
  )
  return costs.flatMap(figuresOf)
}

function figuresOf({ count, run, historyMs, overviewMs, listMs, points, gib }: Cost): Figure[] {
  const who = `${count / MILLION} million readings`
  return [
    {
      name: `${who}: acknowledgement p99 at ${RATE}/s`,
      unit: 'ms',
      value: run.latencyMs.p99,
      limits: [],
      note: `p50 ${run.latencyMs.p50.toFixed(1)} ms; cores ${coresText(run.cores)}`,
    },
    {
      name: `${who}: eight weeks of heart rate at the server`,
      unit: 'ms',
      value: historyMs,
      limits: [],
      note: `${points} points`,
    },
    { name: `${who}: a person's overview at the server`, unit: 'ms', value: overviewMs, limits: [] },
    { name: `${who}: a page of watches at the server`, unit: 'ms', value: listMs, limits: [] },
    { name: `${who}: on the disk`, unit: 'GiB', value: gib, limits: [] },
  ]
}
