import { roleOf, services, urlOf } from '@carewatch/platform/database/service-roles'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../factories.ts'
import { migrate } from '../migrate.ts'
import { grantsToMake } from './grant-roles.ts'
import { grants } from './grants.ts'
import { letServicesIn } from './let-in.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let owner: pg.Client
const signedIn = {} as Record<(typeof services)[number], pg.Client>
beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client(database.url)
  await owner.connect()
  for (const service of services) {
    signedIn[service] = new pg.Client(asService(database.url, service))
    await signedIn[service].connect()
  }
  await createUser(database.db, { role: 'OWNER' })
})
afterAll(async () => {
  await Promise.all([owner, ...Object.values(signedIn)].map((client) => client.end()))
  await database.drop()
})

const DENIED = /permission denied|must be owner/

describe('the role of each service', () => {
  it('is declared for every table, and for none that is not there', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migrations'`,
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(grants).toSorted())
  })

  it('owns nothing, makes nothing and passes no policy', async () => {
    const { rows } = await owner.query(
      `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolinherit as "isMighty",
        exists (select from pg_class where relowner = r.oid) or exists (select from pg_proc where proowner = r.oid)
          or exists (select from pg_namespace where nspowner = r.oid) as owns
       from pg_roles r where rolname = any($1::text[]) order by 1`,
      [services.map(roleOf)],
    )
    expect(rows).toEqual(
      services
        .map(roleOf)
        .toSorted()
        .map((name) => ({ name, isMighty: false, owns: false })),
    )
    for (const client of Object.values(signedIn)) {
      await expect(client.query('create table mine (id int)')).rejects.toThrow(DENIED)
      await expect(client.query('select from migrations')).rejects.toThrow(DENIED)
    }
  })

  it('has what is declared, and what was given by hand is taken back with the next start', async () => {
    expect(await grantsToMake(owner)).toEqual(new Map())
    await owner.query(
      'grant select on uploads to carewatch_broker; grant delete on alarms to carewatch_staff',
    )
    await owner.query(
      'grant update (totp_secret) on users to carewatch_rules; revoke select on alarms from carewatch_api',
    )
    await owner.query('drop policy service_rows on alarms')
    await owner.query(
      'alter policy staff_rows on fences using (true); create policy all_rows on users to carewatch_staff using (true)',
    )
    await owner.query('alter table rooms disable row level security')
    expect([...(await grantsToMake(owner)).keys()].toSorted()).toEqual([
      'alarms',
      'fences',
      'rooms',
      'uploads',
      'users',
    ])
    await migrate(database.url)
    expect(await grantsToMake(owner)).toEqual(new Map())
    await expect(signedIn.broker.query('select from uploads')).rejects.toThrow(DENIED)
    await expect(signedIn.rules.query("update users set totp_secret = ''")).rejects.toThrow(DENIED)
    expect((await signedIn.api.query('select from alarms')).rows).toEqual([])
  })
})

describe('the audit log', () => {
  it.each([
    'delete from audit_log',
    "update audit_log set action = 'x'",
    'truncate audit_log',
    'alter table audit_log disable trigger all',
    'drop trigger audit_log_only_added_to on audit_log',
    'set session_replication_role = replica',
    'select from audit_seals',
    'insert into audit_seals (position, audit_id, hash, sealed_at) values (1, 1, null, now())',
    'update audit_chain set position = 9',
  ])('is closed to the interface: %s', async (change) => {
    await expect(signedIn.api.query(change)).rejects.toThrow(/permission denied|must be owner/)
  })

  it('is written by the interface alone, sealed by the rules alone, and read by the auditor, who reads nothing else', async () => {
    const write = "insert into audit_log (action) values ('a')"
    await signedIn.api.query(write)
    for (const other of ['broker', 'rules', 'auditor'] as const)
      await expect(signedIn[other].query(write)).rejects.toThrow(DENIED)
    expect((await signedIn.auditor.query('select action from audit_log')).rows).toEqual([{ action: 'a' }])
    for (const table of ['users', 'readings', 'wearers', 'devices'])
      await expect(signedIn.auditor.query(`select from ${table}`)).rejects.toThrow(DENIED)
    await expect(signedIn.auditor.query('delete from audit_seals')).rejects.toThrow(DENIED)
  })
})

describe('secrets of people', () => {
  it('are read by the interface alone', async () => {
    const hashes = 'select password_hash from users'
    expect((await signedIn.api.query(hashes)).rowCount).toBe(1)
    expect((await signedIn.rules.query('select id, first_name from users')).rowCount).toBe(1)
    for (const service of ['broker', 'rules'] as const) {
      await expect(signedIn[service].query(hashes)).rejects.toThrow(DENIED)
      await expect(signedIn[service].query('select * from users')).rejects.toThrow(DENIED)
      await expect(signedIn[service].query('select from sessions, wearer_care')).rejects.toThrow(DENIED)
    }
    await expect(signedIn.rules.query('select credential_hash from devices')).rejects.toThrow(DENIED)
  })
})

it('a role signs in by its own password alone', async () => {
  const wrong = new pg.Client(urlOf(database.url, 'api', 'of the broker'))
  await expect(wrong.connect()).rejects.toThrow('authentication failed')
  await expect(letServicesIn(asService(database.url, 'api'), { broker: 'guessed' })).resolves.toBeUndefined()
  const broker = new pg.Client(asService(database.url, 'broker'))
  await broker.connect()
  await broker.end()
})
