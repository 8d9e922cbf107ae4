import { hashCredential } from '@carewatch/platform/credentials/device-credentials'
import { createCompany, createDevice, uniqueImei } from '@carewatch/migrations/factories'
import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { deviceCommands, devices, relatives, watchSettings } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { settingStates } from '@carewatch/migrations/schema/setting-states'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { acceptInvitation } from '../testing/invitations.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  other = await createCompanyFixture(harness)
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const post = (path: string, body: object, role: Role = 'MANAGER') =>
  harness.call('POST', path, { token: fixture.people[role].token, body })
const get = (path: string, role: Role = 'MANAGER') =>
  harness.call('GET', path, { token: fixture.people[role].token })
const update = (body: object, role: Role = 'MANAGER') =>
  post(`/devices/update/${fixture.device.uuid}`, body, role)
const rowOf = async (id = fixture.device.id) =>
  (await harness.db.select().from(devices).where(eq(devices.id, id)))[0]

describe('changing a device', () => {
  it('changes what is named and leaves the rest, and the trace names fields, not values', async () => {
    const body = {
      name: 'Watch of Sara',
      mobileNumber: '050-123 4567',
      homeLocation: { lat: 32.1, lng: 34.8 },
    }
    const { context } = await update({ ...body, isSold: true })
    expect(context.device).toMatchObject({
      name: 'Watch of Sara',
      mobileNumber: '+972501234567',
      isSold: true,
      imei: fixture.device.imei,
    })
    const detail = await get(`/devices/detail/${fixture.device.uuid}`)
    expect(detail.context).toMatchObject({ homeLocation: body.homeLocation })
    expect(detail.context.soldAt).not.toBeNull()
    const [trace] = await harness.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityUuid, fixture.device.uuid))
    expect(JSON.stringify(trace?.detail)).toContain('mobileNumber')
    expect(JSON.stringify(trace?.detail)).not.toMatch(/Sara|97250/)
  })

  it('lets an owner change the name, the picture and the home location, and nothing else', async () => {
    const mine = { name: 'Mine', imageUrl: null, homeLocation: null }
    expect((await update(mine, 'OWNER')).status).toBe(200)
    const { status, context } = await update({ name: 'x', imsi: '1', isSold: true, agentId: null }, 'OWNER')
    expect([status, Object.keys(context.errors)]).toEqual([400, ['imsi', 'agentId', 'isSold']])
    expect((await rowOf())?.name).toBe('Mine')
    expect((await update({ isSold: true }, 'SUPERVISOR')).context.errors).toEqual({ isSold: 'is not known' })
  })

  it('refuses a model nobody knows, and a number that is none', async () => {
    const { context } = await update({ deviceModel: 'Sundial' })
    expect(context.errors).toEqual({ deviceModel: 'is not known' })
    expect((await update({ mobileNumber: 'call me' })).context.errors).toEqual({
      mobileNumber: 'is not a valid phone number',
    })
  })

  it('is refused to whoever looked at an older state, and to one of two at once', async () => {
    const { context } = await get(`/devices/detail/${fixture.device.uuid}`)
    expect((await update({ name: 'One', updatedAt: context.updatedAt })).status).toBe(200)
    expect((await update({ name: 'Two', updatedAt: context.updatedAt })).status).toBe(409)
    const both = await Promise.all([
      post('/devices/changeOwner', { deviceUUID: fixture.device.uuid, owner: fixture.people.OWNER.uuid }),
      post('/devices/deleteOwner', { deviceUUID: fixture.device.uuid }),
    ])
    expect(both.some(({ status }) => status === 200)).toBe(true)
  })

  it('moves only where the mover sees, and never away from its owner', async () => {
    expect((await update({ companyId: other.company.uuid })).status).toBe(404)
    expect((await update({ branchId: other.branch.uuid })).status).toBe(404)
    expect((await update({ companyId: null })).context.errors).toEqual({ companyId: 'is not valid' })
    expect((await update({ branchId: null }, 'SUPERVISOR')).status).toBe(400)
    expect((await update({ companyId: other.company.uuid }, 'ADMIN')).message).toMatch(/another company/)
    await post('/devices/deleteOwner', { deviceUUID: fixture.device.uuid })
    const moved = await update({ companyId: other.company.uuid }, 'ADMIN')
    expect(moved.context.device).toMatchObject({ company: { uuid: other.company.uuid }, branch: null })
  })

  it('has an agent of its own company only', async () => {
    const agent = fixture.people.MONITOR
    expect((await update({ agentId: agent.uuid })).context.device.agentId).toBe(agent.uuid)
    expect((await get(`/devices/detail/${fixture.device.uuid}`)).context.agent.uuid).toBe(agent.uuid)
    expect((await update({ agentId: other.people.MONITOR.uuid })).status).toBe(404)
    expect((await update({ agentId: fixture.people.OWNER.uuid })).context.errors).toEqual({
      agentId: 'is not valid',
    })
  })
})

describe('the owner of a device', () => {
  const give = (owner: string, role: Role = 'MANAGER') =>
    post('/devices/changeOwner', { deviceUUID: fixture.device.uuid, owner }, role)

  it('is changed by uuid, user name or e-mail address', async () => {
    const next = await harness.person('OWNER', { companyId: fixture.company.id })
    for (const key of [next.uuid, next.userName, next.email.toUpperCase()])
      expect((await give(key)).context.device.ownerUUID).toBe(next.uuid)
  })

  it('is an owner of the same company at once, and nobody whom the staff do not see', async () => {
    expect((await give(fixture.people.SUPERVISOR.email)).context.errors).toEqual({ owner: 'is not valid' })
    for (const key of [other.people.OWNER.uuid, 'nobody'])
      expect((await give(key)).context.errors).toEqual({ owner: 'is not known' })
  })

  it('is asked where they are of another house, and it stays whose it was until they say yes', async () => {
    const stranger = await harness.person('OWNER')
    const { context } = await give(stranger.email)
    expect(context.device.ownerUUID).toBe(fixture.people.OWNER.uuid)
    expect((await acceptInvitation(harness, stranger.token, context.invitation)).status).toBe(200)
    const detail = await get(`/devices/detail/${fixture.device.uuid}`)
    expect(detail.context.device.ownerUUID).toBe(stranger.uuid)
  })

  it('is taken away once', async () => {
    const body = { deviceUUID: fixture.device.uuid }
    expect((await post('/devices/deleteOwner', body)).context.device.ownerUUID).toBeNull()
    expect(await post('/devices/deleteOwner', body)).toMatchObject({
      status: 409,
      message: 'This device has no owner',
    })
    expect((await post('/devices/deleteOwner', body, 'OWNER')).status).toBe(403)
    const { token } = fixture.people.MANAGER
    expect((await harness.call('DELETE', '/devices/deleteOwner', { token, body })).status).toBe(409)
  })

  it('shows, by person, the devices of the scope that they own', async () => {
    const path = `/devices/owned/${fixture.people.OWNER.uuid}`
    expect((await get(path, 'MONITOR')).context).toMatchObject({ total: 1 })
    expect((await get(path, 'RELATIVE')).context).toMatchObject({ total: 1 })
    expect((await get(`${path}?search=nothing`)).context).toMatchObject({ total: 0 })
    expect((await get(`/devices/owned/${other.people.OWNER.uuid}`)).status).toBe(404)
    expect((await get(`/devices/owned/${fixture.people.USER.uuid}`)).context.total).toBe(0)
  })
})

describe('cloning a device', () => {
  const clone = (imei = uniqueImei()) => ({ imei, imsi: '425', name: 'Clone' })
  const cloneAll = (list: object[]) => post('/devices/clone', { uuid: fixture.device.uuid, devices: list })

  it('makes more of the same kind in the same place, each with a password that works', async () => {
    await harness.db
      .update(watchSettings)
      .set({ limits: { heartRate: { high: 131 } }, sosContacts: [{ name: 'Rita', number: '+972501234567' }] })
      .where(eq(watchSettings.deviceId, fixture.device.id))
    const { context } = await cloneAll([clone(), clone()])
    expect(context.devices).toHaveLength(2)
    for (const { device, credentials } of context.devices) {
      expect(device).toMatchObject({ branch: { uuid: fixture.branch.uuid }, ownerUUID: null })
      const [row] = await harness.db.select().from(devices).where(eq(devices.uuid, device.uuid))
      expect(row?.credentialHash).toEqual(hashCredential(credentials.password))
      const { settings } = (await get(`/devices/settings/${device.uuid}`)).context
      expect(settings).toMatchObject({ heartRateHigh: 131, sosContacts: [] })
    }
  })

  it('makes more of the same model profile', async () => {
    await harness.db
      .update(devices)
      .set({ deviceModel: 'watch-iw', chosenProfile: 'iw-l009' })
      .where(eq(devices.id, fixture.device.id))
    const { context } = await cloneAll([clone()])
    const uuid = context.devices[0]?.device.uuid
    const [row] = await harness.db.select().from(devices).where(eq(devices.uuid, uuid))
    expect(row).toMatchObject({ deviceModel: 'watch-iw', chosenProfile: 'iw-l009' })
  })

  it('makes all or none, and says which IMEI is taken', async () => {
    const [first, same] = [clone(), clone()]
    const { status, context } = await cloneAll([first, clone(fixture.device.imei), same, same])
    expect([status, context.errors]).toEqual([
      400,
      { 'devices.1.imei': 'is already taken', 'devices.3.imei': 'is already taken' },
    ])
    expect(await harness.db.$count(devices, eq(devices.imei, first.imei))).toBe(0)
  })
})

describe('selling, letting in and finding', () => {
  it('remembers when it was first sold, and forgets when it was not', async () => {
    const setSold = (isSold: boolean) => post('/devices/setSold', { deviceUUID: fixture.device.uuid, isSold })
    await setSold(true)
    const first = (await rowOf())?.soldAt
    await setSold(true)
    expect((await rowOf())?.soldAt).toEqual(first)
    await setSold(false)
    expect(await rowOf()).toMatchObject({ isSold: false, soldAt: null })
  })

  it('is switched off and on', async () => {
    const setActive = (isActive: boolean) =>
      post('/admin/device/statusChange', { uuid: fixture.device.uuid, isActive })
    expect((await setActive(false)).context.device.isActive).toBe(false)
    expect((await setActive(true)).context.device.isActive).toBe(true)
  })

  it('finds a known IMEI in the house; another house does not', async () => {
    const path = `/devices/find/${fixture.device.imei}`
    expect((await get(path)).context).toMatchObject({ existingFound: true, device: { hasOwner: true } })
    const stranger = await harness.call('GET', path, { token: other.people.MANAGER.token })
    expect(stranger.context).toEqual({ existingFound: false, device: null })
  })

  it('offers devices to choose from by name or IMEI', async () => {
    const names = async (key: string) =>
      (await get(`/devices/getList/${key}`)).context.devices.map(({ name }: { name: string }) => name)
    expect(await names('all')).toEqual([fixture.device.name])
    expect(await names(fixture.device.imei.slice(3, 12))).toEqual([fixture.device.name])
    expect(await names('nothing at all')).toEqual([])
  })

  it('lists the models, what they measure and can be told', async () => {
    const { context } = await get('/models/all?search=nati', 'OWNER')
    expect(context).toMatchObject({ total: 1, models: [{ name: 'native', format: 'native' }] })
    expect(context.models[0].reports).toContain('heartRate')
  })
})

describe('a factory reset', () => {
  it('erases owner, relatives and settings, and tells the watch within ten minutes', async () => {
    await update({ homeLocation: { lat: 1, lng: 2 } })
    await post('/devices/sendSignal', { deviceUUID: fixture.device.uuid })
    await post('/devices/configure', {
      deviceUUID: fixture.device.uuid,
      operationMode: 'EMERGENCY',
      spo2Low: 88,
    })
    const { context } = await post(`/devices/resetAll/${fixture.device.uuid}`, {})
    expect(context).toMatchObject({
      device: { ownerUUID: null, relatives: [], operationMode: 'NORMAL' },
      command: { kind: 'RESET', state: 'QUEUED' },
    })
    const life = Date.parse(context.command.expiresAt) - Date.parse(context.command.createdAt)
    expect(Math.round(life / 60_000)).toBe(10)
    expect(await harness.db.$count(relatives, eq(relatives.deviceId, fixture.device.id))).toBe(0)
    expect(await rowOf()).toMatchObject({ homeLat: null, ownerId: null })
    const { settings, revision } = (await get(`/devices/settings/${fixture.device.uuid}`)).context
    expect([settings.spo2Low, revision]).toEqual([null, 3])
    const waiting = await get(`/devices/commands/${fixture.device.uuid}?state=QUEUED`)
    expect(waiting.context).toMatchObject({ total: 1, commands: [{ kind: 'RESET' }] })
  })

  it('knows nothing any more of what the watch was sent, and brings it no order of before', async () => {
    const deviceId = fixture.device.id
    const at = new Date()
    const sent = {
      deviceId,
      setting: 'fallDetection',
      revision: 1,
      digest: 'sent',
      attempt: 4,
      unanswered: 2,
    }
    await harness.db.insert(settingStates).values({ ...sent, sentAt: at, answeredAt: at, isTaken: true })
    await harness.db
      .update(watchSettings)
      .set({ reported: { stepsTarget: 1 }, reportedRevision: 1, sentRevision: 1, sentAt: at })
      .where(eq(watchSettings.deviceId, deviceId))
    const expiresAt = new Date(at.getTime() + 3_600_000)
    await harness.db
      .insert(deviceCommands)
      .values({ deviceId, kind: 'PANIC_ON', state: 'SENT', sentAt: at, expiresAt })
    await post(`/devices/resetAll/${fixture.device.uuid}`, {})
    const states = await harness.db.select().from(settingStates).where(eq(settingStates.deviceId, deviceId))
    const unknown = {
      digest: null,
      sentAt: null,
      answeredAt: null,
      isTaken: null,
      isReadBack: false,
      unanswered: 0,
    }
    expect(states).toEqual([{ deviceId, setting: 'fallDetection', attempt: 4, revision: 0, ...unknown }])
    const { context } = await get(`/devices/settings/${fixture.device.uuid}`)
    expect(context).toMatchObject({ reported: null, reportedRevision: null, sentRevision: null })
    const ordered = eq(deviceCommands.deviceId, deviceId)
    const commands = await harness.db.select().from(deviceCommands).where(ordered).orderBy(deviceCommands.id)
    expect(commands).toMatchObject([
      { kind: 'PANIC_ON', state: 'EXPIRED', doneAt: expect.any(Date) },
      { kind: 'RESET', state: 'QUEUED', doneAt: null },
    ])
  })
})

describe('deleting a device', () => {
  it('hides it, kills its password and closes what was open', async () => {
    await raiseAlarm(harness, fixture)
    const path = `/admin/device/${fixture.device.uuid}`
    const { token } = fixture.people.MANAGER
    expect((await harness.call('DELETE', path, { token })).status).toBe(200)
    expect((await get(`/devices/detail/${fixture.device.uuid}`)).status).toBe(404)
    expect(await rowOf()).toMatchObject({ credentialHash: null, isActive: false })
    const ofDevice = eq(alarms.deviceId, fixture.device.id)
    expect(await harness.db.$count(alarms, and(ofDevice, isNull(alarms.closedAt)))).toBe(0)
    const [alarm] = await harness.db.select().from(alarms).where(ofDevice)
    expect(alarm).toMatchObject({ active: false, cause: 'OTHER', closedById: fixture.people.MANAGER.id })
    const [task] = await harness.db.select().from(tasks).where(eq(tasks.deviceId, fixture.device.id))
    expect(task?.status).toBe('DONE')
    expect((await harness.call('DELETE', path, { token })).status).toBe(404)
  })

  it('lets the same IMEI be registered again', async () => {
    const { imei, uuid } = await createDevice(harness.db, { companyId: fixture.company.id })
    await harness.call('DELETE', `/admin/device/${uuid}`, { token: fixture.people.MANAGER.token })
    const again = { imei, imsi: '425', name: 'Again', deviceModel: 'native' }
    expect((await post('/devices/new', again)).status).toBe(200)
  })
})

it('a device without a company is an administrator’s alone', async () => {
  const loose = await createDevice(harness.db)
  await createCompany(harness.db)
  expect((await get(`/devices/detail/${loose.uuid}`)).status).toBe(404)
  expect((await get(`/devices/detail/${loose.uuid}`, 'ADMIN')).status).toBe(200)
})
