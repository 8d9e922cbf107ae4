import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readEnv } from '@carewatch/launcher/env'
import { openDemo } from '@carewatch/launcher/production/demo-accounts'
import { createAccount, createCompany, createSession, createUser } from '@carewatch/migrations/factories'
import { auditLog, sessions, users } from '@carewatch/migrations/schema/people'
import { isPassword } from '@carewatch/platform/credentials/password'
import { openRelational } from '@carewatch/platform/database/client'
import { emptyDatabase, testDatabase } from '@carewatch/platform/database/testing'
import { migrate } from '@carewatch/migrations/migrate'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { restore } from '../backup/restore.ts'
import { beginAnew, changeKnownPasswords, closeDemo } from './demo.ts'

let folder: string
let database: Awaited<ReturnType<typeof testDatabase>>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carewatch-demo-'))
  database = await testDatabase()
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const production = { DEMO: false, HOST: '0.0.0.0' }
const personOf = async (email: string) =>
  (await database.db.select().from(users).where(eq(users.email, email)))[0]

it('closes the demo: nobody signs in or stays signed in, its watches are worn by no program, and others stay', async () => {
  const { db, url } = database
  writeFileSync(join(folder, 'demo-fleet.json'), '{}')
  const demo = await createUser(db, { email: 'admin@demo.test' })
  const ruth = await createUser(db, { email: 'ruth@house.test' })
  await createSession(db, demo.id)
  await createSession(db, ruth.id)
  expect(await closeDemo({ db, folder })).toBe(1)
  expect(await personOf('admin@demo.test')).toMatchObject({ isActive: false, passwordHash: null })
  expect(await personOf('ruth@house.test')).toMatchObject({ isActive: true, passwordHash: ruth.passwordHash })
  const open = (await db.select().from(sessions)).filter(({ endedAt }) => endedAt === null)
  expect(open.map(({ userId }) => userId)).toEqual([ruth.id])
  expect(existsSync(join(folder, 'demo-fleet.json'))).toBe(false)
  expect(await db.select().from(auditLog)).toMatchObject([{ entityUuid: demo.uuid, address: 'command line' }])
  expect(await openDemo({ ...production, HOST: '127.0.0.1' }, url)).toEqual([])
  expect(await closeDemo({ db, folder })).toBe(0)
})

it('reaches every account of somebody of the demo who works in two houses', async () => {
  const { db, url } = database
  const [here, there] = [await createCompany(db), await createCompany(db)]
  const olga = await createUser(db, { email: 'olga@demo.test', role: 'SUPERVISOR', companyId: here.id })
  const second = await createAccount(db, olga, { role: 'SUPERVISOR', companyId: there.id })
  for (const { id } of [olga, second]) await createSession(db, id)
  const openSessions = async () =>
    (await db.select().from(sessions)).filter(({ endedAt }) => endedAt === null)
  // Nobody is there but the demo.
  expect(await openDemo(production, url)).toMatchObject([{ mend: expect.stringContaining('begin-anew') }])

  const { emails, password } = await changeKnownPasswords({ db })
  expect(emails).toEqual(['olga@demo.test'])
  expect(await openSessions()).toEqual([])
  expect(await isPassword(password, (await personOf('olga@demo.test'))?.passwordHash ?? '')).toBe(true)
  const traces = await db.select().from(auditLog).where(eq(auditLog.action, 'passwordSet'))
  expect(traces.map(({ entityUuid }) => entityUuid)).toEqual([olga.uuid, second.uuid])

  for (const { id } of [olga, second]) await createSession(db, id)
  expect(await closeDemo({ db, folder })).toBe(2)
  expect(await openSessions()).toEqual([])
  expect((await db.select().from(users)).filter((row) => row.isActive || row.passwordHash)).toEqual([])
  expect(await openDemo({ ...production, HOST: '127.0.0.1' }, url)).toEqual([])
})

it('knows the passwords of administrators by whatever they sign in by', async () => {
  const { db } = database
  const { id: companyId } = await createCompany(db)
  const ruth = await createUser(db, { email: 'ruth@house.test', role: 'OWNER', companyId })
  await createAccount(db, ruth, { role: 'ADMIN' })
  expect(await openDemo({ DEMO: true, HOST: '0.0.0.0' }, database.url)).toHaveLength(1)
  expect((await changeKnownPasswords({ db })).emails).toEqual(['ruth@house.test'])
  expect(await openDemo({ DEMO: true, HOST: '0.0.0.0' }, database.url)).toEqual([])
})

it('changes the passwords that everybody knows, and no other', async () => {
  const { db, url } = database
  const demo = await createUser(db, { email: 'admin@demo.test' })
  await createSession(db, demo.id)
  await createUser(db, { email: 'careless@house.test' })
  await createUser(db, { email: 'owner@house.test', role: 'OWNER' })
  const { emails, password } = await changeKnownPasswords({ db })
  expect(emails).toEqual(['admin@demo.test', 'careless@house.test'])
  expect(await isPassword(password, (await personOf('admin@demo.test'))?.passwordHash ?? '')).toBe(true)
  expect((await db.select().from(sessions))[0]?.endedAt).not.toBeNull()
  expect(await openDemo({ DEMO: true, HOST: '0.0.0.0' }, url)).toEqual([])
  expect((await changeKnownPasswords({ db })).emails).toEqual([])
})

it.each([
  ['beside the data', '.'],
  ['where it works, as in a container, which has no folder of data', 'none'],
])(
  'begins anew with an empty database of this version, and what there was can be brought back from %s',
  async (_, data) => {
    const { url, drop } = await emptyDatabase()
    await migrate(url)
    const { db, close } = openRelational(url, 1)
    await createCompany(db, { code: 'GAC' })
    await createUser(db, { email: 'admin@demo.test' })
    // Whoever is connected would notice.
    await close()
    const env = readEnv({ DATABASE_URL: url, DATA_DIR: folder })
    const file = await beginAnew({ env, folder: join(folder, data), url }, data === 'none' ? folder : '/')
    expect([dirname(file), existsSync(join(folder, 'none'))]).toEqual([folder, false])
    expect(await countIn(url)).toEqual({ companies: 0, users: 0 })
    const old = await emptyDatabase()
    await restore(old.url, file)
    expect(await countIn(old.url)).toEqual({ companies: 1, users: 1 })
    await Promise.all([drop(), old.drop()])
  },
)

async function countIn(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ companies: number; users: number }>(
    'select (select count(*)::int from companies) as companies, (select count(*)::int from users) as users',
  )
  await client.end()
  return rows[0]
}
