import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { emptyDatabase, testDatabase } from '@carewatch/platform/database/testing'
import { becomeHypertables, fitChunks } from './timescale.ts'

const longAgo = '2026-01-05T12:00:00Z'
const open: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of open.toReversed()) await close()
})

async function connectTo({ url, drop }: { url: string; drop: () => Promise<void> }): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  open.push(drop, () => client.end())
  return client
}
const has = async (client: pg.Client): Promise<boolean> =>
  (await client.query("select from pg_extension where extname = 'timescaledb'")).rowCount === 1

/** The run's own server, or, where that has no hypertables, the one beside it that has. */
async function withTimescale(own: pg.Client): Promise<pg.Client | undefined> {
  if (await has(own)) return own
  const server = process.env.TEST_TIMESCALE_URL
  if (!server) return undefined
  const database = await emptyDatabase(server)
  await migrate(database.url)
  return connectTo(database)
}

const plain = await connectTo(await testDatabase())
const client = (await withTimescale(plain)) ?? plain
const hasTimescale = await has(client)
const ask = async (query: string, values: unknown[] = []) => (await client.query(query, values)).rows

const insertReading = 'insert into readings (time, device_id, metric, value) values ($1, 7, 1, $2)'
const hypertables = () =>
  ask(`select h.hypertable_name as table, j.config ->> 'compress_after' as plain, j.config ->> 'drop_after' as kept,
      (select string_agg(attname, ', ' order by segmentby_column_index) from timescaledb_information.compression_settings c
       where c.hypertable_name = h.hypertable_name) as segment
    from timescaledb_information.hypertables h join timescaledb_information.jobs j using (hypertable_name) order by 1`)

describe.skipIf(plain === client && hasTimescale)('on a server without TimescaleDB', () => {
  it('the tables of facts stay plain', async () => {
    expect(await becomeHypertables(plain)).toBe(false)
    const { rows } = await plain.query(
      "select relkind from pg_class where oid = any('{readings, positions, sightings}'::regclass[]) and relhassubclass = false",
    )
    expect(rows).toEqual([{ relkind: 'r' }, { relkind: 'r' }, { relkind: 'r' }])
  })
})

describe.skipIf(!hasTimescale)('on a server with TimescaleDB', () => {
  const expected = [
    { table: 'positions', plain: '14 days', kept: null, segment: 'device_id' },
    { table: 'readings', plain: '14 days', kept: null, segment: 'device_id, metric' },
    { table: 'sightings', plain: null, kept: '4 days', segment: null },
  ]

  it('the tables of facts are compressed or dropped by policy, and a second start changes nothing', async () => {
    expect(await hypertables()).toEqual(expected)
    expect(await becomeHypertables(client)).toBe(true)
    expect(await hypertables()).toEqual(expected)
  })

  const spanOf = (table: string) =>
    ask(
      'select time_interval::text as span from timescaledb_information.dimensions where hypertable_name = $1',
      [table],
    )

  it('a chunk of readings holds a week while the memory holds one, else a day; of positions always a day', async () => {
    expect(await spanOf('readings')).toEqual([{ span: '7 days' }])
    expect(await spanOf('positions')).toEqual([{ span: '1 day' }])
    await ask(
      "insert into readings (time, device_id, metric, value) select now() - n * interval '1 minute', 9, 1, n from generate_series(1, 500) n",
    )
    await fitChunks(client, { table: 'readings' }, 8_192)
    expect(await spanOf('readings')).toEqual([{ span: '1 day' }])
    await becomeHypertables(client)
    expect(await spanOf('readings')).toEqual([{ span: '7 days' }])
    await ask('delete from readings where device_id = 9')
  })

  it('a table that has readings already keeps each of them', async () => {
    await ask('create table before (like readings including all)')
    await ask(
      "insert into before (time, device_id, metric, value) select now() - n * interval '3 hours', n % 5, 1, n from generate_series(1, 500) n",
    )
    await ask('drop table readings')
    await ask('alter table before rename to readings')
    await becomeHypertables(client)
    expect(await hypertables()).toEqual(expected)
    expect(await ask('select count(*)::int as rows, sum(value)::int as sum from readings')).toEqual([
      { rows: 500, sum: 125_250 },
    ])
  })

  it('a reading that comes when its day is compressed is kept once, and is found', async () => {
    await ask(insertReading, [longAgo, 71])
    await ask(
      "select compress_chunk(c) from show_chunks('readings', older_than => $1::timestamptz + '7 days') c",
      [longAgo],
    )
    await ask(insertReading, ['2026-01-05T12:00:01Z', 72])
    await expect(ask(insertReading, [longAgo, 99])).rejects.toMatchObject({ code: '23505' })
    await ask(`${insertReading} on conflict do nothing`, ['2026-01-05T12:00:01Z', 99])
    expect(await ask("select value from readings where time < '2026-01-06' order by time")).toEqual([
      { value: 71 },
      { value: 72 },
    ])
    expect(
      await ask(`select value from readings where device_id = 7 and metric = 1 and time = '${longAgo}'`),
    ).toEqual([{ value: 71 }])
  })
})
