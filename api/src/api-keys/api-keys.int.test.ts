import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { API_KEYS_MAX } from '@carewatch/contracts/http/api-keys'
import { type Scope, scopes } from '@carewatch/contracts/scopes'
import { liveTopic } from '@carewatch/contracts/topics'
import {
  createApiKey,
  createBranch,
  createCompany,
  createDevice,
  TEST_PASSWORD,
} from '@carewatch/migrations/factories'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { auditLog, branches, companies, users } from '@carewatch/migrations/schema/people'
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEY_CALLS_A_MINUTE } from '../access/api-keys.ts'
import { makeSecret } from '../access/key-secret.ts'
import { type CompanyFixture, createCompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { openScreen, publish, settled } from '../testing/screen.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness({ TRUST_PROXY: '127.0.0.1' })
  fixture = await createCompanyFixture(harness)
  other = await createCompanyFixture(harness)
  await until('ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
})
afterAll(() => harness.close())

type Made = { secret: string; apiKey: { uuid: string; name: string; prefix: string } }
type Wanted = { scopes?: Scope[]; branchUUIDs?: string[]; expiresAt?: string; name?: string }

const ask = (token: string, body: object, path = '/apiKeys/new') =>
  harness.call('POST', path, { token, body: { password: TEST_PASSWORD, ...body } })

async function makeKey(wanted: Wanted = {}, by: CompanyFixture = fixture): Promise<Made> {
  const body = { name: 'Ward system', scopes: ['people:read', 'devices:read'], ...wanted }
  const answer = await ask(by.people.MANAGER.token, body)
  expect(answer.status).toBe(200)
  return answer.context
}
const rotate = async ({ apiKey }: Made, graceHours: number): Promise<Made> =>
  (await ask(fixture.people.MANAGER.token, { graceHours }, `/apiKeys/rotate/${apiKey.uuid}`)).context
const revoke = ({ apiKey }: Made) =>
  harness.call('POST', `/apiKeys/revoke/${apiKey.uuid}`, { token: fixture.people.MANAGER.token })

const rowOf = async ({ apiKey }: Made) => {
  const [row] = await harness.db.select().from(apiKeys).where(eq(apiKeys.uuid, apiKey.uuid))
  if (!row) throw new Error('no key')
  return row
}
const alarmNow = async (id: number) => {
  const [row] = await harness.db.select().from(alarms).where(eq(alarms.id, id))
  return row
}
const devicesBy = (token: string) => harness.call('GET', '/devices/all', { token })
const statusBy = async (token: string) => (await devicesBy(token)).status

describe('making a key', () => {
  it('says its secret once, and keeps its hash alone', async () => {
    const made = await makeKey()
    expect(made.secret.startsWith(`${made.apiKey.prefix}_`)).toBe(true)
    const row = await rowOf(made)
    expect(JSON.stringify(row)).not.toContain(made.secret.slice(-20))
    const list = await harness.call('GET', '/apiKeys/all', { token: fixture.people.MANAGER.token })
    expect(list.context.apiKeys).toContainEqual(made.apiKey)
    expect(JSON.stringify(list)).not.toContain(made.secret.slice(-20))
  })

  it('asks for the password', async () => {
    const body = { name: 'X', scopes: ['people:read'], password: 'wrong' }
    const before = await harness.db.$count(apiKeys)
    expect(await ask(fixture.people.MANAGER.token, body)).toMatchObject({ status: 400 })
    expect(await harness.db.$count(apiKeys)).toBe(before)
  })

  it('refuses a branch of another company, an end that is past, and a scope that is none', async () => {
    const body = { name: 'X', scopes: ['people:read'] }
    const { token } = fixture.people.MANAGER
    const wrong = async (more: object) => (await ask(token, { ...body, ...more })).context.errors
    expect(await wrong({ branchUUIDs: [other.branch.uuid] })).toHaveProperty(['branchUUIDs.0'])
    expect(await wrong({ branchUUIDs: [] })).toHaveProperty('branchUUIDs')
    expect(await wrong({ expiresAt: new Date(Date.now() - 1_000).toISOString() })).toHaveProperty('expiresAt')
    expect(await wrong({ scopes: ['everything'] })).toHaveProperty(['scopes.0'])
    expect(await wrong({ scopes: [] })).toHaveProperty('scopes')
    expect(await wrong({ name: 'x'.repeat(61) })).toHaveProperty('name')
  })

  it('is for an administrator of any company, and of one that is said', async () => {
    const { token } = fixture.people.ADMIN
    const body = { name: 'Of an administrator', scopes: ['people:read'] }
    expect((await ask(token, body)).context.errors).toHaveProperty('companyUUID')
    const made = await ask(token, { ...body, companyUUID: other.company.uuid })
    expect(made.context.apiKey.company.uuid).toBe(other.company.uuid)
    const own = await ask(fixture.people.MANAGER.token, { ...body, companyUUID: other.company.uuid })
    expect(own.status).toBe(404)
  })

  it('is offered the branches of one company, and of those that are visible alone', async () => {
    const of = async ({ token }: { token: string }, { company }: CompanyFixture) => {
      const { context } = await harness.call('GET', `/branch/all?companyUuid=${company.uuid}`, { token })
      return context.branches.map(({ uuid }: { uuid: string }) => uuid)
    }
    expect(await of(fixture.people.ADMIN, other)).toEqual([other.branch.uuid])
    expect(await of(fixture.people.MANAGER, fixture)).toContain(fixture.branch.uuid)
    expect(await of(fixture.people.MANAGER, other)).toEqual([])
  })

  it('lets a company have so many and no more', async () => {
    const full = await createCompany(harness.db)
    const manager = await harness.person('MANAGER', { companyId: full.id })
    for (let made = 1; made < API_KEYS_MAX; made++)
      await createApiKey(harness.db, { companyId: full.id, createdById: manager.id })
    const tries = ['A', 'B'].map((name) => ask(manager.token, { name, scopes: ['people:read'] }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('leaves nobody who signs in, is listed, or is called', async () => {
    const { userId } = await rowOf(await makeKey({ name: 'Listed nowhere' }))
    const [row] = await harness.db.select().from(users).where(eq(users.id, userId))
    expect(row).toMatchObject({ isActive: false, passwordHash: null, role: 'USER' })
    expect(row?.deletedAt).not.toBeNull()
    const people = await harness.call('GET', '/admin/user/listing?search=nowhere', {
      token: fixture.people.MANAGER.token,
    })
    expect(people.context.total).toBe(0)
  })
})

describe('a call by key', () => {
  it('sees its company and nothing of another', async () => {
    const { secret } = await makeKey()
    const { context } = await devicesBy(secret)
    const uuids = context.devices.map(({ uuid }: { uuid: string }) => uuid)
    expect(uuids).toContain(fixture.device.uuid)
    expect(uuids).not.toContain(other.device.uuid)
    const detail = (uuid: string) => harness.call('GET', `/devices/detail/${uuid}`, { token: secret })
    expect((await detail(fixture.device.uuid)).status).toBe(200)
    expect((await detail(other.device.uuid)).status).toBe(404)
  })

  it('sees of named branches these, several of them, and no other', async () => {
    const [second, third] = await Promise.all([
      createBranch(harness.db, fixture.company.id),
      createBranch(harness.db, fixture.company.id),
    ])
    const [there, away] = await Promise.all([
      createDevice(harness.db, { companyId: fixture.company.id, branchId: second.id }),
      createDevice(harness.db, { companyId: fixture.company.id, branchId: third.id }),
    ])
    const { secret } = await makeKey({
      scopes: ['devices:read', 'company:read', 'people:read'],
      branchUUIDs: [fixture.branch.uuid, second.uuid],
    })
    const { context } = await devicesBy(secret)
    const uuids = context.devices.map(({ uuid }: { uuid: string }) => uuid)
    expect(uuids).toEqual(expect.arrayContaining([fixture.device.uuid, there.uuid]))
    expect(uuids).not.toContain(away.uuid)
    const listed = await harness.call('GET', '/branch/all', { token: secret })
    const named = listed.context.branches.map(({ uuid }: { uuid: string }) => uuid)
    expect(named.toSorted()).toEqual([fixture.branch.uuid, second.uuid].toSorted())
    const people = await harness.call('GET', '/wearers/all', { token: secret })
    expect(people.context.wearers.map(({ uuid }: { uuid: string }) => uuid)).toContain(fixture.wearer.uuid)
    await harness.db.update(branches).set({ isActive: false }).where(eq(branches.id, second.id))
    await until('a closed branch is seen no more', async () => {
      const now = await devicesBy(secret)
      return !now.context.devices.some(({ uuid }: { uuid: string }) => uuid === there.uuid)
    })
  })

  it('is refused what its scopes do not hold, and told which it would take', async () => {
    const { secret } = await makeKey({ scopes: ['devices:read'] })
    const refused = await harness.call('GET', '/wearers/all', { token: secret })
    expect(refused).toMatchObject({ status: 403, context: { scope: 'people:read' } })
    expect(refused.message).toContain('people:read')
    const audit = await harness.call('GET', '/audit', { token: secret })
    expect(audit).toMatchObject({ status: 403, context: null })
    const keys = await harness.call('GET', '/apiKeys/all', { token: secret })
    expect(keys.status).toBe(403)
  })

  it('answers no alarm', async () => {
    const calling = await createCompanyFixture(harness)
    const { secret: token } = await makeKey({ scopes: [...scopes] }, calling)
    const { alarm } = await raiseAlarm(harness, calling, { kind: 'SOS', severity: 'CRITICAL', latched: true })
    const paths = ['acknowledge', 'close', 'cancel', 'bedside'].map((verb) => `/alarms/${alarm.uuid}/${verb}`)
    for (const path of [...paths, `/incidents/${alarm.uuid}/take`, '/notification/acknowledge/all']) {
      const refused = await harness.call('POST', path, { token, body: {} })
      expect([path, refused.status]).toEqual([path, 403])
    }
    await expect(alarmNow(alarm.id)).resolves.toMatchObject({ acknowledgedAt: null, closedAt: null })
  })

  it('ends no alarm by its task, its watch or who wears it', async () => {
    const calling = await createCompanyFixture(harness)
    const { secret: token } = await makeKey({ scopes: [...scopes] }, calling)
    const { alarm, task } = await raiseAlarm(harness, calling, { kind: 'SOS', severity: 'CRITICAL' })
    const { device, people } = calling
    const tried = [
      await harness.call('POST', `/tasks/update/${task.uuid}`, {
        token,
        body: { status: 'IN_PROGRESS', assignedTo: people.SUPERVISOR.uuid },
      }),
      await harness.call('DELETE', `/admin/device/${device.uuid}`, { token }),
      await harness.call('POST', '/wearers/takeBack', { token, body: { deviceUUID: device.uuid } }),
    ]
    expect(tried.map(({ status }) => status)).toEqual([403, 403, 403])
    await expect(alarmNow(alarm.id)).resolves.toMatchObject({ acknowledgedAt: null, closedAt: null })
  })

  it('sees no home without the scope of places', async () => {
    await harness.db
      .update(devices)
      .set({ homeLat: 32.1, homeLng: 34.8 })
      .where(eq(devices.id, fixture.device.id))
    const homeBy = async (...given: Scope[]) => {
      const { secret: token } = await makeKey({ scopes: given })
      return (await harness.call('GET', `/devices/detail/${fixture.device.uuid}`, { token })).context
        .homeLocation
    }
    expect(await homeBy('devices:read')).toBeNull()
    expect(await homeBy('devices:read', 'locations:read')).toEqual({ lat: 32.1, lng: 34.8 })
  })

  it('is forgotten by nobody: what it did stays under its name', async () => {
    const made = await makeKey({ name: 'Nurse call' })
    const { userId } = await rowOf(made)
    const [row] = await harness.db.select().from(users).where(eq(users.id, userId))
    for (const who of ['MANAGER', 'ADMIN'] as const) {
      const { token } = fixture.people[who]
      const path = `/admin/user/erase/${row?.uuid}`
      expect((await harness.call('POST', path, { token, body: {} })).status).not.toBe(200)
    }
    const [after] = await harness.db.select().from(users).where(eq(users.id, userId))
    expect([after?.firstName, after?.erasedAt]).toEqual(['Nurse call', null])
  })

  it('of two branches writes what is in its second', async () => {
    const next = await createCompanyFixture(harness, fixture.company)
    const branchUUIDs = [fixture.branch.uuid, next.branch.uuid]
    const { secret: token } = await makeKey({ scopes: ['devices:write'], branchUUIDs })
    const body = { name: 'Renamed', branchId: next.branch.uuid }
    const { status } = await harness.call('POST', `/devices/update/${next.device.uuid}`, { token, body })
    expect(status).toBe(200)
  })

  it('of single branches may not what is a manager’s', async () => {
    const { secret } = await makeKey({ scopes: ['rooms:write'], branchUUIDs: [fixture.branch.uuid] })
    const body = { name: '99', branchUUID: fixture.branch.uuid }
    const refused = await harness.call('POST', '/blt/room/new', { token: secret, body })
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('branches') })
  })

  it('leaves its name at what it changes and at whom it looks', async () => {
    const made = await makeKey({ name: 'Nurse call', scopes: ['alarms:comment', 'readings:read'] })
    const { userId } = await rowOf(made)
    const { alarm } = await raiseAlarm(harness, fixture)
    const body = { note: 'From the nurse call' }
    const path = `/alarms/${alarm.uuid}/comment`
    expect((await harness.call('POST', path, { token: made.secret, body })).status).toBe(200)
    const overview = `/readings/overview/${fixture.device.imei}`
    expect((await harness.call('GET', overview, { token: made.secret })).status).toBe(200)
    const token = fixture.people.MANAGER.token
    await until('both are written', async () => {
      const traces = await harness.db.$count(auditLog, eq(auditLog.userId, userId))
      return traces >= 2
    })
    const list = await harness.call('GET', '/audit?size=50', { token })
    const own = list.context.traces.filter(
      ({ user }: { user: { name: string } | null }) => user?.name === 'Nurse call (API)',
    )
    expect(own.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['commented', 'viewed']),
    )
    const viewings = await harness.call('GET', `/devices/viewings/${fixture.device.uuid}`, {
      token: fixture.people.OWNER.token,
    })
    expect(JSON.stringify(viewings.context)).toContain('Nurse call (API)')
  })

  it('notes when and from where it was used last, once a minute', async () => {
    const made = await makeKey()
    expect((await rowOf(made)).lastUsedAt).toBeNull()
    await harness.call('GET', '/devices/all', { token: made.secret, from: '203.0.113.9' })
    await until('noted', async () => (await rowOf(made)).lastUsedAt !== null)
    const first = await rowOf(made)
    expect(first.lastUsedFrom).toBe('203.0.113.9')
    await harness.call('GET', '/devices/all', { token: made.secret, from: '203.0.113.10' })
    await harness.call('GET', '/devices/all', { token: made.secret, from: '203.0.113.10' })
    expect((await rowOf(made)).lastUsedAt).toEqual(first.lastUsedAt)
  })
})

describe('a key that is none', () => {
  it('is refused alike: unknown, wrong, malformed, expired, revoked, of a closed company or branch', async () => {
    const good = await makeKey()
    const { publicId } = await rowOf(good)
    const expired = await makeKey()
    await harness.db
      .update(apiKeys)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(apiKeys.uuid, expired.apiKey.uuid))
    const revoked = await makeKey()
    expect((await revoke(revoked)).status).toBe(200)
    const closed = await createCompanyFixture(harness)
    const ofClosed = await makeKey({}, closed)
    const ofBranch = await makeKey({ branchUUIDs: [closed.branch.uuid] }, closed)
    await harness.db.update(branches).set({ isActive: false }).where(eq(branches.id, closed.branch.id))
    expect(await statusBy(ofClosed.secret)).toBe(200)
    expect(await statusBy(ofBranch.secret)).toBe(401)
    await harness.db.update(companies).set({ isActive: false }).where(eq(companies.id, closed.company.id))
    await until('the company is closed', async () => (await statusBy(ofClosed.secret)) === 401)
    const bad = [
      makeSecret().secret,
      makeSecret(publicId).secret,
      `${good.secret.slice(0, -1)}${good.secret.endsWith('A') ? 'B' : 'A'}`,
      'cw_live_',
      expired.secret,
      revoked.secret,
      ofClosed.secret,
      ofBranch.secret,
    ]
    const answers = await Promise.all(
      bad.map((token) => harness.exchange('GET', '/devices/all', { token, from: '198.51.100.1' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(bad.map(() => 401))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await statusBy(good.secret)).toBe(200)
  })

  it('is no hash of a secret: by that a broker alone signs a program in', async () => {
    const { apiKey, secret } = await makeKey()
    const hash = createHash('sha256').update(secret).digest('hex')
    const token = `${apiKey.prefix}#${hash}`
    expect(await statusBy(token)).toBe(401)
    const screen = await openScreen(harness)
    screen.send({ type: 'authorize', token })
    expect(await screen.untilReceived('refused')).toMatchObject({ reason: 'token' })
  })

  it('is tried so often from one address and no oftener, and a good one goes on', async () => {
    const from = '198.51.100.77'
    const { secret } = await makeKey()
    const late = await makeKey()
    const devices = (token: string) => harness.exchange('GET', '/devices/all', { token, from })
    expect((await devices(secret)).status).toBe(200)
    const statuses: number[] = []
    for (let tries = 0; tries < 31; tries++) statuses.push((await devices(makeSecret().secret)).status)
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true)
    const refused = await devices(makeSecret().secret)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await devices(secret)).status).toBe(200)
    expect((await devices(late.secret)).status).toBe(200)
    expect(await statusBy(late.secret)).toBe(200)
  })

  it('is no sign-in of a person: tiles of the map and the account take none', async () => {
    const { secret } = await makeKey()
    expect((await harness.call('GET', '/auth/validateToken', { token: secret })).status).toBe(403)
    const tiles = await fetch(`${harness.api.url}/api/map/tiles`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(tiles.status).not.toBe(200)
  })
})

describe('rotating', () => {
  it('leaves the secret of before good for its grace, and none older', async () => {
    const first = await makeKey()
    const second = await rotate(first, 1)
    expect(await Promise.all([first, second].map(({ secret }) => statusBy(secret)))).toEqual([200, 200])
    const third = await rotate(first, 24)
    const all = [first, second, third]
    expect(await Promise.all(all.map(({ secret }) => statusBy(secret)))).toEqual([401, 200, 200])
    await harness.db
      .update(apiKeys)
      .set({ formerUntil: new Date(Date.now() - 1) })
      .where(eq(apiKeys.uuid, first.apiKey.uuid))
    await until('its grace is over', async () => (await statusBy(second.secret)) === 401)
    expect(await statusBy(third.secret)).toBe(200)
  })

  it('without grace ends the one of before at once', async () => {
    const first = await makeKey()
    expect(await statusBy(first.secret)).toBe(200)
    const second = await rotate(first, 0)
    expect(await Promise.all([first, second].map(({ secret }) => statusBy(secret)))).toEqual([401, 200])
  })

  it('by another process, of which this one has not heard yet, gives a secret that is good at once', async () => {
    const key = await makeKey()
    expect(await statusBy(key.secret)).toBe(200)
    const { publicId } = await rowOf(key)
    const { secret, hash } = makeSecret(publicId)
    await harness.db.update(apiKeys).set({ secretHash: hash }).where(eq(apiKeys.publicId, publicId))
    expect(await statusBy(secret)).toBe(200)
    expect(await statusBy(key.secret)).toBe(401)
  })

  it('asks for the password, and a grace that is offered', async () => {
    const { apiKey } = await makeKey()
    const path = `/apiKeys/rotate/${apiKey.uuid}`
    const { token } = fixture.people.MANAGER
    expect((await ask(token, { graceHours: 1, password: 'wrong' }, path)).status).toBe(400)
    expect((await ask(token, { graceHours: 2 }, path)).status).toBe(400)
  })
})

it('does not go beyond its calls a minute, and keeps no other key from theirs', async () => {
  const [busy, calm] = await Promise.all([makeKey(), makeKey()])
  const statuses = new Map<number, number>()
  for (let sent = 0; sent < KEY_CALLS_A_MINUTE + 20; sent += 20) {
    const calls = Array.from({ length: 20 }, () =>
      harness.exchange('GET', '/models/all', { token: busy.secret }),
    )
    for (const { status } of await Promise.all(calls)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(statuses.get(200)).toBe(KEY_CALLS_A_MINUTE)
  expect(statuses.get(429)).toBe(20)
  const refused = await harness.exchange('GET', '/models/all', { token: busy.secret })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await statusBy(calm.secret)).toBe(200)
}, 60_000)

describe('the live socket', () => {
  const join = async (token: string) => {
    const screen = await openScreen(harness)
    screen.send({ type: 'authorize', token })
    return screen
  }

  it('takes a key with the scope for it alone', async () => {
    const without = await join((await makeKey()).secret)
    await until('closed', () => without.closed.code !== 0)
    expect([without.closed.code, without.received]).toEqual([4401, [{ type: 'refused', reason: 'scope' }]])
    const unknown = await join(makeSecret().secret)
    await until('closed', () => unknown.closed.code !== 0)
    expect(unknown.received).toEqual([{ type: 'refused', reason: 'token' }])
  })

  it('passes on what the scopes hold, of its own company', async () => {
    const [reader, alarms] = await Promise.all([
      makeKey({ scopes: ['live:read', 'readings:read'] }),
      makeKey({ scopes: ['live:read', 'alarms:read'] }),
    ])
    const screens = await Promise.all([join(reader.secret), join(alarms.secret)])
    for (const screen of screens) {
      await screen.untilReceived('authorized')
      screen.send({ type: 'watch', devices: [fixture.device.uuid, other.device.uuid] })
      await settled(screen)
    }
    const [readerScreen, alarmScreen] = screens
    const reading = (deviceUuid: string) =>
      publish(harness, liveTopic.readings(deviceUuid), {
        type: 'readings',
        deviceUuid,
        readings: [{ time: new Date(), values: { heartRate: 72 } }],
      })
    await until('a reading is received', async () => {
      await Promise.all([reading(fixture.device.uuid), reading(other.device.uuid)])
      return readerScreen?.received.some(({ type }) => type === 'readings') ?? false
    })
    await settled(alarmScreen as (typeof screens)[number])
    expect(readerScreen?.received.every((one) => one['deviceUuid'] !== other.device.uuid)).toBe(true)
    expect(alarmScreen?.received.some(({ type }) => type === 'readings')).toBe(false)
    for (const { socket } of screens) socket.close()
  })

  it('ends when its key is revoked, in seconds', async () => {
    const made = await makeKey({ scopes: ['live:read'] })
    const screen = await join(made.secret)
    await screen.untilReceived('authorized')
    const from = Date.now()
    expect((await revoke(made)).status).toBe(200)
    await once(screen.socket, 'close')
    expect(screen.closed.code).toBe(4401)
    expect(Date.now() - from).toBeLessThan(10_000)
  })

  it('ends with the grace of the secret that it came by', async () => {
    const made = await makeKey({ scopes: ['live:read'] })
    const screen = await join(made.secret)
    await screen.untilReceived('authorized')
    const next = await rotate(made, 1)
    const after = await join(next.secret)
    await after.untilReceived('authorized')
    await harness.db
      .update(apiKeys)
      .set({ formerUntil: new Date(Date.now() - 1) })
      .where(and(eq(apiKeys.uuid, made.apiKey.uuid), isNotNull(apiKeys.formerHash)))
    await once(screen.socket, 'close')
    expect([screen.closed.code, after.closed.code]).toEqual([4401, 0])
    after.socket.close()
  })
})

describe('who manages keys', () => {
  it('is a manager, of their company, and an administrator', async () => {
    const made = await makeKey()
    const others = await harness.call('GET', '/apiKeys/all', { token: other.people.MANAGER.token })
    expect(JSON.stringify(others.context)).not.toContain(made.apiKey.uuid)
    const revoked = await harness.call('POST', `/apiKeys/revoke/${made.apiKey.uuid}`, {
      token: other.people.MANAGER.token,
    })
    expect(revoked.status).toBe(404)
    const nurse = await harness.call('GET', '/apiKeys/all', { token: fixture.people.SUPERVISOR.token })
    expect(nurse.status).toBe(403)
    const asked = `/apiKeys/all?companyUuid=${fixture.company.uuid}&size=200`
    const all = await harness.call('GET', asked, { token: fixture.people.ADMIN.token })
    expect(JSON.stringify(all.context)).toContain(made.apiKey.uuid)
    expect(await statusBy(made.secret)).toBe(200)
  })
})
