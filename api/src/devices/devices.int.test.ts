import {
  createBranch,
  createCompany,
  createDevice,
  createRejectedMessage,
  uniqueImei,
} from '@carewatch/migrations/factories'
import { hashCredential } from '@carewatch/platform/credentials/device-credentials'
import { devices, deviceStatus, watchSettings } from '@carewatch/migrations/schema/devices'
import { companies } from '@carewatch/migrations/schema/people'
import { unregisteredDevices } from '@carewatch/migrations/schema/readings'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { acceptInvitation } from '../testing/invitations.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  other = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const imeis = (answer: { context: { devices: { imei: string }[] } }) =>
  answer.context.devices.map(({ imei }) => imei)
const body = (extra: object = {}) => ({
  imei: uniqueImei(),
  imsi: '425010000000009',
  name: 'Watch of Ana',
  deviceModel: 'native',
  ...extra,
})

describe('the list of devices', () => {
  it.each([
    'MANAGER',
    'SUPERVISOR',
    'OWNER',
    'RELATIVE',
    'MONITOR',
    'BRANCH_MONITOR',
    'COMPANY_MONITOR',
  ] as const)('shows a %s their own house and nothing of another', async (role) => {
    const { token } = fixture.people[role]
    const answer = await harness.call('GET', '/devices/all?size=200', { token })
    expect(imeis(answer)).toContain(fixture.device.imei)
    expect(imeis(answer)).not.toContain(other.device.imei)
    const search = `/devices/all?search=${other.device.imei}`
    expect((await harness.call('GET', search, { token })).context.total).toBe(0)
  })

  it('shows an administrator every house', async () => {
    const { token } = fixture.people.ADMIN
    const answer = await harness.call('GET', '/devices/all?size=200', { token })
    expect(imeis(answer)).toEqual(expect.arrayContaining([fixture.device.imei, other.device.imei]))
  })

  it('shows a supervisor the watch of an owner they look after, in whichever branch', async () => {
    const elsewhere = await createBranch(harness.db, fixture.company.id)
    const far = await createDevice(harness.db, {
      companyId: fixture.company.id,
      branchId: elsewhere.id,
      ownerId: fixture.people.OWNER.id,
    })
    const find = async (role: 'SUPERVISOR' | 'MONITOR') =>
      imeis(
        await harness.call('GET', `/devices/all?search=${far.imei}`, { token: fixture.people[role].token }),
      )
    expect(await find('SUPERVISOR')).toEqual([far.imei])
    expect(await find('MONITOR')).toEqual([])
  })

  it('hides deleted devices', async () => {
    const gone = await createDevice(harness.db, { companyId: fixture.company.id, deletedAt: new Date() })
    const { token } = fixture.people.MANAGER
    expect((await harness.call('GET', `/devices/all?search=${gone.imei}`, { token })).context.total).toBe(0)
    expect((await harness.call('GET', `/devices/detail/${gone.uuid}`, { token })).status).toBe(404)
  })

  it('pages, sorts and filters on the server', async () => {
    const company = await createCompany(harness.db)
    const { token } = await harness.person('MANAGER', { companyId: company.id })
    for (const name of ['Cedar', 'Aspen', 'Birch'])
      await createDevice(harness.db, { companyId: company.id, name, isSold: name === 'Birch' })
    const names = async (query: string) => {
      const { context } = await harness.call('GET', `/devices/all?${query}`, { token })
      return [context.total, ...context.devices.map(({ name }: { name: string }) => name)]
    }
    expect(await names('size=2&sort=name')).toEqual([3, 'Aspen', 'Birch'])
    expect(await names('size=2&page=2&sort=name')).toEqual([3, 'Cedar'])
    expect(await names('sort=-name')).toEqual([3, 'Cedar', 'Birch', 'Aspen'])
    expect(await names('filterKey=isSold')).toEqual([1, 'Birch'])
    expect(await names('filterKey=isNotSold&sort=name')).toEqual([2, 'Aspen', 'Cedar'])
    expect(await names('search=eda')).toEqual([1, 'Cedar'])
    expect(await names('search=%25')).toEqual([0])
    expect(await harness.call('GET', '/devices/all?sort=password', { token })).toMatchObject({
      status: 400,
      context: { errors: { sort: 'is not known' } },
    })
    expect((await harness.call('GET', '/devices/all?size=201', { token })).status).toBe(400)
  })

  it('holds, for an owner, what they own; for a relative, what they may follow', async () => {
    for (const role of ['OWNER', 'RELATIVE'] as const) {
      const { token } = fixture.people[role]
      const answer = await harness.call('GET', `/devices/owned?search=${fixture.device.imei}`, { token })
      expect(imeis(answer)).toEqual([fixture.device.imei])
    }
    const { token } = fixture.people.MANAGER
    expect((await harness.call('GET', '/devices/owned', { token })).context).toEqual({
      devices: [],
      total: 0,
    })
  })
})

describe('the state of a device', () => {
  it('has a clock that is wrong, for whoever sees to how it works', async () => {
    const { device, people } = fixture
    const clock = async (token: string) =>
      (await harness.call('GET', `/devices/detail/${device.uuid}`, { token })).context.clockSkew
    const set = (clockSkew: boolean) =>
      harness.db.update(deviceStatus).set({ clockSkew }).where(eq(deviceStatus.deviceId, device.id))
    await set(true)
    expect([await clock(people.MANAGER.token), await clock(people.OWNER.token)]).toEqual([true, null])
    await set(false)
    expect(await clock(people.MANAGER.token)).toBe(false)
  })

  it('is fresh, battery and all, when it has just spoken; offline when it never has', async () => {
    const { token } = fixture.people.MANAGER
    const detail = async (uuid: string) =>
      (await harness.call('GET', `/devices/detail/${uuid}`, { token })).context.device
    const silent = await createDevice(harness.db, { companyId: fixture.company.id })
    const seen = await createDevice(harness.db, { companyId: fixture.company.id })
    await harness.db
      .update(deviceStatus)
      .set({ online: true, lastSeenAt: minutesAgo(1), battery: 64 })
      .where(eq(deviceStatus.deviceId, seen.id))
    expect(await detail(silent.uuid)).toMatchObject({ freshness: 'OFFLINE', online: false, lastSeenAt: null })
    expect(await detail(seen.uuid)).toMatchObject({
      freshness: 'FRESH',
      online: true,
      battery: 64,
      expectedIntervalMs: 900_000,
    })
  })

  it('counts its open alarms and names its people', async () => {
    await raiseAlarm(harness, fixture)
    const { token } = fixture.people.SUPERVISOR
    const { context } = await harness.call('GET', `/devices/detail/${fixture.device.uuid}`, { token })
    expect(context.device).toMatchObject({
      openAlarms: 1,
      ownerUUID: fixture.people.OWNER.uuid,
      relatives: [fixture.people.RELATIVE.uuid],
      company: { uuid: fixture.company.uuid },
    })
    expect(context.owner.uuid).toBe(fixture.people.OWNER.uuid)
    expect(context.relatives).toMatchObject([{ name: 'Rita', sosPriority: 'MEDIUM' }])
    expect(JSON.stringify(context)).not.toContain('credential')
  })

  it('has the limits of its settings, else of its company, else of the metric, side by side', async () => {
    await harness.db
      .update(companies)
      .set({ limits: { heartRate: { low: 45, high: 110 } } })
      .where(eq(companies.id, fixture.company.id))
    await harness.db
      .update(watchSettings)
      .set({ limits: { heartRate: { high: 130 } } })
      .where(eq(watchSettings.deviceId, fixture.device.id))
    const { token } = fixture.people.OWNER
    const { context } = await harness.call('GET', `/devices/detail/${fixture.device.uuid}`, { token })
    expect(context.limits.heartRate).toEqual({ criticalLow: 35, low: 45, high: 130, criticalHigh: 150 })
    expect(context.limits.spo2).toEqual({ criticalLow: 86, low: 92, high: null, criticalHigh: null })
    expect(context.limits.steps).toBeUndefined()
  })

  it('is not found by another house', async () => {
    const { token } = other.people.MANAGER
    expect(await harness.call('GET', `/devices/detail/${fixture.device.uuid}`, { token })).toMatchObject({
      status: 404,
      message: 'Not found',
    })
  })
})

describe('registering a device', () => {
  it('answers a password that works, once, and keeps only its hash', async () => {
    const { token } = fixture.people.MANAGER
    const wanted = body({ branchId: fixture.branch.uuid, ownerUUID: fixture.people.OWNER.uuid })
    const { status, context } = await harness.call('POST', '/devices/new', { token, body: wanted })
    expect(status).toBe(200)
    expect(context.invitation).toBeNull()
    expect(context.device).toMatchObject({
      imei: wanted.imei,
      company: { uuid: fixture.company.uuid },
      branch: { uuid: fixture.branch.uuid },
      ownerUUID: fixture.people.OWNER.uuid,
    })
    expect(context.credentials.username).toBe(wanted.imei)
    const [row] = await harness.db.select().from(devices).where(eq(devices.imei, wanted.imei))
    expect(row?.credentialHash).toEqual(hashCredential(context.credentials.password))
    const again = await harness.call('GET', `/devices/detail/${context.device.uuid}`, { token })
    expect(JSON.stringify(again)).not.toContain(context.credentials.password)
  })

  it('asks an owner of no company, and is theirs when they say yes', async () => {
    const { company, people } = fixture
    for (const { token } of [people.MANAGER, people.ADMIN]) {
      const stranger = await harness.person('OWNER')
      // The house sees them by another watch that is theirs.
      await createDevice(harness.db, { companyId: company.id, ownerId: stranger.id })
      const given = body({ companyId: company.uuid, ownerUUID: stranger.uuid })
      const { context } = await harness.call('POST', '/devices/new', { token, body: given })
      expect(context.device).toMatchObject({ imei: given.imei, ownerUUID: null, wearer: null })
      const { uuid } = context.device
      const seen = () => harness.call('GET', `/devices/detail/${uuid}`, { token: stranger.token })
      expect((await seen()).status).toBe(404)
      const sent = await harness.call('GET', '/invitations/sent', { token: people.MANAGER.token })
      expect(sent.context.invitations[0]).toMatchObject({ kind: 'OWNER', status: 'OPEN', device: { uuid } })
      expect((await acceptInvitation(harness, stranger.token, context.invitation)).status).toBe(200)
      expect((await seen()).context.device.ownerUUID).toBe(stranger.uuid)
    }
  })

  it('refuses an IMEI that is taken', async () => {
    const { token } = fixture.people.ADMIN
    const answer = await harness.call('POST', '/devices/new', {
      token,
      body: body({ imei: fixture.device.imei }),
    })
    expect(answer).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^This watch cannot be registered/),
    })
  })

  it('says which fields are missing or wrong', async () => {
    const { token } = fixture.people.MANAGER
    const answer = await harness.call('POST', '/devices/new', {
      token,
      body: { imei: '12', name: 'x'.repeat(33), deviceModel: '' },
    })
    expect(answer.status).toBe(400)
    expect(answer.context.errors).toEqual({
      imei: 'is not valid',
      imsi: 'is required',
      name: 'is too long',
      deviceModel: 'is required',
    })
  })

  it('knows nothing of another company, its branches and its people', async () => {
    const { token } = fixture.people.MANAGER
    for (const place of [
      { companyId: other.company.uuid },
      { branchId: other.branch.uuid },
      { ownerUUID: other.people.OWNER.uuid },
    ])
      expect((await harness.call('POST', '/devices/new', { token, body: body(place) })).status).toBe(404)
  })

  it('refuses a branch of another company than the one named, and an owner who is none', async () => {
    const { token } = fixture.people.ADMIN
    const answers = await Promise.all(
      [
        { companyId: fixture.company.uuid, branchId: other.branch.uuid },
        { companyId: fixture.company.uuid, ownerUUID: fixture.people.SUPERVISOR.uuid },
      ].map((place) => harness.call('POST', '/devices/new', { token, body: body(place) })),
    )
    expect(answers.map(({ status, context }) => [status, Object.keys(context.errors)])).toEqual([
      [400, ['branchId']],
      [400, ['ownerUUID']],
    ])
  })
})

describe('the credentials of a device', () => {
  it('are replaced at once, and the change is on record', async () => {
    const { token } = fixture.people.MANAGER
    const device = await createDevice(harness.db, { companyId: fixture.company.id })
    const { context } = await harness.call('POST', `/devices/credentials/${device.uuid}`, { token })
    const [row] = await harness.db.select().from(devices).where(eq(devices.id, device.id))
    expect(row?.credentialHash).toEqual(hashCredential(context.credentials.password))
    expect(context.credentials.password).not.toBe(device.password)
    const stranger = { token: other.people.MANAGER.token }
    expect((await harness.call('POST', `/devices/credentials/${device.uuid}`, stranger)).status).toBe(404)
  })
})

describe('what could not be used', () => {
  it('is listed with its reason, for the house it came from', async () => {
    await createRejectedMessage(harness.db, {
      deviceId: fixture.device.id,
      reason: 'json',
      line: 'not json',
    })
    const path = `/devices/rejected/${fixture.device.uuid}`
    const { context } = await harness.call('GET', path, { token: fixture.people.SUPERVISOR.token })
    expect(context).toMatchObject({ total: 1, messages: [{ reason: 'json', bytes: 8 }] })
    expect((await harness.call('GET', path, { token: other.people.SUPERVISOR.token })).status).toBe(404)
  })

  it('shows an administrator who knocked without being registered', async () => {
    await harness.db.insert(unregisteredDevices).values({ username: '350000000000001', address: '10.0.0.9' })
    const { token } = fixture.people.ADMIN
    const { context } = await harness.call('GET', '/devices/unregistered', { token })
    expect(context).toMatchObject({ total: 1, devices: [{ username: '350000000000001', attempts: 1 }] })
  })
})
