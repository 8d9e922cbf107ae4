import { metrics } from '@carewatch/contracts/metrics'
import { storeMessages } from '@carewatch/ingest/store'
import { migrate } from '@carewatch/migrations/migrate'
import pg from 'pg'
import { median, percentile } from '../figures.ts'
import { makeCompany } from '../harness/company.ts'

/** `node tools/bench/src/scale/timescale.ts` with TEST_DATABASE_URL of a server with TimescaleDB: what it saves and costs against plain tables of the same rows. */
const WEEKS = 8
const DEVICES = 100
const TIMES = 200
const BATCHES = 100
const MESSAGES = 500

const FILL = `insert into readings (time, device_id, value, metric)
  select t, d.id, round(70 + 15 * sin(extract(epoch from t) / 9000) + (d.id % 7) + random() * 6), $1
  from generate_series(now() - interval '${WEEKS} weeks', now(), interval '5 minutes') t, devices d`
const GRAPH = `select date_bin('1 hour', time, 'epoch') as at, avg(value), min(value), max(value) from readings
  where device_id = $1 and metric = $2 and time >= now() - interval '${WEEKS} weeks' group by 1 order by 1`
const ALL_DAYS = `select date_bin('1 day', time, 'epoch') as at, device_id, avg(value) from readings where metric = $1 group by 1, 2`
const BYTES = `select coalesce((select sum(total_bytes) from chunks_detailed_size('readings')), pg_total_relation_size('readings'))::float8 as bytes,
  (select count(*)::int from readings) as rows`
const PLAIN_BYTES = `select pg_total_relation_size('readings')::float8 as bytes, (select count(*)::int from readings) as rows`

const metric = metrics.heartRate.id

async function timed(client: pg.Client, text: string, values: (time: number) => unknown[], times: number) {
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const startedAt = performance.now()
    await client.query(text, values(time))
    took.push(performance.now() - startedAt)
  }
  return `p50 ${median(took).toFixed(1)} ms, p99 ${percentile(took, 0.99).toFixed(1)} ms`
}

async function ingestRate(pool: pg.Pool, deviceIds: readonly number[]): Promise<number> {
  const begin = Date.now()
  const startedAt = performance.now()
  for (let batch = 0; batch < BATCHES; batch++) {
    const messages = Array.from({ length: MESSAGES }, (_, n) => {
      const time = begin + batch * 1_000 + Math.floor(n / deviceIds.length)
      const deviceId = deviceIds[n % deviceIds.length] ?? 0
      const readings = [1, 2, 3, 4].map((id) => ({ time, metric: id, value: 70 + (n % 10) }))
      const source = { deviceId, deviceUuid: '', format: 'native' }
      const uplink = { source, topic: '', leaf: 'readings', payload: new Uint8Array(), receivedAt: time }
      return { uplink, decoded: { readings, positions: [], events: [], rejects: [], clockSkew: false } }
    })
    await storeMessages(pool, messages)
  }
  return (BATCHES * MESSAGES * 4) / ((performance.now() - startedAt) / 1_000)
}

const MAKE_PLAIN = `create table plain (like readings including all); drop table readings; alter table plain rename to readings`

/** The same server, the same rows, a table as it is without the extension. */
async function makePlain(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(MAKE_PLAIN)
  await client.end()
}

async function measure(url: string, name: string): Promise<void> {
  const devices = await makeCompany(url, DEVICES)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const client = new pg.Client(url)
  await client.connect()
  const hasIt = name === 'TimescaleDB'
  const print = (what: string): boolean => process.stdout.write(`${name.padEnd(12)} ${what}\n`)
  await client.query(FILL, [metric])
  await client.query('vacuum analyze readings')
  const sizeOf = async () => {
    const [row] = (await client.query<{ bytes: number; rows: number }>(hasIt ? BYTES : PLAIN_BYTES)).rows
    return row ? `${row.rows} rows, ${(row.bytes / row.rows).toFixed(1)} bytes each` : ''
  }
  const one = (time: number) => [devices[time % devices.length]?.id, metric]
  const ask = async (how: string): Promise<void> => {
    print(`${how}: ${await sizeOf()}`)
    print(`${how}: one watch's 8 weeks by the hour ${await timed(client, GRAPH, one, TIMES)}`)
    print(`${how}: all watches by the day ${await timed(client, ALL_DAYS, () => [metric], 10)}`)
  }
  await ask('rows')
  if (hasIt) {
    await client.query(
      "select compress_chunk(c) from show_chunks('readings', older_than => now() - interval '1 day') c",
    )
    await client.query('vacuum analyze readings')
    await ask('compressed')
  }
  const rates: number[] = []
  const ids = devices.map(({ id }) => id)
  for (let round = 0; round < 3; round++) rates.push(await ingestRate(pool, ids))
  print(`stored by one lane: ${Math.round(median(rates))} readings a second`)
  await client.end()
  await pool.end()
}

const server = process.env.TEST_DATABASE_URL
if (!server)
  throw new Error('TEST_DATABASE_URL takes a server with TimescaleDB, postgres://user@host:port/postgres')
const admin = new pg.Client(server)
await admin.connect()
for (const name of ['bench_hyper', 'bench_plain']) {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const isPlain = name === 'bench_plain'
  await migrate(url)
  if (isPlain) await makePlain(url)
  await measure(url, isPlain ? 'plain' : 'TimescaleDB')
  await admin.query(`drop database ${name} with (force)`)
}
await admin.end()
