import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { borrowDatabase, openDatabase } from '@carewatch/launcher/database'
import { readSecrets } from '@carewatch/launcher/secrets'
import { migrate } from '@carewatch/migrations/migrate'
import { isAsDeclared } from '@carewatch/migrations/roles/grant-roles'
import { OWNER } from '@carewatch/migrations/roles/owner'
import { fillHouse } from '@carewatch/migrations/testing/fill-house'
import { roleOf, services, urlOf } from '@carewatch/platform/database/service-roles'
import { migrateQueues } from '@carewatch/platform/queues'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRelational } from '@carewatch/platform/database/client'
import { backUp } from './backup/backup.ts'
import { exportCompany } from './company/export.ts'
import { importCompany } from './company/import.ts'
import { lockOf, placeWith, sealAnew } from './company/testing.ts'
import { bringBack } from './commands/backup.ts'
import { examineDatabase } from './doctor/database.ts'
import { drill } from './commands/drill.ts'

const folder = mkdtempSync(join(tmpdir(), 'carewatch-owner-'))
const secrets = readSecrets(folder)
const file = join(folder, 'all.backup')
const opened: { stop: () => Promise<void> }[] = []
let database: { url: string; stop: () => Promise<void> }

const asSuperuser = (url: string, name = 'carewatch'): string =>
  Object.assign(new URL(url), { username: 'carewatch', password: secrets.postgres, pathname: `/${name}` })
    .href
async function as<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const ask = (url: string, text: string) => as(url, async (client) => (await client.query(text)).rows)
const usersSeen = async (url: string) => (await ask(url, 'select id from users')).length

/** Everything in the database that is not its owner's, but for what extensions brought along. */
const STRANGERS = `
select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where relowner <> '${OWNER}'::regrole and nspname !~ '^(pg_|information_schema)'
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
union all
select proname from pg_proc p join pg_namespace n on n.oid = pronamespace where proowner <> '${OWNER}'::regrole and nspname !~ '^(pg_|information_schema)'
  and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
union all select datname from pg_database where datname = 'carewatch' and datdba <> '${OWNER}'::regrole
union all select nspname from pg_namespace where nspname !~ '^(pg_|information_schema|public)' and nspowner <> '${OWNER}'::regrole`

/** As an installation of the version before: everything is the server's own user's. */
async function asBefore(url: string): Promise<void> {
  const server = asSuperuser(url, 'postgres')
  await ask(server, 'drop database carewatch with (force)')
  await ask(server, 'create database carewatch')
  await migrate(asSuperuser(url))
  await migrateQueues({ databaseUrl: asSuperuser(url), redisUrl: undefined })
  await as(asSuperuser(url), fillHouse)
}

beforeAll(async () => {
  database = await openDatabase(folder, secrets)
  opened.push(database)
})
afterAll(async () => {
  for (const each of opened) await each.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the database beside the data', () => {
  it('is made by an owner who is no superuser and passes no policy', async () => {
    await migrate(database.url)
    await migrateQueues({ databaseUrl: database.url, redisUrl: undefined })
    expect(await ask(database.url, STRANGERS)).toEqual([])
    const ofOwner = async (url: string) => (await examineDatabase(url)).find(({ what }) => what === 'Owner')
    expect((await ofOwner(database.url))?.state).toBe('fine')
    expect(await ofOwner(asSuperuser(database.url))).toMatchObject({
      state: 'look',
      why: expect.stringMatching(/superuser/),
    })
    const [who] = await ask(
      database.url,
      'select rolname, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user',
    )
    expect(who).toEqual({ rolname: OWNER, rolsuper: false, rolbypassrls: false, rolcreaterole: false })
    expect(await as(database.url, isAsDeclared)).toBe(true)
    await expect(ask(database.url, `copy users to program 'true'`)).rejects.toMatchObject({ code: '42501' })
    for (const service of services)
      expect(
        await ask(urlOf(database.url, service, secrets.database[service]), 'select current_user as name'),
      ).toEqual([{ name: roleOf(service) }])
  })

  it('of an installation of before becomes the owner’s at the next start, with every row, and parts go on meanwhile', async () => {
    await asBefore(database.url)
    const rows = await usersSeen(asSuperuser(database.url))
    expect(rows).toBeGreaterThan(0)
    const beside = await borrowDatabase(folder, secrets)
    expect(new URL(beside.url).username).toBe('carewatch')
    const part = new pg.Client(urlOf(database.url, 'api', secrets.database.api))
    await part.connect()
    await part.query('select id from users')
    const next = await openDatabase(folder, secrets)
    opened.push(next)
    expect((await part.query('select id from users')).rowCount).toBe(rows)
    expect((await part.query(`update users set first_name = 'Ruth' returning id`)).rowCount).toBe(rows)
    await part.end()
    expect(await ask(next.url, STRANGERS)).toEqual([])
    // Before the steps ran: they find the rows that they change.
    expect(await usersSeen(next.url)).toBe(rows)
    expect(await migrate(next.url)).toEqual([])
    expect(await as(next.url, isAsDeclared)).toBe(true)
    expect(new URL((await borrowDatabase(folder, secrets)).url).username).toBe(OWNER)
  })

  it('is backed up, tried and brought back by its owner', async () => {
    const { url } = database
    const { rows } = await backUp({ databaseUrl: url, file })
    expect(rows).toBeGreaterThan(50)
    expect(await drill({ url }, file)).toMatchObject({ rows })
    const seen = await usersSeen(url)
    const restored = await bringBack({ env: {} as never, folder, url }, file, { replace: true })
    expect(restored.rows).toBe(rows)
    expect(await usersSeen(url)).toBe(seen)
    expect(await ask(url, STRANGERS)).toEqual([])
  })

  it('lets its owner take a company out, and bring another in', async () => {
    const here = {
      env: { JWT_SECRET: 'a secret of the tests that is long' } as never,
      folder,
      url: database.url,
    }
    const { db, close } = openRelational(database.url, 1)
    await as(asSuperuser(database.url), sealAnew)
    const [there] = await ask(database.url, 'select code from companies')
    const out = join(folder, 'out.company')
    expect((await exportCompany({ ...here, db }, there.code, lockOf(out))).rows).toBeGreaterThan(50)
    await close()

    const other = await placeWith('a secret of another installation, long')
    await fillHouse(other.client)
    await sealAnew(other.client)
    const [coming] = await ask(other.url, 'select code from companies')
    const file = join(folder, 'in.company')
    await exportCompany(other, coming.code, lockOf(file))
    await other.end()
    await importCompany(here, lockOf(file))
    expect(await ask(database.url, 'select code from companies order by id')).toEqual([there, coming])
    expect(await ask(database.url, STRANGERS)).toEqual([])
  })

  it('is not backed up where rows of it would be left out', async () => {
    const { url } = database
    await ask(url, 'drop policy owner_rows on users')
    await expect(backUp({ databaseUrl: url, file })).rejects.toThrow(/users/)
    await migrate(url)
    expect((await backUp({ databaseUrl: url, file })).rows).toBeGreaterThan(50)
  })
})
