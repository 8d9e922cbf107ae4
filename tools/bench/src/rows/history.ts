import { metrics } from '@carewatch/contracts/metrics'
import pg from 'pg'
import type { Bench } from '../bench.ts'
import { percentile, type Figure } from '../figures.ts'
import { coresText, watchCores } from '../harness/cpu.ts'
import { startProduct } from '../harness/product.ts'
import { signIn } from '../harness/viewer.ts'
import { makeCompany } from '../harness/company.ts'

const WEEKS = 8
const TIMES = 200
const WARM = 20
const DEVICES = 50

const FILL = `insert into readings (time, device_id, value, metric)
  select t, d.id, 70 + 15 * sin(extract(epoch from t) / 9000) + (d.id % 7), $1
  from devices d, generate_series(now() - interval '${WEEKS} weeks', now(), interval '5 minutes') t`

const PLAIN =
  'select time, value from readings where device_id = $1 and metric = $2 and time >= $3 order by time'

/** What the api itself measured of a route, from its own figures: the mean, and the share of answers within 20 ms. */
async function atTheServer(
  metricsPort: number,
  route: string,
): Promise<{ meanMs: number; within20ms: number }> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.includes(`route="${route}"`))
  const valueOf = (part: string) =>
    Number(
      lines
        .find((line) => line.includes(part))
        ?.split(' ')
        .at(-1),
    )
  const count = valueOf('_count{')
  return { meanMs: (valueOf('_sum{') / count) * 1_000, within20ms: valueOf('le="0.02"') / count }
}

type Timed = { took: number[]; bytes: number; points: number }

async function timed(ask: () => Promise<{ bytes: number; points: number }>): Promise<Timed> {
  const took: number[] = []
  let last = { bytes: 0, points: 0 }
  for (let time = 0; time < WARM + TIMES; time++) {
    const startedAt = performance.now()
    last = await ask()
    if (time >= WARM) took.push(performance.now() - startedAt)
  }
  return { took, ...last }
}

/** Eight weeks of heart rate at five-minute samples, as the graph asks for them, over HTTP with sign-in and access log. */
export async function historyRows({ cluster, progress }: Bench): Promise<Figure[]> {
  progress(`history of ${WEEKS} weeks`)
  const url = await cluster.freshDatabase('history')
  const [device] = await makeCompany(url, DEVICES)
  const client = new pg.Client(url)
  await client.connect()
  await client.query(FILL, [metrics.heartRate.id])
  await client.query('vacuum analyze readings')
  const since = new Date(Date.now() - WEEKS * 7 * 86_400_000)

  const product = await startProduct(url)
  const token = await signIn(product.httpPort)
  const path = `/api/readings/${device?.imei}/heartRate/${since.getTime()}`
  const seen = watchCores({ ...product.parts, postgres: cluster.pid })
  const ours = await timed(async () => {
    const answer = await fetch(`http://127.0.0.1:${product.httpPort}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`The history answered ${answer.status}`)
    const { context } = JSON.parse(text) as { context: { readings: unknown[] } }
    return { bytes: text.length, points: context.readings.length }
  })
  const cores = seen()
  const server = await atTheServer(product.metricsPort, '/api/readings/:imei/:measurement/:time')
  const plain = await timed(async () => {
    const { rows } = await client.query(PLAIN, [device?.id, metrics.heartRate.id, since])
    return { bytes: 0, points: rows.length }
  })
  await product.end()
  await client.end()
  return [
    {
      name: `history of ${WEEKS} weeks at the server, mean`,
      unit: 'ms',
      value: server.meanMs,
      limits: [],
      target: { most: 20 },
      note: `${Math.round(server.within20ms * 100)} % of the answers within 20 ms, cold ones included`,
    },
    {
      name: `history of ${WEEKS} weeks p50, until the client has parsed it`,
      unit: 'ms',
      value: percentile(ours.took, 0.5),
      limits: [{ name: 'every row by plain SQL', value: percentile(plain.took, 0.5) }],
      note: `${ours.points} points of ${plain.points} readings, ${Math.round(ours.bytes / 1_024)} KiB of JSON; cores ${coresText(cores)}`,
    },
    {
      name: `history of ${WEEKS} weeks p99`,
      unit: 'ms',
      value: percentile(ours.took, 0.99),
      limits: [{ name: 'every row by plain SQL', value: percentile(plain.took, 0.99) }],
    },
  ]
}
