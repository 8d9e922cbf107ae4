import { createBranch, createDevice, uniqueMac } from '@carewatch/migrations/factories'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { auditLog } from '@carewatch/migrations/schema/people'
import { beacons, gateways } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { raiseRoomAlarm } from '../testing/room-alarm.ts'
import { addBeacon, addGateway, addRoom } from '../testing/rooms.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const get = (path: string, as: Role = 'MANAGER') =>
  harness.call('GET', path, { token: fixture.people[as].token })
const post = (path: string, body: object, as: Role = 'MANAGER') =>
  harness.call('POST', path, { token: fixture.people[as].token, body })
const remove = (path: string, as: Role = 'MANAGER') =>
  harness.call('DELETE', path, { token: fixture.people[as].token })
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
const place = () => ({ companyId: fixture.company.id, branchId: fixture.branch.id })
const gatewayRow = async (uuid: string) =>
  (await harness.db.select().from(gateways).where(eq(gateways.uuid, uuid)))[0]

const newGateway = (values: object = {}) => ({
  name: 'Gateway 101',
  macAddress: uniqueMac(),
  branchId: fixture.branch.uuid,
  ...values,
})
const newBeacon = (values: object = {}) => ({ ...newGateway(), name: 'Tag', deviceType: 'TAG', ...values })

describe('the list of gateways and beacons', () => {
  it('shows what stands in the house with its place, and nothing of another', async () => {
    await createCompanyFixture(harness)
    const { context } = await get('/blt/entity/all')
    const { room, branch, device } = fixture
    expect(context).toMatchObject({ total: 2, totals: { gateways: 1, beacons: 1 } })
    expect(context.gateways).toMatchObject([
      {
        uuid: fixture.gateway.uuid,
        macAddress: fixture.gateway.mac,
        online: false,
        lastMessageAt: null,
        room: { uuid: room.uuid },
        branch: { uuid: branch.uuid },
        configState: { revision: 0, requestedAt: null, reportedAt: null },
      },
    ])
    expect(context.beacons).toMatchObject([
      { uuid: fixture.beacon.uuid, deviceType: 'TAG', device: { uuid: device.uuid }, allowedTimes: [] },
    ])
    expect(JSON.stringify(context)).not.toContain('redential')
  })

  it('is filtered by kind, branch and room, searched, sorted and paged, each list by itself', async () => {
    const { db } = harness
    const branch = await createBranch(db, fixture.company.id)
    const there = { companyId: fixture.company.id, branchId: branch.id }
    const hall = await addGateway(harness, { ...there, name: 'Hall', lastMessageAt: new Date() })
    await addBeacon(harness, { branchId: branch.id, name: 'Hall door', battery: 12 })
    await addBeacon(harness, { branchId: branch.id, name: 'Attic', battery: 80 })
    const of = async (query: string) => (await get(`/blt/entity/all?${query}`)).context
    expect((await of('entityType=GATEWAY')).totals).toEqual({ gateways: 2, beacons: 0 })
    expect((await of('entityType=BEACON')).totals).toEqual({ gateways: 0, beacons: 3 })
    expect((await of(`branchUuid=${branch.uuid}`)).total).toBe(3)
    expect((await of(`roomUuid=${fixture.room.uuid}`)).total).toBe(2)
    const found = await of('search=HALL')
    expect([names(found.gateways), names(found.beacons)]).toEqual([['Hall'], ['Hall door']])
    expect(names((await of(`search=${hall.mac}`)).gateways)).toEqual(['Hall'])
    const page = await of(`branchUuid=${branch.uuid}&sort=-battery&size=1&page=2`)
    expect([names(page.gateways), names(page.beacons), page.total]).toEqual([[], ['Hall door'], 3])
    expect(names((await of('entityType=GATEWAY&sort=-lastMessageAt')).gateways)[0]).toBe('Hall')
  })

  it('refuses an order that neither list knows, and the room and branch of another house', async () => {
    const other = await createCompanyFixture(harness)
    expect((await get('/blt/entity/all?sort=shoeSize')).status).toBe(400)
    expect((await get('/blt/entity/all?entityType=GATEWAY&sort=battery')).status).toBe(400)
    expect((await get(`/blt/entity/all?roomUuid=${other.room.uuid}`)).status).toBe(404)
    expect((await get(`/blt/entity/all?branchUuid=${other.branch.uuid}`)).status).toBe(404)
  })

  it('is what stands in the branch, for those of a branch', async () => {
    const elsewhere = await createBranch(harness.db, fixture.company.id)
    await addGateway(harness, { companyId: fixture.company.id, branchId: elsewhere.id })
    const totals = await Promise.all(
      (['MANAGER', 'COMPANY_MONITOR', 'SUPERVISOR', 'MONITOR', 'BRANCH_MONITOR', 'OWNER'] as const).map(
        async (as) => (await get('/blt/entity/all', as)).context.totals.gateways,
      ),
    )
    expect(totals).toEqual([2, 2, 1, 1, 1, 0])
    expect((await get('/blt/entity/all', 'USER')).status).toBe(403)
  })
})

describe('the detail of a MAC address', () => {
  it.each([
    (mac: string) => mac,
    (mac: string) => mac.toUpperCase(),
    (mac: string) => mac.replaceAll(/(..)(?=.)/g, '$1:'),
    (mac: string) => mac.replaceAll(/(..)(?=.)/g, '$1-'),
    (mac: string) => mac.replaceAll(/(....)(?=.)/g, '$1.'),
  ])('is found however people write it (%#)', async (write) => {
    const { gateway, beacon, room } = fixture
    const ofGateway = await get(`/blt/entity/detail/${encodeURIComponent(write(gateway.mac))}`)
    expect(ofGateway.context).toMatchObject({ gateway: { uuid: gateway.uuid }, beacon: null })
    const ofBeacon = await get(`/blt/detail/${encodeURIComponent(write(beacon.mac))}`)
    expect(ofBeacon.context).toMatchObject({
      gateway: null,
      beacon: { uuid: beacon.uuid },
      room: { uuid: room.uuid, gateways: 1, beacons: 1 },
    })
  })

  it('is not found in another house, nor where nothing has it, nor where it is no MAC address', async () => {
    const other = await createCompanyFixture(harness)
    expect((await get(`/blt/entity/detail/${other.beacon.mac}`)).status).toBe(404)
    expect((await get(`/blt/entity/detail/${uniqueMac()}`)).status).toBe(404)
    expect((await get('/blt/entity/detail/ac233f00000')).status).toBe(400)
  })
})

describe('a new gateway', () => {
  it('is answered with its password this once; only a hash of it is kept', async () => {
    const macAddress = 'AC:23:3F:0A:0B:' + uniqueMac().slice(0, 2)
    const { context } = await post('/blt/entity/gateway/new', newGateway({ macAddress, model: 'G1' }))
    const mac = macAddress.replaceAll(':', '').toLowerCase()
    expect(context.gateway).toMatchObject({ macAddress: mac, model: 'G1', room: null, isActive: true })
    expect(context.credentials).toMatchObject({
      username: mac,
      password: expect.stringMatching(/^[\w-]{22}$/),
    })
    const row = await gatewayRow(context.gateway.uuid)
    expect(row).toMatchObject({ companyId: fixture.company.id, branchId: fixture.branch.id })
    expect(row?.credentialHash).toHaveLength(32)
  })

  it('is refused where its MAC address is taken, by a gateway or a beacon, also by two at once', async () => {
    const taken = { status: 409, message: expect.stringContaining('contact your provider') }
    const { gateway, beacon } = fixture
    expect(await post('/blt/gateway/new', newGateway({ macAddress: gateway.mac }))).toMatchObject(taken)
    expect(await post('/blt/gateway/new', newGateway({ macAddress: beacon.mac }))).toMatchObject(taken)
    expect(await post('/blt/beacon/new', newBeacon({ macAddress: gateway.mac }))).toMatchObject(taken)
    const macAddress = uniqueMac()
    const answers = await Promise.all([
      post('/blt/gateway/new', newGateway({ macAddress })),
      post('/blt/beacon/new', newBeacon({ macAddress })),
      post('/blt/gateway/new', newGateway({ macAddress })),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  })

  it('may take the MAC address of a deleted one', async () => {
    const { gateway } = fixture
    await remove(`/blt/entity/${gateway.uuid}`)
    expect((await post('/blt/gateway/new', newGateway({ macAddress: gateway.mac }))).status).toBe(200)
  })

  it('stands in a room of its own branch', async () => {
    const elsewhere = await createBranch(harness.db, fixture.company.id)
    const room = await addRoom(harness, elsewhere.id)
    const answer = await post('/blt/entity/gateway/new', newGateway({ roomUuid: room.uuid }))
    expect(answer).toMatchObject({ status: 400, context: { errors: { roomUuid: 'is not valid' } } })
  })

  it('is refused in another house, and to those who only look', async () => {
    const other = await createCompanyFixture(harness)
    const theirs = newGateway({ branchId: other.branch.uuid })
    expect((await post('/blt/entity/gateway/new', theirs)).status).toBe(404)
    const theirRoom = newGateway({ roomUuid: other.room.uuid })
    expect((await post('/blt/entity/gateway/new', theirRoom)).status).toBe(404)
    expect((await post('/blt/entity/gateway/new', newGateway(), 'SUPERVISOR')).status).toBe(403)
  })
})

describe('a new beacon', () => {
  it('has its wearer, its hours and its limits', async () => {
    const asked = {
      roomUuid: fixture.room.uuid,
      deviceUUID: fixture.device.uuid,
      allowedTimes: [{ days: [5, 6], from: '22:00', to: '06:00' }],
      maxMinutes: 45,
      temperatureLow: 18.5,
      temperatureHigh: 26,
    }
    const { context } = await post('/blt/entity/beacon/new', newBeacon(asked))
    expect(context.beacon).toMatchObject({
      device: { uuid: fixture.device.uuid },
      room: { uuid: fixture.room.uuid },
      allowedTimes: asked.allowedTimes,
      maxMinutes: 45,
      temperatureLow: 18.5,
      temperatureHigh: 26,
      humidityLow: null,
    })
  })

  it.each([
    [{ temperatureLow: 26, temperatureHigh: 26 }, { temperatureLow: 'must be below the upper limit' }],
    [{ humidityLow: 70, humidityHigh: 40 }, { humidityLow: 'must be below the upper limit' }],
    [{ humidityHigh: 101 }, { humidityHigh: 'is too large' }],
    [{ maxMinutes: 0 }, { maxMinutes: 'is too small' }],
    [{ allowedTimes: [{ days: [0], from: '08:00', to: '08:00' }] }, { 'allowedTimes.0.to': 'is not valid' }],
    [
      { allowedTimes: [{ days: [0, 0], from: '08:00', to: '09:00' }] },
      { 'allowedTimes.0.days': 'is not valid' },
    ],
    [
      { allowedTimes: Array.from({ length: 22 }, () => ({ days: [0], from: '08:00', to: '09:00' })) },
      { allowedTimes: 'has too many entries' },
    ],
    [{ deviceType: 'WATCH' }, { deviceType: 'is not valid' }],
  ])('is refused with %j', async (values, errors) => {
    const answer = await post('/blt/entity/beacon/new', newBeacon(values))
    expect(answer).toMatchObject({ status: 400, context: { errors } })
  })

  it("is nobody's of another company", async () => {
    const other = await createCompanyFixture(harness)
    const theirs = newBeacon({ deviceUUID: other.device.uuid })
    expect((await post('/blt/entity/beacon/new', theirs)).status).toBe(404)
    const answer = await post('/blt/entity/beacon/new', theirs, 'ADMIN')
    expect(answer).toMatchObject({ status: 400, context: { errors: { deviceUUID: 'is not valid' } } })
  })
})

describe('a change', () => {
  it('of a gateway moves it with its branch, out of the room it was in', async () => {
    const branch = await createBranch(harness.db, fixture.company.id)
    const path = `/blt/entity/update/${fixture.gateway.uuid}`
    const body = { name: 'Moved', branchId: branch.uuid, rssiOffset: -4, isActive: false }
    expect((await post(path, body)).context.gateway).toMatchObject({
      name: 'Moved',
      branch: { uuid: branch.uuid },
      room: null,
      rssiOffset: -4,
      isActive: false,
    })
    const answer = await post(path, { roomUuid: fixture.room.uuid })
    expect(answer).toMatchObject({ status: 400, context: { errors: { roomUuid: 'is not valid' } } })
  })

  it('of a beacon keeps what was not named', async () => {
    const path = `/blt/update/${fixture.beacon.uuid}`
    const { context } = await post(path, { name: 'Tag of Sara', maxMinutes: 30 })
    expect(context.beacon).toMatchObject({
      name: 'Tag of Sara',
      maxMinutes: 30,
      room: { uuid: fixture.room.uuid },
      device: { uuid: fixture.device.uuid },
    })
    const cleared = await post(path, { deviceUUID: null, roomUuid: null, maxMinutes: null })
    expect(cleared.context.beacon).toMatchObject({ device: null, room: null, maxMinutes: null })
  })

  it('does not take a tag to another company and leave its wearer behind', async () => {
    const other = await createCompanyFixture(harness)
    const path = `/blt/entity/update/${fixture.beacon.uuid}`
    const answer = await post(path, { branchId: other.branch.uuid }, 'ADMIN')
    expect(answer).toMatchObject({ status: 400, context: { errors: { deviceUUID: 'is not valid' } } })
    const worn = { branchId: other.branch.uuid, deviceUUID: other.device.uuid }
    expect((await post(path, worn, 'ADMIN')).status).toBe(200)
    expect((await post(path, { name: 'Mine' })).status).toBe(404)
  })

  it('names only fields of its kind', async () => {
    const ofGateway = await post(`/blt/entity/update/${fixture.gateway.uuid}`, { maxMinutes: 5 })
    expect(ofGateway).toMatchObject({ status: 400, context: { errors: { maxMinutes: 'is not known' } } })
    const ofBeacon = await post(`/blt/entity/update/${fixture.beacon.uuid}`, { model: 'G1' })
    expect(ofBeacon).toMatchObject({ status: 400, context: { errors: { model: 'is not known' } } })
  })

  it('of what somebody changed meanwhile is refused; two at once are both kept', async () => {
    const path = `/blt/entity/update/${fixture.gateway.uuid}`
    const { updatedAt } = (await post(path, { name: 'One' })).context.gateway
    await post(path, { name: 'Two' })
    expect((await post(path, { name: 'Three', updatedAt })).status).toBe(409)
    await Promise.all([post(path, { rssiOffset: 3 }), post(path, { model: 'G2' })])
    expect(await gatewayRow(fixture.gateway.uuid)).toMatchObject({ name: 'Two', rssiOffset: 3, model: 'G2' })
  })

  it('is traced by the names of its fields; refused to those who only look, and in another house', async () => {
    const path = `/blt/entity/update/${fixture.gateway.uuid}`
    await post(path, { name: 'Secret name' })
    const of = and(eq(auditLog.entityUuid, fixture.gateway.uuid), eq(auditLog.action, 'updated'))
    const [trace] = await harness.db.select().from(auditLog).where(of)
    expect(trace).toMatchObject({ companyId: fixture.company.id, detail: { fields: ['name'] } })
    expect((await post(path, { name: 'x' }, 'MONITOR')).status).toBe(403)
    const other = await createCompanyFixture(harness)
    expect((await post(`/blt/entity/update/${other.gateway.uuid}`, { name: 'x' })).status).toBe(404)
  })
})

describe('configuring', () => {
  it('a gateway keeps what was not named', async () => {
    const { uuid } = fixture.gateway
    await post('/blt/entity/configure', { uuid, scanIntervalSeconds: 5, rssiFilterDbm: -80 })
    const { context } = await post('/blt/configure', { uuid, scanIntervalSeconds: 9, rssiOffset: 4 })
    expect(context.gateway).toMatchObject({
      config: { scanIntervalSeconds: 9, rssiFilterDbm: -80 },
      rssiOffset: 4,
      configState: { revision: 0 },
    })
  })

  it('a remote has a meaning for each of its buttons, and a gateway has none', async () => {
    const { uuid } = fixture.beacon
    const buttons = { button: 'SOS', button3: 'NOTHING' }
    const { context } = await post('/blt/configure', { uuid, buttons })
    expect(context.beacon).toMatchObject({ buttons })
    const wrong = [
      { uuid, buttons: { button7: 'SOS' } },
      { uuid, buttons: { button: 'DANCE' } },
      { uuid: fixture.gateway.uuid, buttons },
    ]
    for (const body of wrong) expect((await post('/blt/configure', body)).status).toBe(400)
  })

  it('a beacon looks at both of its limits', async () => {
    const { uuid } = fixture.beacon
    await post('/blt/configure', { uuid, humidityHigh: 60 })
    const crossed = await post('/blt/configure', { uuid, humidityLow: 60 })
    expect(crossed.context.errors).toEqual({ humidityLow: 'must be below the upper limit' })
    const { context } = await post('/blt/configure', { uuid, humidityLow: 30, maxMinutes: 10 })
    expect(context.beacon).toMatchObject({ humidityLow: 30, humidityHigh: 60, maxMinutes: 10 })
  })

  it.each([
    ['scanIntervalSeconds', 0],
    ['scanIntervalSeconds', 301],
    ['rssiFilterDbm', -121],
    ['rssiFilterDbm', 1],
    ['reportIntervalSeconds', 3_601],
    ['rssiOffset', 31],
    ['maxMinutes', 10],
  ])('a gateway with %s %i is refused', async (name, value) => {
    const answer = await post('/blt/entity/configure', { uuid: fixture.gateway.uuid, [name]: value })
    expect(answer).toMatchObject({ status: 400, context: { errors: { [name]: expect.any(String) } } })
  })

  it('is asked to be sent to a gateway, and to no beacon', async () => {
    const { uuid } = fixture.gateway
    await post('/blt/entity/sendConfigToGateway', { uuid })
    const { context } = await post('/blt/sendConfigToGateway', { uuid })
    expect(context.gateway.configState).toMatchObject({
      revision: 2,
      requestedAt: expect.any(String),
      reportedAt: null,
    })
    expect((await post('/blt/sendConfigToGateway', { uuid: fixture.beacon.uuid })).status).toBe(404)
    expect((await post('/blt/sendConfigToGateway', { uuid }, 'SUPERVISOR')).status).toBe(403)
  })
})

describe('a gateway that can be told nothing', () => {
  it('is not asked to take a configuration', async () => {
    const { uuid, id } = fixture.gateway
    await harness.db.update(gateways).set({ model: 'Ruuvi Gateway' }).where(eq(gateways.id, id))
    expect(await post('/blt/sendConfigToGateway', { uuid })).toMatchObject({
      status: 409,
      message: 'This model cannot be told that',
    })
  })
})

describe('the password of a gateway', () => {
  it('is made anew, and a beacon has none', async () => {
    const before = await gatewayRow(fixture.gateway.uuid)
    const { context } = await post(`/blt/entity/credentials/${fixture.gateway.uuid}`, {})
    expect(context.credentials).toMatchObject({ username: fixture.gateway.mac })
    const after = await gatewayRow(fixture.gateway.uuid)
    expect(after?.credentialHash).not.toEqual(before?.credentialHash)
    expect((await post(`/blt/entity/credentials/${fixture.beacon.uuid}`, {})).status).toBe(404)
    expect((await post(`/blt/entity/credentials/${fixture.gateway.uuid}`, {}, 'MONITOR')).status).toBe(403)
  })
})

describe('deleting', () => {
  it('a gateway ends its password and what it raised; its history stays', async () => {
    await harness.db
      .update(gateways)
      .set({ credentialHash: Buffer.alloc(32), online: true })
      .where(eq(gateways.id, fixture.gateway.id))
    const silent = { gatewayId: fixture.gateway.id, roomId: null, kind: 'GATEWAY_OFFLINE' } as const
    const { alarm, notification } = await raiseRoomAlarm(harness, fixture, silent)
    expect((await remove(`/blt/entity/${fixture.gateway.uuid}`)).status).toBe(200)
    expect(await gatewayRow(fixture.gateway.uuid)).toMatchObject({
      credentialHash: null,
      isActive: false,
      online: false,
      deletedAt: expect.any(Date),
    })
    const [closed] = await harness.db.select().from(alarms).where(eq(alarms.id, alarm.id))
    expect(closed).toMatchObject({ active: false, cause: 'OTHER', closedAt: expect.any(Date) })
    const [given] = await harness.db.select().from(notifications).where(eq(notifications.id, notification.id))
    expect(given?.acknowledgedAt).not.toBeNull()
    expect((await get(`/blt/entity/detail/${fixture.gateway.mac}`)).status).toBe(404)
    expect((await remove(`/blt/entity/${fixture.gateway.uuid}`)).status).toBe(404)
  })

  it('a beacon ends what it raised and nothing else', async () => {
    const its = { beaconId: fixture.beacon.id, kind: 'MOTION' } as const
    const { alarm } = await raiseRoomAlarm(harness, fixture, its)
    const { alarm: others } = await raiseRoomAlarm(harness, fixture, { kind: 'WATER' })
    expect((await remove(`/blt/entity/${fixture.beacon.uuid}`)).status).toBe(200)
    const isOpen = async (id: number) =>
      (await harness.db.select().from(alarms).where(eq(alarms.id, id)))[0]?.closedAt === null
    expect([await isOpen(alarm.id), await isOpen(others.id)]).toEqual([false, true])
    const [gone] = await harness.db.select().from(beacons).where(eq(beacons.id, fixture.beacon.id))
    expect(gone?.deletedAt).not.toBeNull()
  })

  it('is refused to those who only look, and in another house', async () => {
    const other = await createCompanyFixture(harness)
    expect((await remove(`/blt/entity/${other.beacon.uuid}`)).status).toBe(404)
    expect((await remove(`/blt/entity/${fixture.beacon.uuid}`, 'SUPERVISOR')).status).toBe(403)
  })
})

describe('people of GATEWAY type', () => {
  it("who own a watch see the rooms of its tag, the tag, the sensors there, and nobody else's tag", async () => {
    const { company, room } = fixture
    const owner = await harness.person('OWNER', { companyId: company.id, userType: 'GATEWAY' })
    const watch = await createDevice(harness.db, { ...place(), ownerId: owner.id })
    const tag = await addBeacon(harness, { branchId: fixture.branch.id, roomId: room.id, deviceId: watch.id })
    const sensors = { branchId: fixture.branch.id, deviceType: 'CLIMATE' } as const
    const climate = await addBeacon(harness, { ...sensors, roomId: room.id })
    const otherRoom = await addRoom(harness, fixture.branch.id)
    await addBeacon(harness, { ...sensors, roomId: otherRoom.id })
    await addGateway(harness, { ...place(), roomId: otherRoom.id })

    const seen = (await harness.call('GET', '/blt/entity/all', { token: owner.token })).context
    expect(names(seen.gateways)).toEqual([fixture.gateway.name])
    expect(names(seen.beacons).toSorted()).toEqual([tag.name, climate.name].toSorted())
    const { context } = await harness.call('GET', '/blt/rooms', { token: owner.token })
    expect(context).toMatchObject({ total: 1, rooms: [{ uuid: room.uuid, gateways: 1, beacons: 2 }] })
    const others = `/blt/entity/detail/${fixture.beacon.mac}`
    expect((await harness.call('GET', others, { token: owner.token })).status).toBe(404)
  })
})
