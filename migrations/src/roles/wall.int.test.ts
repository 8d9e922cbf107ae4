import { roleOf, STAFF } from '@carewatch/platform/database/service-roles'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillHouse } from '../testing/fill-house.ts'
import { hypertablesThere } from '../timescale.ts'
import { rowsOf } from './rows-of.ts'

/** Where a name that looks like a secret's is none. */
const NO_SECRETS = [
  'audit_chain.hash',
  'audit_seals.hash',
  'branches.code',
  'companies.code',
  'failed_tries.key',
  'branch_papers.hash',
  'incident_files.hash',
  'known_places.key',
  'users.country_code',
]
const SECRET = String.raw`(_hash|_secret|_token|_key|_code|_locked)$|^(hash|secret|key|code|p256dh|auth|endpoint)$|^token`

type Column = { table: string; column: string }

let database: Awaited<ReturnType<typeof testDatabase>>
let owner: pg.Client
let staff: pg.Client
/** Of the other house: of each table the keys of its rows, as the owner sees them. */
const others = new Map<string, string[]>()
/** Of each table: its key, and what may be written of it. */
const tables = new Map<string, { key: string; columns: string[] }>()

const TABLES = `
select c.relname as table, format('concat_ws(''|'', %s)', (select string_agg(quote_ident(attname), ', ' order by attnum)
    from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary)) as key,
  (select array_agg(attname::text order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
    and attgenerated = '' and attidentity = '') as columns
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and relname <> 'migrations'`

const keysOf = async (client: pg.Client, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ key: string }>(
    `select ${tables.get(table)?.key} as key from ${table}`,
  )
  return rows.map(({ key }) => key)
}

beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client(database.url)
  staff = new pg.Client(asService(database.url, 'api'))
  await Promise.all([owner.connect(), staff.connect()])
  const { rows } = await owner.query<{ table: string; key: string; columns: string[] }>(TABLES)
  for (const { table, ...one } of rows) tables.set(table, one)
  const own = await fillHouse(owner)
  const before = new Map<string, string[]>()
  for (const table of tables.keys()) before.set(table, await keysOf(owner, table))
  await fillHouse(owner)
  for (const table of tables.keys()) {
    const after = await keysOf(owner, table)
    others.set(
      table,
      after.filter((key) => !before.get(table)?.includes(key)),
    )
  }
  await staff.query(
    `select set_config('role', '${STAFF}', false), set_config('carewatch.company', $1, false)`,
    [String(own)],
  )
})
afterAll(async () => {
  await Promise.all([owner, staff].map((client) => client.end()))
  await database.drop()
})

const DENIED = { code: '42501' }
const names = (which: 'staff' | 'apart' | 'shared') =>
  Object.entries(rowsOf).flatMap(([table, whose]) => (which in whose ? [table] : []))

/** How many rows staff changed by it; none where they have no right to. */
const rowsOrDenied = (statement: string, values: unknown[]): Promise<number | null> =>
  staff.query(statement, values).then(
    ({ rowCount }) => rowCount,
    (error: { code?: string }) => (error.code === DENIED.code ? 0 : Promise.reject(error)),
  )

/** Which of these columns staff may fill; the first, where that is none. */
async function insertable(table: string, columns: readonly string[]): Promise<string> {
  const { rows } = await owner.query<{ column: string }>(
    `select quote_ident(name) as column from unnest($1::text[]) name where has_column_privilege('${STAFF}', $2::text, name, 'insert')`,
    [columns, table],
  )
  return rows.map(({ column }) => column).join(', ') || (columns[0] ?? '')
}

describe('every table', () => {
  it('that is anybody’s is behind a wall, for its owner too', async () => {
    const { rows } = await owner.query<{ table: string }>(
      `select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname <> 'migrations' and not (relrowsecurity and relforcerowsecurity) order by 1`,
    )
    const hypertables = await hypertablesThere(owner)
    expect(rows.map(({ table }) => table).filter((table) => !hypertables.includes(table))).toEqual(
      names('shared').toSorted(),
    )
    expect(names('shared')).toEqual([
      'articles',
      'channel_states',
      'device_models',
      'products',
      'reading_days_known',
      'reading_weeks_known',
      'watch_findings',
    ])
  })

  it('has rows of the other house in this test', () => {
    const empty = [...others].filter(([, keys]) => keys.length === 0).map(([table]) => table)
    expect(empty.toSorted()).toEqual([...names('shared'), 'audit_chain'].toSorted())
  })
})

describe('a company’s staff', () => {
  it.each(names('staff'))('see and change no row of another house in %s', async (table) => {
    const theirs = others.get(table) ?? []
    const seen = await keysOf(staff, table)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((key) => theirs.includes(key))).toEqual([])
    const { key = '', columns = [] } = tables.get(table) ?? {}
    for (const write of [`update ${table} set ${columns[0]} = ${columns[0]}`, `delete from ${table}`])
      expect(await rowsOrDenied(`${write} where ${key} = any($1)`, [theirs])).toBe(0)
    const copied = await insertable(table, columns)
    const { rows } = await owner.query<{ row: object }>(
      `select to_jsonb(t) as row from ${table} t where ${key} = $1`,
      [theirs[0]],
    )
    await expect(
      staff.query(
        `insert into ${table} (${copied}) select ${copied} from jsonb_populate_record(null::${table}, $1)`,
        [rows[0]?.row],
      ),
    ).rejects.toMatchObject(DENIED)
  })

  it.each(names('apart'))('have no right on %s', async (table) => {
    const column = tables.get(table)?.columns[0] ?? ''
    for (const asked of [
      `select from ${table}`,
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `insert into ${table} (${column}) select null where false`,
    ])
      await expect(staff.query(asked)).rejects.toMatchObject(DENIED)
  })

  it.each(names('shared'))('read %s, and change nothing of it', async (table) => {
    expect((await staff.query(`select from ${table}`)).rowCount).toBeGreaterThanOrEqual(0)
    await expect(staff.query(`delete from ${table}`)).rejects.toMatchObject(DENIED)
    await expect(staff.query(`insert into ${table} default values`)).rejects.toMatchObject(DENIED)
  })

  it('see of accounts those of their house, administrators, whoever is around its people, and by what these sign in', async () => {
    const { rows } = await owner.query<{ id: number }>(
      `insert into users (first_name, user_name, email, role)
       select n, n, n || '@carewatch.test', case n when 'a' then 'ADMIN' else 'USER' end from unnest('{a,b,c,d,e,f}'::text[]) n returning id`,
    )
    const [admin, signsIn, signsInThere, nobodys, around, aroundThere] = rows.map(({ id }) => id)
    const ofHouse = (which: 'min' | 'max') => `(select ${which}(id) from users where role = 'OWNER')`
    for (const [id, which] of [
      [signsIn, 'min'],
      [signsInThere, 'max'],
    ] as const)
      await owner.query(`update users set identity_id = $1 where id in ($1, ${ofHouse(which)})`, [id])
    await owner.query(
      `insert into wearer_relations (wearer_id, user_id, kind)
       values ((select min(id) from wearers), $1, 'RELATIVE'), ((select max(id) from wearers), $2, 'RELATIVE')`,
      [around, aroundThere],
    )
    const seen = await staff.query<{ id: number }>('select id from users where id = any($1) order by id', [
      [admin, signsIn, signsInThere, nobodys, around, aroundThere],
    ])
    expect(seen.rows.map(({ id }) => id)).toEqual([admin, signsIn, around])
  })

  it('see by what those around their people sign in, who work elsewhere', async () => {
    const { rows } = await owner.query<{ id: number }>(
      `insert into users (first_name, user_name, email, role)
       select n, n, n || '@carewatch.test', 'USER' from unnest('{g,h,i,j}'::text[]) n returning id`,
    )
    const [signsIn, around, signsInThere, aroundThere] = rows.map(({ id }) => id)
    await owner.query(
      `update users set identity_id = case when id in ($1, $2) then $1::integer else $3 end where id in ($1, $2, $3, $4)`,
      [signsIn, around, signsInThere, aroundThere],
    )
    const watch = (which: 'min' | 'max') => `(select ${which}(id) from devices)`
    await owner.query(
      `insert into relatives (device_id, user_id, name) values (${watch('min')}, $1, 'g'), (${watch('max')}, $2, 'j')`,
      [around, aroundThere],
    )
    const ids = [signsIn, around, signsInThere, aroundThere]
    const seen = await staff.query('select id from users where id = any($1) order by id', [ids])
    expect(seen.rows).toEqual([{ id: signsIn }, { id: around }])
  })

  it('name whoever did something, wherever they are by now', async () => {
    const { rows } = await owner.query<{ id: number; name: object }>(
      `select id, json_build_object('uuid', uuid, 'firstName', first_name, 'lastName', last_name) as name
       from users where company_id = (select max(id) from companies) limit 1`,
    )
    const [theirs] = rows
    const named = await staff.query('select account_name($1) as name', [theirs?.id])
    expect(named.rows).toEqual([{ name: theirs?.name }])
    const broker = await owner.query(
      `select has_function_privilege('${roleOf('broker')}', 'account_name(integer)', 'execute') as may`,
    )
    expect(broker.rows).toEqual([{ may: false }])
  })
})

describe('secrets', () => {
  const COLUMNS = `
select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations' and a.attname ~ $1 order by 1, 2`

  /** What looks like a secret, or is said to be one. */
  const secrets = async (): Promise<Column[]> => {
    const { rows } = await owner.query<Column>(COLUMNS, [SECRET])
    return rows.filter(({ table, column }) => !NO_SECRETS.includes(`${table}.${column}`))
  }

  const readBy = async (role: string): Promise<string[]> => {
    const found: string[] = []
    for (const { table, column } of await secrets()) {
      const { rows } = await owner.query<{ may: boolean }>(
        `select has_column_privilege($1, $2::text, $3::text, 'select') or has_column_privilege($1, $2::text, $3::text, 'insert')
           or has_column_privilege($1, $2::text, $3::text, 'update') as may`,
        [role, table, column],
      )
      if (rows[0]?.may) found.push(`${table}.${column}`)
    }
    return found
  }

  it('are for nobody who is asked for on behalf of staff', async () => {
    const all = await secrets()
    expect(all).toContainEqual({ table: 'users', column: 'password_hash' })
    for (const { table, column } of all) {
      await expect(staff.query(`select ${column} from ${table}`)).rejects.toMatchObject(DENIED)
      await expect(staff.query(`update ${table} set ${column} = null`)).rejects.toMatchObject(DENIED)
      await expect(
        staff.query(`insert into ${table} (${column}) select null where false`),
      ).rejects.toMatchObject(DENIED)
    }
  })

  it('are read by the part that needs them', async () => {
    expect(await readBy(STAFF)).toEqual([])
    expect(await readBy(roleOf('auditor'))).toEqual([])
    expect(await readBy(roleOf('broker'))).toEqual([
      'beacons.bind_key',
      'beacons.identity_key',
      'devices.credential_hash',
      'gateways.credential_hash',
      'pairing_codes.code_hash',
    ])
    expect(await readBy(roleOf('rules'))).toEqual([
      'deliveries.answer_code',
      'push_subscriptions.auth',
      'push_subscriptions.endpoint',
      'push_subscriptions.p256dh',
    ])
  })
})
