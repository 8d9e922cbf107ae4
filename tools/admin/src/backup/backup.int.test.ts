import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { migrate } from '@carewatch/migrations/migrate'
import { uploads } from '@carewatch/migrations/schema/people'
import { emptyDatabase, testDatabase } from '@carewatch/platform/database/testing'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

let source: Awaited<ReturnType<typeof testDatabase>>
const folder = mkdtempSync(join(tmpdir(), 'carewatch-backup-'))
const file = join(folder, 'all.backup')
const targets: { drop: () => Promise<void> }[] = []

const ask = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function newTarget(server?: string): Promise<string> {
  const target = await emptyDatabase(server)
  targets.push(target)
  return target.url
}

beforeAll(async () => {
  source = await testDatabase()
  const { db } = source
  const company = await createCompany(db, { name: 'Бет Шалом \\ "Кавычки"\t' })
  const branch = await createBranch(db, company.id)
  const boss = await createUser(db, { role: 'MANAGER', companyId: company.id })
  // Points at another row of its own table.
  const nurse = await createUser(db, {
    role: 'SUPERVISOR',
    companyId: company.id,
    branchId: branch.id,
    supervisorId: boss.id,
  })
  const device = await createDevice(db, { companyId: company.id, branchId: branch.id, ownerId: nurse.id })
  const content = Buffer.from([0, 255, 92, 10, 9, 46, 13])
  await db.insert(uploads).values({
    userId: nurse.id,
    kind: 'DOCUMENT',
    fileName: 'a.pdf',
    mediaType: 'application/pdf',
    content,
    bytes: 7,
  })
  const client = new pg.Client(source.url)
  await client.connect()
  await client.query(
    `insert into readings (device_id, metric, time, value)
     select $1, 1, '2026-01-01'::timestamptz + n * interval '7 seconds', 60 + n % 60 + 0.1 from generate_series(1, 200000) n`,
    [device.id],
  )
  await client.query(
    `insert into pending_evaluations (urgent, readings, events) values (true, '\\x00ff', '[{"deviceId":1,"type":"SOS","time":1,"receivedAt":1}]')`,
  )
  await client.end()
})
afterEach(() => Promise.all(targets.splice(0).map((target) => target.drop())))
afterAll(async () => {
  await source.drop()
  rmSync(folder, { recursive: true })
})

const TABLES = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`

/** Every row of every table, as one number each. */
async function contentsOf(url: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(url, TABLES)
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::int8), 0) as sum from "${name}" t`,
  )
  const rows = await ask<{ name: string; sum: string }>(url, sums.join(' union all '))
  // The clock of the steps is the database's own.
  return Object.fromEntries(
    rows.filter(({ name }) => name !== 'migrations').map(({ name, sum }) => [name, sum]),
  )
}

const SHAPE = `
select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint where connamespace = 'public'::regnamespace
union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
union all select tablename || ' ' || policyname || ' ' || qual from pg_policies where schemaname = 'public'
union all select relname || ' ' || coalesce(relacl::text, '') || relrowsecurity from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
union all select indexdef from pg_indexes where schemaname = 'public' order by 1`

describe('a backup', () => {
  it('brings back every row of every table, and the shape around them', async () => {
    // Left by one that was cut off, and open to all.
    writeFileSync(`${file}.part`, 'half', { mode: 0o644 })
    const result = await backUp({ databaseUrl: source.url, file, secrets: { jwt: 'of this house' } })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const url = await newTarget()
    const restored = await restore(url, file)
    expect(restored).toMatchObject({
      tables: result.tables,
      rows: result.rows,
      secrets: { jwt: 'of this house' },
    })
    expect(await contentsOf(url)).toEqual(await contentsOf(source.url))
    expect(await ask(url, SHAPE)).toEqual(await ask(source.url, SHAPE))
  })

  it('is made and brought back by an owner who is no superuser, and whom the walls concern too', async () => {
    const [from, to] = [await newTarget(), await newTarget()]
    const name = `keeper_${process.pid}`
    await ask(from, `create role ${name} login noinherit password 'of the keeper'`)
    await ask(from, `grant carewatch_staff, carewatch_company, carewatch_api to ${name} with admin option`)
    const as = (url: string) =>
      Object.assign(new URL(url), { username: name, password: 'of the keeper' }).href
    // Before PostgreSQL 16 who inherits nothing has no rights of a database's owner either.
    for (const url of [from, to])
      await ask(
        url,
        `alter database ${new URL(url).pathname.slice(1)} owner to ${name}; alter schema public owner to ${name}`,
      )
    await migrate(as(from))
    await ask(
      as(from),
      `insert into companies (name, code) values ('House', 'h'); insert into failed_tries values ('k', 1, now(), now())`,
    )
    await expect(ask(as(from), 'set row_security = off; select from companies')).rejects.toMatchObject({
      code: '42501',
    })
    const { rows } = await backUp({ databaseUrl: as(from), file })
    expect((await restore(as(to), file)).rows).toBe(rows)
    expect(await contentsOf(as(to))).toEqual(await contentsOf(as(from)))
    expect(await ask(as(to), 'select name from companies')).toEqual([{ name: 'House' }])
    for (const url of [from, to])
      await ask(url, `reassign owned by ${name} to current_user; drop owned by ${name}`)
    await ask(from, `drop role ${name}`)
  })

  // Said loudly at the start of the run where there is none.
  const timescale = process.env.TEST_TIMESCALE_URL
  it.skipIf(!timescale)('moves an installation from plain tables to hypertables, and back', async () => {
    await backUp({ databaseUrl: source.url, file })
    const onTimescale = await newTarget(timescale)
    await restore(onTimescale, file)
    const facts =
      'select count(*)::int as rows, sum(round(value * 10)::int8)::text as sum, max(time) as newest from readings'
    expect(await ask(onTimescale, facts)).toEqual(await ask(source.url, facts))
    // Of a day or a week, as the memory of the server has it.
    const chunks = `select (select count(*)::int from show_chunks('readings')) as chunks, count(distinct time_bucket(time_interval, time))::int as expected
      from readings, timescaledb_information.dimensions where hypertable_name = 'readings' and dimension_type = 'Time' group by time_interval`
    const [counted] = (await ask(onTimescale, chunks)) as [{ chunks: number; expected: number }]
    expect(counted.chunks).toBe(counted.expected)
    expect(counted.chunks).toBeGreaterThan(1)

    await backUp({ databaseUrl: onTimescale, file })
    const back = await newTarget()
    await restore(back, file)
    expect(await contentsOf(back)).toEqual(await contentsOf(source.url))
  })

  it('of the version before is brought back, whatever its tables were called', async () => {
    const old = await newTarget()
    await migrate(old, { until: '0023_limits_filled.sql' })
    await ask(old, "insert into unjudged (urgent, events) values (true, '[]'), (false, '[]')")
    await ask(old, 'insert into front_doors default values')
    await backUp({ databaseUrl: old, file })
    const url = await newTarget()
    await restore(url, file)
    expect(await ask(url, 'select id, urgent from pending_evaluations order by id')).toEqual([
      { id: '1', urgent: true },
      { id: '2', urgent: false },
    ])
    const numbers =
      'insert into broker_nodes default values returning id, (select max(id) from broker_nodes) as before'
    expect(await ask(url, numbers)).toEqual([{ id: 2, before: 1 }])
    expect(await ask(url, 'insert into pending_evaluations (urgent) values (true) returning id')).toEqual([
      { id: '3' },
    ])
  })

  it('leaves a database that goes on: the next device gets a number nobody had', async () => {
    await backUp({ databaseUrl: source.url, file })
    const url = await newTarget()
    await restore(url, file)
    const insert = `insert into companies (name, code) values ('New', 'NEW-1') returning id, (select max(id) from companies) as before`
    const [row] = await ask<{ id: number; before: number }>(url, insert)
    expect(row?.id).toBeGreaterThan(row?.before ?? 0)
  })

  it('is of one moment, while people go on writing', async () => {
    const client = new pg.Client(source.url)
    await client.connect()
    let isWriting = true
    const writing = (async () => {
      for (let n = 0; isWriting; n++)
        await client.query(
          `with one as (insert into companies (name, code) values ('C', 'W-' || $1) returning id)
           insert into branches (company_id, name, code) select id, 'B', 'W-' || $1 from one`,
          [String(n)],
        )
    })()
    await backUp({ databaseUrl: source.url, file })
    isWriting = false
    await writing
    await client.end()
    const url = await newTarget()
    await restore(url, file)
    const [row] = await ask(
      url,
      `select count(*) filter (where b.id is null)::int as alone from companies c left join branches b on b.company_id = c.id where c.code like 'W-%'`,
    )
    expect(row).toEqual({ alone: 0 })
  })
})

describe('what is not brought back', () => {
  beforeAll(async () => void (await backUp({ databaseUrl: source.url, file })))

  it('anything into a database that holds something', async () => {
    const before = await contentsOf(source.url)
    await expect(restore(source.url, file)).rejects.toThrow('not empty')
    expect(await contentsOf(source.url)).toEqual(before)
  })

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 2_000)],
    [
      'changed in the middle',
      (bytes: Buffer) => bytes.fill(0x41, bytes.length >> 1, (bytes.length >> 1) + 64),
    ],
  ])('half a backup: one %s leaves no row', async (_name, spoil) => {
    const spoiled = join(folder, 'spoiled.backup')
    writeFileSync(spoiled, spoil(readFileSync(file)))
    const url = await newTarget()
    await expect(restore(url, spoiled)).rejects.toThrow('This backup is')
    expect(await ask(url, 'select from companies')).toEqual([])
  })

  it.each([
    ['an empty file', () => ''],
    ['something else', () => 'a letter to the family'],
  ])('%s', async (_name, content) => {
    const strange = join(folder, 'strange.backup')
    writeFileSync(strange, content())
    await expect(restore(await newTarget(), strange)).rejects.toThrow('not a backup')
  })

  it.skipIf(process.platform !== 'linux')(
    'a backup that found no room: it fails, and leaves no file',
    async () => {
      const full = join(folder, 'full.backup')
      symlinkSync('/dev/full', `${full}.part`)
      await expect(backUp({ databaseUrl: source.url, file: full })).rejects.toThrow('ENOSPC')
      expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([])
    },
  )
})
