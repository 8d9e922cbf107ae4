import { roleOf, STAFF } from '@carewatch/platform/database/service-roles'
import { emptyDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../migrate.ts'
import { fillHouse } from '../testing/fill-house.ts'
import { grantsToMake } from './grant-roles.ts'
import { FORMER } from './policies.ts'

const LAST_OF_BEFORE = '0051_two_step_roles.sql'
const DENIED = { code: '42501' }

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Client
let before: pg.Client
beforeEach(async () => {
  database = await emptyDatabase()
  owner = new pg.Client(database.url)
  before = new pg.Client(database.url)
  await Promise.all([owner.connect(), before.connect()])
})
afterEach(async () => {
  await Promise.all([owner, before].map((client) => client.end()))
  await database.drop()
})

const askFor = (company: number) =>
  before.query(`select set_config('role', '${FORMER}', false), set_config('carewatch.company', $1, false)`, [
    String(company),
  ])
const count = async (table: string): Promise<number | null> =>
  (await before.query(`select from ${table}`)).rowCount

describe('an interface of the version before', () => {
  beforeEach(() => migrate(database.url, { until: LAST_OF_BEFORE }))

  it('asks on behalf of staff as it did, until the steps run once more a day later', async () => {
    const own = await fillHouse(owner)
    await fillHouse(owner)
    await askFor(own)
    const TABLES = ['devices', 'wearers', 'users', 'sessions', 'wearer_care', 'readings']
    const seen: (number | null)[] = []
    for (const table of TABLES) seen.push(await count(table))
    expect(seen).toEqual([1, 1, 2, 2, 1, 2])
    await migrate(database.url)
    const still: (number | null)[] = []
    for (const table of TABLES) still.push(await count(table))
    expect(still).toEqual(seen)
    expect((await before.query('select password_hash from users')).rowCount).toBe(2)
    // Each of several machines runs the steps when it is replaced.
    await migrate(database.url)
    expect(await count('sessions')).toBe(2)
    await owner.query("update migrations set applied_at = now() - interval '25 hours'")
    await migrate(database.url)
    for (const table of [...TABLES, 'unjudged', 'front_doors'])
      await expect(count(table)).rejects.toMatchObject(DENIED)
    expect(await grantsToMake(owner)).toEqual(new Map())
  })

  it('goes on beside a run that was cut off, and the one that does it again', async () => {
    const own = await fillHouse(owner)
    await askFor(own)
    const holder = new pg.Client(database.url)
    await holder.connect()
    await holder.query('begin; lock table device_events in access share mode')
    await expect(migrate(database.url, { giveUpMs: 200 })).rejects.toThrow('device_events')
    await holder.end()
    expect(await count('sessions')).toBe(1)
    await migrate(database.url)
    expect(await count('sessions')).toBe(1)
  })

  it('is not waited for where nothing of it runs', async () => {
    await migrate(database.url, { isAlone: true })
    await askFor(1)
    await expect(count('users')).rejects.toMatchObject(DENIED)
  })
})

it('nothing is left to its role in a database that it never saw', async () => {
  await migrate(database.url)
  await owner.query('create table later (id int)')
  await askFor(1)
  for (const table of ['users', 'devices', 'unjudged', 'later'])
    await expect(count(table)).rejects.toMatchObject(DENIED)
})

describe('an owner who is no superuser', () => {
  const name = `owner_${process.pid}`
  let url: string
  beforeEach(async () => {
    await owner.query(`create role ${name} login noinherit password 'of the owner'`)
    await owner.query(`grant ${STAFF}, ${FORMER}, ${roleOf('api')} to ${name} with admin option`)
    const { rows } = await owner.query<{ name: string }>('select current_database() as name')
    await owner.query(`alter database ${rows[0]?.name} owner to ${name}`)
    // Before PostgreSQL 16 who inherits nothing has no rights of a database's owner either.
    await owner.query(`alter schema public owner to ${name}`)
    url = Object.assign(new URL(database.url), { username: name, password: 'of the owner' }).href
  })
  afterEach(async () => {
    await owner.query(`reassign owned by ${name} to current_user; drop owned by ${name}; drop role ${name}`)
  })

  it('sees by its policy what the steps and backups need, and nothing without it', async () => {
    await migrate(url)
    await fillHouse(owner)
    const own = new pg.Client(url)
    await own.connect()
    expect((await own.query('select from users')).rowCount).toBe(1)
    expect((await own.query("update users set first_name = 'Ruth' returning id")).rowCount).toBe(1)
    await owner.query('drop policy owner_rows on users')
    expect((await own.query('select from users')).rowCount).toBe(0)
    await migrate(url)
    expect((await own.query('select from users')).rowCount).toBe(1)
    await own.end()
  })
})
