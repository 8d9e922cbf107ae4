import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSeal } from '@carewatch/api/auth/seal'
import { readEnv } from '@carewatch/launcher/env'
import { readSecrets } from '@carewatch/launcher/secrets'
import {
  createPasskey,
  createCompany,
  createDevice,
  createUser,
  uniqueImei,
  createRejectedMessage,
} from '@carewatch/migrations/factories'
import { isPassword } from '@carewatch/platform/credentials/password'
import { brokerNodes, devices, deviceStatus } from '@carewatch/migrations/schema/devices'
import { auditLog, users } from '@carewatch/migrations/schema/people'
import { emptyDatabase, testDatabase } from '@carewatch/platform/database/testing'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { bringBack, makeBackup } from './commands/backup.ts'
import { importList, readList, rotateDevice } from './commands/devices.ts'
import { exportPerson } from './commands/export-person.ts'
import { describeUnknown, replayMessages } from './commands/messages.ts'
import { createAdmin, erase, resetPassword } from './commands/people.ts'
import { resealFor, rotateSecrets } from './commands/secrets.ts'
import { examine } from './doctor/examine.ts'
import type { Installation } from './open.ts'

const folder = mkdtempSync(join(tmpdir(), 'carewatch-admin-'))
let database: Awaited<ReturnType<typeof testDatabase>>
let here: Installation

const installationOf = (url: string, own = folder): Installation => ({
  env: readEnv({ DATABASE_URL: url, DATA_DIR: own }),
  folder: own,
  url,
  db: database.db,
})
const personOf = async (email: string) =>
  (await here.db.select().from(users).where(eq(users.email, email)))[0]

async function codesOf(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<{ code: string }>('select code from companies')).rows.map(({ code }) => code)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  database = await testDatabase()
  here = installationOf(database.url)
  // As its first start did.
  readSecrets(folder)
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

describe('people', () => {
  it('makes an administrator who must change the password, once', async () => {
    const { password } = await createAdmin(here, 'ruth@house.test', 'Ruth Levi')
    const ruth = await personOf('ruth@house.test')
    expect(ruth).toMatchObject({
      firstName: 'Ruth',
      lastName: 'Levi',
      role: 'ADMIN',
      mustChangePassword: true,
    })
    expect(await isPassword(password, ruth?.passwordHash ?? '')).toBe(true)
    await expect(createAdmin(here, 'RUTH@house.test', 'Ruth')).rejects.toThrow('there already')
    await expect(createAdmin(here, 'no address', 'Ruth')).rejects.toThrow('e-mail')
    const traces = await here.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityUuid, ruth?.uuid ?? ''))
    expect(traces).toMatchObject([{ action: 'created', address: 'command line', userId: null }])
  })

  it('gives a new password, by which the old one and every sign-in end', async () => {
    const { email, userName } = await createUser(here.db, { role: 'OWNER' })
    const { password } = await resetPassword(here, userName)
    const person = await personOf(email)
    expect(await isPassword(password, person?.passwordHash ?? '')).toBe(true)
    expect(await isPassword('carewatch', person?.passwordHash ?? '')).toBe(false)
    expect(person).toMatchObject({ mustChangePassword: true, passwordExpiresAt: expect.any(Date) })
    await expect(resetPassword(here, 'nobody@house.test')).rejects.toThrow('Nobody')
  })

  it('exports all of one person, and nothing of another; then forgets them', async () => {
    const dana = await createUser(here.db, { role: 'OWNER', firstName: 'Danatheowner' })
    const other = await createUser(here.db, { role: 'OWNER', firstName: 'Somebodyelse' })
    await createPasskey(here.db, dana.id, { name: 'Dana’s phone', credentialId: 'not-for-export' })
    const { id, imei } = await createDevice(here.db, { ownerId: dana.id })
    const foreign = await createDevice(here.db, { ownerId: other.id })
    const client = new pg.Client(here.url)
    await client.connect()
    for (const device of [id, foreign.id])
      await client.query('insert into readings (device_id, metric, time, value) values ($1, 1, now(), 71)', [
        device,
      ])
    await client.end()

    const target = join(folder, 'dana')
    const counts = await exportPerson(here, dana.email, target)
    expect(counts).toMatchObject({ 'person.csv': 1, 'devices.csv': 1, 'readings.csv': 1, 'passkeys.csv': 1 })
    const all = readdirSync(target)
      .map((name) => readFileSync(join(target, name), 'utf8'))
      .join('\n')
    expect(all).toContain(imei)
    expect(all).toContain('Danatheowner')
    expect(all).toContain('Dana’s phone')
    expect(all).not.toContain('not-for-export')
    expect(all).not.toContain(foreign.imei)
    expect(all).not.toContain('Somebodyelse')
    expect(all).not.toContain('argon2id')
    expect(statSync(join(target, 'person.csv')).mode & 0o777).toBe(0o600)

    await erase(here, dana.email)
    expect(await personOf(dana.email)).toBeUndefined()
    await expect(exportPerson(here, dana.email, target)).rejects.toThrow('Nobody')
  })
})

describe('devices from a list', () => {
  it('are looked at first, and registered when asked to; passwords go into a file of its owner', async () => {
    await createCompany(here.db, { name: 'Sunrise', code: 'SUN' })
    const [one, two] = [uniqueImei(), uniqueImei()]
    const csv = join(folder, 'devices.csv')
    const lines = [`${one},425010000000002,Room 1,native,SUN`, `${two},1,Room 2,native,Nowhere`]
    writeFileSync(csv, ['\uFEFFimei,imsi,name,deviceModel,company', ...lines, ''].join('\r\n'))

    const looked = await importList(here, readList(csv), {})
    expect(looked.outcomes[0]).toContain(`line 2  ${one}  NEW`)
    expect(looked.outcomes[1]).toContain(`line 3  ${two}  INVALID`)
    expect(looked.made).toEqual([])
    expect(await here.db.select().from(devices).where(eq(devices.imei, one))).toEqual([])

    const credentials = join(folder, 'credentials.csv')
    writeFileSync(credentials, 'of a list before')
    await expect(importList(here, readList(csv), { credentials })).rejects.toThrow('EEXIST')
    expect(await here.db.select().from(devices).where(eq(devices.imei, one))).toEqual([])
    rmSync(credentials)

    const { made } = await importList(here, readList(csv), { credentials })
    expect(made).toMatchObject([{ imei: one, username: one }])
    expect(readFileSync(credentials, 'utf8')).toBe(
      `imei,username,password\n${one},${one},${made[0]?.password}\n`,
    )
    expect(statSync(credentials).mode & 0o777).toBe(0o600)

    const rotated = await rotateDevice(here, one)
    expect(rotated.password).not.toBe(made[0]?.password)
    await expect(rotateDevice(here, '000')).rejects.toThrow('No device')
  })

  it('say which column is none of ours', () => {
    const csv = join(folder, 'strange.csv')
    writeFileSync(csv, 'imei,colour\n1,red\n')
    expect(() => readList(csv)).toThrow('"colour"')
  })
})

describe('secrets', () => {
  it('are made anew, and what the old one locked opens with the new one', async () => {
    const { jwt, service } = readSecrets(folder)
    const { id, uuid } = await createUser(here.db, { role: 'MANAGER' })
    const totpSecret = createSeal(jwt).lock('JBSWY3DPEHPK3PXP', uuid)
    await here.db.update(users).set({ totpSecret }).where(eq(users.id, id))

    expect(await rotateSecrets(here, ['jwt'])).toBe(1)
    const after = readSecrets(folder)
    expect(after.jwt).not.toBe(jwt)
    expect(after.service).toBe(service)
    const [person] = await here.db.select().from(users).where(eq(users.id, id))
    expect(createSeal(after.jwt).open(person?.totpSecret ?? Buffer.alloc(0), uuid)).toBe('JBSWY3DPEHPK3PXP')
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(join(folder, 'secrets.before.json'), 'utf8'))).toMatchObject({ jwt })
  })

  it('of the environment are changed by two files, and only by what opens', async () => {
    const [oldFile, newFile] = [join(folder, 'old'), join(folder, 'new')]
    const secrets = { old: ` ${'o'.repeat(40)} `, new: 'n'.repeat(40) }
    const { id, uuid } = await createUser(here.db, { role: 'MANAGER' })
    await here.db.update(users).set({ totpSecret: null })
    const totpSecret = createSeal(secrets.old).lock('JBSWY3DPEHPK3PXP', uuid)
    await here.db.update(users).set({ totpSecret }).where(eq(users.id, id))
    writeFileSync(oldFile, `${secrets.old}\n`)
    writeFileSync(newFile, 'short')
    expect(() => resealFor(here, { oldFile, newFile })).toThrow('32 characters')
    expect(() => resealFor(here, { oldFile, newFile: oldFile })).toThrow('the same')
    writeFileSync(newFile, secrets.new)
    await expect(resealFor(here, { oldFile: newFile, newFile: oldFile })).rejects.toThrow('authenticate')
    expect(await resealFor(here, { oldFile, newFile })).toBe(1)
    const [person] = await here.db.select().from(users).where(eq(users.id, id))
    expect(createSeal(secrets.new).open(person?.totpSecret ?? Buffer.alloc(0), uuid)).toBe('JBSWY3DPEHPK3PXP')
    await here.db.update(users).set({ totpSecret: null }).where(eq(users.id, id))
  })

  it('stay as they are where something does not open with them', async () => {
    const { id, uuid } = await createUser(here.db, { role: 'MANAGER' })
    const totpSecret = createSeal('a secret of another installation').lock('JBSWY3DPEHPK3PXP', uuid)
    await here.db.update(users).set({ totpSecret }).where(eq(users.id, id))
    const before = readSecrets(folder)
    await expect(rotateSecrets(here, ['jwt'])).rejects.toThrow('authenticate')
    expect(readSecrets(folder)).toEqual(before)
    await here.db.update(users).set({ totpSecret: null }).where(eq(users.id, id))
  })
})

it('moves to another machine: its rows and the secrets that open them', async () => {
  const file = join(folder, 'backups', 'all.backup')
  await makeBackup(here, file, { secrets: true, lock: undefined })
  const target = await emptyDatabase()
  const newFolder = mkdtempSync(join(tmpdir(), 'carewatch-admin-new-'))
  const there = installationOf(target.url, newFolder)
  try {
    expect(await bringBack(there, file, { replace: false })).toMatchObject({ hasSecrets: true })
    expect(readSecrets(newFolder).jwt).toBe(readSecrets(folder).jwt)
    expect(readSecrets(newFolder).postgres).not.toBe(readSecrets(folder).postgres)
    await expect(bringBack(there, file, { replace: false })).rejects.toThrow('not empty')
    expect(await bringBack(there, file, { replace: true })).toMatchObject({ hasSecrets: true })
  } finally {
    await target.drop()
    rmSync(newFolder, { recursive: true })
  }
})

// Said loudly at the start of the run where there is none.
const timescale = process.env.TEST_TIMESCALE_URL
describe.each([
  ['', undefined],
  [', though TimescaleDB keeps somebody in each database', timescale],
])('a backup in place of what is there%s', (_where, server) => {
  it.skipIf(_where !== '' && !server)(
    'replaces nothing unless all of it can be brought back',
    async () => {
      const file = join(folder, 'backups', 'all.backup')
      await makeBackup(here, file, { secrets: true, lock: undefined })
      const target = await emptyDatabase(server)
      const newFolder = mkdtempSync(join(tmpdir(), 'carewatch-admin-new-'))
      const there = installationOf(target.url, newFolder)
      const replacing = (which: string) => bringBack(there, which, { replace: true })
      try {
        await bringBack(there, file, { replace: false })
        const client = new pg.Client(target.url)
        await client.connect()
        await client.query("insert into companies (name, code) values ('Kept', 'KEPT')")
        await expect(replacing(file)).rejects.toThrow('connected')
        await client.end()
        const half = join(newFolder, 'half.backup')
        writeFileSync(half, readFileSync(file).subarray(0, -20))
        await expect(replacing(half)).rejects.toThrow(/not a backup|cut short/)
        await expect(replacing(join(newFolder, 'none'))).rejects.toThrow('no such file')
        expect(await codesOf(target.url)).toContain('KEPT')
        await replacing(file)
        expect(await codesOf(target.url)).not.toContain('KEPT')
      } finally {
        await target.drop()
        rmSync(newFolder, { recursive: true })
      }
    },
    60_000,
  )
})

describe('the doctor', () => {
  it('finds what is fine and what is not', async () => {
    const findings = await examine(here)
    const stateOf = (what: string) => findings.find((finding) => finding.what === what)?.state
    expect(stateOf('Database')).toBe('fine')
    expect(stateOf('Tables')).toBe('fine')
    // The tests' own server is made fast this way.
    expect(stateOf('A commit is on the disk')).toBe('wrong')
    expect(stateOf('PUBLIC_URL')).toBe('look')
    expect(findings).toContainEqual({
      state: 'fine',
      what: 'Accounts',
      why: 'only this machine can sign in (HOST=127.0.0.1)',
    })
    expect(stateOf('Second step')).toBe('look')
    const asking = { ...here, env: { ...here.env, ADMIN_TWO_STEP: 'asked' as const } }
    expect(await examine(asking)).toContainEqual(
      expect.objectContaining({ what: 'Second step', state: 'fine' }),
    )
  })

  it('names the command for what start refuses', async () => {
    const own = await testDatabase()
    await createUser(own.db, { email: 'admin@demo.test' })
    const open = { ...here, url: own.url, env: { ...here.env, HOST: '0.0.0.0' } }
    expect(await examine(open)).toContainEqual({
      state: 'wrong',
      what: 'Accounts',
      why: expect.stringContaining('npx --yes pnpm@12 admin change-known-passwords'),
    })
    await own.drop()
  })

  it('says where the database does not keep companies apart', async () => {
    const own = await testDatabase()
    const stateOf = async () =>
      (await examine({ ...here, url: own.url })).find(({ what }) => what === 'Companies')?.state
    expect(await stateOf()).toBe('fine')
    await own.db.execute(sql`alter table sessions no force row level security`)
    expect(await stateOf()).toBe('look')
    await own.drop()
  })

  it('says that watches in use find their port closed', async () => {
    const isClosed = async () =>
      (await examine({ ...here, env: { ...here.env, WATCH_PORT: 'off' } })).some(
        ({ what, state }) => what === 'Watches over plain TCP' && state === 'wrong',
      )
    expect(await isClosed()).toBe(false)
    const { id } = await createDevice(here.db, { deviceModel: 'Vivistar VL16P' })
    await here.db.update(deviceStatus).set({ lastSeenAt: new Date() }).where(eq(deviceStatus.deviceId, id))
    expect(await isClosed()).toBe(true)
  })

  it('takes an installation without a folder, as in a container, for what it is', async () => {
    const secret = 'a secret of thirty-two characters or more'
    const given = { DATABASE_URL: here.url, JWT_SECRET: secret, MQTT_URL: 'mqtt://[::1]:1883' }
    const findings = await examine({ ...here, folder: '/none', env: readEnv(given) })
    expect(findings).toContainEqual({ state: 'fine', what: 'Secrets', why: 'from the environment' })
    expect(findings).toContainEqual({
      state: 'fine',
      what: 'Data folder',
      why: 'none: everything is in the database',
    })
    expect(findings.find(({ what }) => what === 'Broker')?.why).toContain('::1:1883')
  })

  it('says whether push has its keys where nobody makes them, and nothing of it where start does', async () => {
    const env = readEnv({ DATABASE_URL: here.url })
    const push = async (at: string) =>
      (await examine({ ...here, folder: at, env })).filter(({ what }) => what === 'Push')
    vi.stubEnv('SERVICE_SECRET', 'of the parts')
    vi.stubEnv('VAPID_PUBLIC_KEY', '')
    expect(await push('/none')).toMatchObject([{ state: 'look' }])
    expect(await push(folder)).toEqual([])
    vi.stubEnv('VAPID_PUBLIC_KEY', 'one')
    vi.stubEnv('VAPID_PRIVATE_KEY', 'and the other')
    expect(await push('/none')).toMatchObject([{ state: 'fine' }])
  })

  it('takes a balancer with nobody behind it for no broker and no interface', async () => {
    const server = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Safe: a TCP server's address is an object.
    const { port } = server.address() as AddressInfo
    const balancer = {
      MQTT_URL: `mqtt://127.0.0.1:${port}`,
      MQTT_PORT: String(port),
      HTTP_PORT: String(port),
    }
    const env = readEnv({ DATABASE_URL: here.url, DATA_DIR: folder, ...balancer })
    const doors = async () =>
      (await examine({ ...here, env })).filter(({ what }) => ['Broker', 'Interface'].includes(what))
    const nobody = `127.0.0.1:${port} is open, and nobody answers behind it`
    try {
      expect(await doors()).toEqual([
        { state: 'wrong', what: 'Broker', why: nobody },
        { state: 'wrong', what: 'Interface', why: nobody },
      ])
      await here.db.insert(brokerNodes).values({ seenAt: new Date() })
      server.removeAllListeners('request').on('request', (_, response) => response.end('{}'))
      const why = `answers at 127.0.0.1:${port}`
      expect(await doors()).toEqual([
        { state: 'fine', what: 'Broker', why },
        { state: 'fine', what: 'Interface', why },
      ])
    } finally {
      await here.db.delete(brokerNodes)
      server.closeAllConnections()
      server.close()
    }
  })

  it('says so when the database is away', async () => {
    const findings = await examine({ ...here, url: 'postgres://nobody:nothing@127.0.0.1:1/none' })
    expect(findings[0]).toMatchObject({ state: 'wrong', what: 'Database' })
    expect(findings.map(({ why }) => why).join(' ')).not.toContain('nothing')
  })
})

describe('what devices say that nobody knows', () => {
  it('is listed by model with how it looks, and read once more', async () => {
    const { id } = await createDevice(here.db, { deviceModel: 'Beehome L009' })
    const keep = (line: Buffer, detail: string, at: string) =>
      createRejectedMessage(here.db, { deviceId: id, receivedAt: new Date(at), detail, payload: line })
    await keep(Buffer.from('IWAPSP,97#'), 'APSP', '2026-11-21T12:00:00Z')
    await keep(Buffer.from('IWAPZQ,1#'), 'APZQ', '2026-11-21T12:00:00Z')
    await keep(Buffer.from([1, 2, 255]), 'APZQ', '2026-11-21T12:01:00Z')
    expect(await describeUnknown(here)).toEqual([
      'Beehome L009  APZQ  2 times  2026-11-21T12:01:00.000Z  0102ff',
      'Beehome L009  APSP  1 times  2026-11-21T12:00:00.000Z  IWAPSP,97#',
    ])
    expect(await replayMessages(here, { ring: false })).toEqual({ read: 1, left: 2, calls: 0 })
    expect(await describeUnknown(here)).toHaveLength(1)
  })
})
