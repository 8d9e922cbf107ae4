import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from './testing.ts'
import { becomeHypertables } from './timescale.ts'

const longAgo = '2026-01-05T12:00:00Z'
const database = await testDatabase()
const client = new pg.Client(database.url)
await client.connect()
const ask = async (query: string, values: unknown[] = []) => (await client.query(query, values)).rows
const [{ hasTimescale }] = await ask(
  `select exists (select from pg_extension where extname = 'timescaledb') as "hasTimescale"`,
)

afterAll(async () => {
  await client.end()
  await database.drop()
})

const insertReading = 'insert into readings (time, device_id, metric, value) values ($1, 7, 1, $2)'
const hypertables = () =>
  ask(`select h.hypertable_name as table, j.config ->> 'compress_after' as plain,
      (select string_agg(attname, ', ' order by segmentby_column_index) from timescaledb_information.compression_settings c
       where c.hypertable_name = h.hypertable_name) as segment
    from timescaledb_information.hypertables h join timescaledb_information.jobs j using (hypertable_name) order by 1`)

describe.skipIf(hasTimescale)('on a server without TimescaleDB', () => {
  it('the tables of facts stay plain', async () => {
    expect(await becomeHypertables(client)).toBe(false)
    expect(
      await ask(
        "select relkind from pg_class where oid = any('{readings, positions, sightings}'::regclass[]) and relhassubclass = false",
      ),
    ).toEqual([{ relkind: 'r' }, { relkind: 'r' }, { relkind: 'r' }])
  })
})

describe.skipIf(!hasTimescale)('on a server with TimescaleDB', () => {
  const expected = [
    { table: 'positions', plain: '14 days', segment: 'device_id' },
    { table: 'readings', plain: '14 days', segment: 'device_id, metric' },
    { table: 'sightings', plain: '3 days', segment: 'beacon_id, gateway_id' },
  ]

  it('the tables of facts are compressed by policy, and a second start changes nothing', async () => {
    expect(await hypertables()).toEqual(expected)
    expect(await becomeHypertables(client)).toBe(true)
    expect(await hypertables()).toEqual(expected)
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
      "select compress_chunk(c) from show_chunks('readings', older_than => $1::timestamptz + '1 day') c",
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
