import { metrics } from '@carewatch/contracts/metrics'
import { createWeekFill } from '@carewatch/rules-engine/schedule/fill-weeks'
import { createDaySums } from '@carewatch/rules-engine/schedule/sum-days'
import pg from 'pg'

export const YEARS = 5
const WEEKS = Math.ceil((YEARS * 365.25) / 7)
/** As the policy of the product leaves it. */
const PLAIN_WEEKS = 2

/** Four times a day what a watch measures, of which some are never measured; one metric was last measured three years ago. */
const SPARSE = `insert into readings (time, device_id, value, metric)
  select t + make_interval(secs => d), d, round((70 + 15 * sin(extract(epoch from t) / 9000) + d % 7)::numeric, 1), m
  from generate_series($1::timestamptz, $2::timestamptz - interval '1 ms', interval '6 hours') t,
    generate_series(1 + $3::int, $4::int) d, unnest($5::int[]) m where t < now()`
const DENSE = `insert into readings (time, device_id, value, metric)
  select t, d, round((70 + 15 * sin(extract(epoch from t) / 9000) + random() * 6)::numeric), 1
  from generate_series($1::timestamptz, $2::timestamptz - interval '1 ms', interval '1 minute') t, generate_series(1, $3::int) d where t < now()`
const PLACES = `insert into positions (time, device_id, lat, lng, accuracy_m)
  select t + make_interval(secs => d), d, 32 + d * 0.001, 34.8, 8
  from generate_series($1::timestamptz, $2::timestamptz - interval '1 ms', interval '1 day') t, generate_series(1, $3::int) d where t < now()`
const COMPRESS = `select compress_chunk(c) from unnest(array['readings', 'positions']::regclass[]) t,
  lateral show_chunks(t, older_than => $1::timestamptz) c where not exists (
    select from timescaledb_information.chunks i where format('%I.%I', i.chunk_schema, i.chunk_name)::regclass = c and i.is_compressed)`
const WATCHES = `insert into devices (id, imei, name, device_model) overriding system value
  select n, lpad(n::text, 15, '0'), 'Watch', 'native' from generate_series(1, $1::int) n`
const SIZE = `select count(*)::int as chunks, (select sum(total_bytes) from chunks_detailed_size('readings'))::float8 / 1048576 as mib
  from show_chunks('readings')`

const now = [metrics.heartRate.id, metrics.spo2.id, metrics.battery.id]
const once = [metrics.temperature.id]

type Fleet = { watches: number; dense: number; chunk?: string | undefined }

/** Five years of readings of some watches, compressed like those of the product. */
export async function fillYears(url: string, { watches, dense, chunk }: Fleet): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  if (chunk)
    for (const table of ['readings', 'positions'])
      await client.query('select set_chunk_time_interval($1::regclass, $2::interval)', [table, chunk])
  const { rows } = await client.query<{ begin: Date }>(
    `select date_bin('7 days', now(), 'epoch') - interval '${WEEKS} weeks' as begin`,
  )
  const begin = rows[0]?.begin.getTime() ?? 0
  const week = (n: number): Date => new Date(begin + n * 7 * 86_400_000)
  for (let n = 0; n <= WEEKS; n++) {
    const [from, to] = [week(n), week(n + 1)]
    const measured = n < WEEKS - 156 ? [...now, ...once] : now
    if (n === 0) await client.query(WATCHES, [watches])
    await client.query(SPARSE, [from, to, dense, watches, measured])
    await client.query(DENSE, [from, to, dense])
    if (n > WEEKS - 52) await client.query(PLACES, [from, to, watches])
    if (n % 4 === 0 || n === WEEKS) await client.query(COMPRESS, [week(Math.min(n, WEEKS - PLAIN_WEEKS))])
  }
  await client.query('vacuum analyze readings')
  await client.query('vacuum analyze positions')
  const [size] = (await client.query<{ chunks: number; mib: number }>(SIZE)).rows
  process.stdout.write(`${size?.chunks} chunks, ${size?.mib.toFixed(0)} MiB\n`)
  await client.end()
}

const KNOWN = `select since = '-infinity' as "isAll" from reading_weeks_known`

/** As the engine does it in the background. */
export async function findWeeks(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await pool.query('update reading_weeks_known set begins_at = now()')
  const fill = createWeekFill()
  const startedAt = performance.now()
  const isDone = async () => (await pool.query<{ isAll: boolean }>(KNOWN)).rows[0]?.isAll === true
  while (!(await isDone())) await fill(pool, Date.now() + 1_000)
  const [row] = (await pool.query<{ n: number }>('select count(*)::int as n from reading_weeks')).rows
  process.stdout.write(`${row?.n} weeks found in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s\n`)
  await pool.end()
}

const ALL_SUMMED = `select since = '-infinity' as "isAll" from reading_days_known`
const SUMMED_SIZE = `select count(*)::int as n, pg_total_relation_size('reading_days')::float8 / 1048576 as mib from reading_days`

/** As the engine does it in the background. */
export async function sumYears(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await pool.query('update reading_days_known set begins_at = now()')
  const sum = createDaySums()
  const startedAt = performance.now()
  const isDone = async () => (await pool.query<{ isAll: boolean }>(ALL_SUMMED)).rows[0]?.isAll === true
  while (!(await isDone())) await sum(pool, Date.now() + 1_000)
  const seconds = (performance.now() - startedAt) / 1_000
  await pool.query('vacuum analyze reading_days')
  const [row] = (await pool.query<{ n: number; mib: number }>(SUMMED_SIZE)).rows
  process.stdout.write(`${row?.n} days summed in ${seconds.toFixed(1)} s, ${row?.mib.toFixed(0)} MiB\n`)
  await pool.end()
}
