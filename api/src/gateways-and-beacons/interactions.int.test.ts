import { createDevice, uniqueMac } from '@carewatch/migrations/factories'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { roomCheckLogs } from '@carewatch/migrations/schema/rooms'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, minutesAgo } from '../testing/fixtures.ts'
import { raiseRoomAlarm } from '../testing/room-alarm.ts'
import { addBeacon, addGateway, addRoom, addSighting, decideIn } from '../testing/rooms.ts'
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
const get = (path: string, as: Role = 'SUPERVISOR') =>
  harness.call('GET', path, { token: fixture.people[as].token })
const all = async (since: number | Date = 0, as?: Role) =>
  (await get(`/blt/interaction/all/${Number(since)}`, as)).context
const place = () => ({ companyId: fixture.company.id, branchId: fixture.branch.id })

describe('interactions', () => {
  it('are what each beacon said last, where and how loud, by its MAC address', async () => {
    const { gateway, beacon, room, device } = fixture
    await addSighting(harness, { gateway, beacon, secondsAgo: 50, battery: 77, facts: { button: 'press' } })
    const at = await addSighting(harness, { gateway, beacon, secondsAgo: 5, rssi: -71 })
    expect((await all()).latestInteraction).toEqual({
      [beacon.mac]: {
        uuid: beacon.uuid,
        updationTime: at.toISOString(),
        name: beacon.name,
        macAddress: beacon.mac,
        deviceType: 'TAG',
        device: { uuid: device.uuid, name: device.name },
        wearer: expect.objectContaining({ uuid: fixture.wearer.uuid, name: fixture.wearer.firstName }),
        gateway: { uuid: gateway.uuid, name: gateway.name, macAddress: gateway.mac },
        room: { uuid: room.uuid, name: room.name },
        unknown: null,
        rssi: -71,
        battery: null,
        facts: null,
      },
    })
  })

  it('say why nobody knows where somebody is, and nothing of a sensor, which stays where it was fixed', async () => {
    const { gateway, beacon, room, branch } = fixture
    const sensor = await addBeacon(harness, { branchId: branch.id, deviceType: 'DOOR' })
    for (const one of [beacon, sensor]) {
      await addSighting(harness, { gateway, beacon: one })
      await decideIn(harness, { beacon: one, room: null, lost: { unknown: 'GATEWAY_DOWN', lastRoom: room } })
    }
    const { latestInteraction } = await all()
    expect(latestInteraction[beacon.mac]).toMatchObject({ unknown: 'GATEWAY_DOWN' })
    expect(latestInteraction[sensor.mac]).toMatchObject({ unknown: null })
    await decideIn(harness, { beacon, room })
    expect((await all()).latestInteraction[beacon.mac]).toMatchObject({ unknown: null })
  })

  it('hold the last temperature and humidity, each with its own time', async () => {
    const { gateway } = fixture
    const beacon = await addBeacon(harness, { branchId: fixture.branch.id, deviceType: 'CLIMATE' })
    const humid = await addSighting(harness, {
      gateway,
      beacon,
      secondsAgo: 40,
      temperature: 20,
      humidity: 51,
    })
    const warm = await addSighting(harness, { gateway, beacon, secondsAgo: 20, temperature: -3.5 })
    await addSighting(harness, { gateway, beacon, secondsAgo: 10 })
    const { temperatureMap, humidityMap } = await all()
    expect(temperatureMap).toMatchObject({
      [beacon.mac]: { uuid: beacon.uuid, value: -3.5, updationTime: warm.toISOString() },
    })
    expect(humidityMap[beacon.mac]).toMatchObject({ value: 51, updationTime: humid.toISOString() })
  })

  it('reach back to the moment asked for, and three days at most', async () => {
    const { gateway, beacon } = fixture
    await addSighting(harness, { gateway, beacon, secondsAgo: 73 * 3_600 })
    expect((await all(0)).latestInteraction).toEqual({})
    await addSighting(harness, { gateway, beacon, secondsAgo: 71 * 3_600 })
    expect(Object.keys((await all(0)).latestInteraction)).toEqual([beacon.mac])
    expect((await all(minutesAgo(10))).latestInteraction).toEqual({})
    expect((await all(999_999_999_999_999)).latestInteraction).toEqual({})
  })

  it('name the gravest open alarm of a beacon, in the language of whoever asks', async () => {
    const { beacon } = fixture
    const its = { beaconId: beacon.id }
    await raiseRoomAlarm(harness, fixture, {
      ...its,
      kind: 'DOOR_TAMPERED',
      severity: 'CRITICAL',
      closedAt: new Date(),
    })
    const grave = await raiseRoomAlarm(harness, fixture, {
      ...its,
      kind: 'BEACON_NOT_ALLOWED',
      openedAt: minutesAgo(30),
    })
    await raiseRoomAlarm(harness, fixture, { ...its, kind: 'MOTION', severity: 'LOW' })
    const { token } = fixture.people.SUPERVISOR
    const { context } = await harness.call('GET', '/blt/interaction/all/0', { token, language: 'fr' })
    expect(context.alertInteraction).toMatchObject({
      [beacon.mac]: {
        uuid: beacon.uuid,
        updationTime: grave.alarm.lastAt.toISOString(),
        room: { uuid: fixture.room.uuid },
        alarm: {
          uuid: grave.alarm.uuid,
          kind: 'BEACON_NOT_ALLOWED',
          severity: 'HIGH',
          message: 'Balise connectée dans un lieu non autorisé',
          closedAt: null,
        },
      },
    })
  })

  it("take a room's alarm about a watch for one about its tag", async () => {
    const { beacon, device } = fixture
    await raiseRoomAlarm(harness, fixture, { kind: 'BEACON_TOO_LONG', deviceId: device.id })
    expect((await all()).alertInteraction[beacon.mac].alarm.kind).toBe('BEACON_TOO_LONG')
  })

  it('of one beacon are its own; of a gateway, those of what it hears', async () => {
    const { gateway, beacon } = fixture
    const other = await addGateway(harness, place())
    const door = await addBeacon(harness, { branchId: fixture.branch.id, deviceType: 'DOOR' })
    await addSighting(harness, { gateway, beacon, secondsAgo: 9 })
    const last = await addSighting(harness, { gateway: other, beacon, secondsAgo: 3 })
    await addSighting(harness, { gateway: other, beacon: door, humidity: 40 })
    await raiseRoomAlarm(harness, fixture, { beaconId: beacon.id, gatewayId: gateway.id, kind: 'MOTION' })
    const of = async (mac: string) => (await get(`/blt/interaction/${mac}/all/0`)).context
    const ofBeacon = await of(beacon.mac.toUpperCase())
    expect(Object.keys(ofBeacon.latestInteraction)).toEqual([beacon.mac])
    expect(ofBeacon.latestInteraction[beacon.mac].updationTime).toBe(last.toISOString())
    expect(ofBeacon.humidityMap).toEqual({})
    const ofGateway = await of(gateway.mac)
    expect(Object.keys(ofGateway.latestInteraction)).toEqual([beacon.mac])
    expect(ofGateway.latestInteraction[beacon.mac].gateway.uuid).toBe(gateway.uuid)
    expect(Object.keys(ofGateway.alertInteraction)).toEqual([beacon.mac])
    const ofOther = await of(other.mac)
    expect(Object.keys(ofOther.latestInteraction).toSorted()).toEqual([beacon.mac, door.mac].toSorted())
    expect([Object.keys(ofOther.humidityMap), ofOther.alertInteraction]).toEqual([[door.mac], {}])
  })

  it('are those of the scope: nothing of another house, nothing for an owner of WATCH type', async () => {
    const other = await createCompanyFixture(harness)
    await addSighting(harness, { gateway: other.gateway, beacon: other.beacon })
    await raiseRoomAlarm(harness, other, { beaconId: other.beacon.id })
    const nothing = { alertInteraction: {}, latestInteraction: {}, temperatureMap: {}, humidityMap: {} }
    expect(await all(0, 'MANAGER')).toEqual(nothing)
    await addSighting(harness, { gateway: fixture.gateway, beacon: fixture.beacon })
    expect(await all(0, 'OWNER')).toEqual(nothing)
    expect((await get(`/blt/interaction/${other.beacon.mac}/all/0`)).status).toBe(404)
    expect((await get(`/blt/interaction/${other.gateway.mac}/all/0`)).status).toBe(404)
    expect((await get(`/blt/interaction/${uniqueMac()}/all/0`)).status).toBe(404)
    expect((await get('/blt/interaction/all/0', 'USER')).status).toBe(403)
  })

  it('of their tag are seen by owners of GATEWAY type', async () => {
    const owner = await harness.person('OWNER', { companyId: fixture.company.id, userType: 'GATEWAY' })
    const watch = await createDevice(harness.db, { ...place(), ownerId: owner.id })
    const tag = await addBeacon(harness, {
      branchId: fixture.branch.id,
      roomId: fixture.room.id,
      deviceId: watch.id,
    })
    await addSighting(harness, { gateway: fixture.gateway, beacon: tag })
    await addSighting(harness, { gateway: fixture.gateway, beacon: fixture.beacon })
    const { context } = await harness.call('GET', '/blt/interaction/all/0', { token: owner.token })
    expect(Object.keys(context.latestInteraction)).toEqual([tag.mac])
  })
})

describe('the log of room checks', () => {
  const checks = async (since: number | Date, as?: Role) =>
    (await get(`/blt/interaction/${Number(since)}/roomCheckLogs`, as)).context.roomCheckLogs

  it('says who looked after which room, newest first, and nothing of another house', async () => {
    const other = await createCompanyFixture(harness)
    const nurse = fixture.people.SUPERVISOR
    await harness.db.insert(roomCheckLogs).values([
      { roomId: fixture.room.id, userId: nurse.id, at: minutesAgo(5_000), status: 'Clean' },
      { roomId: fixture.room.id, at: minutesAgo(5), note: 'All is well' },
      { roomId: other.room.id, at: minutesAgo(5) },
    ])
    expect(await checks(0)).toMatchObject([
      { room: { uuid: fixture.room.uuid }, user: null, status: null, note: 'All is well' },
      { user: { uuid: nurse.uuid, name: 'Nora Nurse' }, status: 'Clean', note: null },
    ])
    expect(await checks(minutesAgo(60))).toHaveLength(1)
    expect(await checks(0, 'OWNER')).toEqual([])
  })
})

describe('the alert logs', () => {
  const logs = async (query = '', as: Role = 'SUPERVISOR', since: number | Date = 0) =>
    (await get(`/blt/alertLogs/${Number(since)}?${query}`, as)).context

  it('show the alarms of rooms and gateways of the last three days, open ones and past ones, newest first', async () => {
    const { room, gateway, beacon, device, people } = fixture
    await raiseRoomAlarm(harness, fixture, { kind: 'MOTION', openedAt: minutesAgo(73 * 60) })
    const { alarm } = await raiseRoomAlarm(harness, fixture, {
      kind: 'BEACON_NOT_ALLOWED',
      beaconId: beacon.id,
      deviceId: device.id,
      openedAt: minutesAgo(60),
      closedAt: minutesAgo(50),
      closedById: people.SUPERVISOR.id,
      cause: 'HELPED',
      active: false,
    })
    const silent = { roomId: null, gatewayId: gateway.id, kind: 'GATEWAY_OFFLINE' } as const
    await raiseRoomAlarm(harness, fixture, silent)
    await raiseRoomAlarm(harness, await createCompanyFixture(harness))
    expect(await logs()).toMatchObject({
      total: 2,
      alertLogs: [
        {
          kind: 'GATEWAY_OFFLINE',
          message: 'Gateway is silent',
          gateway: { uuid: gateway.uuid },
          room: null,
        },
        {
          uuid: alarm.uuid,
          kind: 'BEACON_NOT_ALLOWED',
          room: { uuid: room.uuid, name: room.name },
          beacon: { uuid: beacon.uuid, macAddress: beacon.mac },
          device: { uuid: device.uuid },
          closedBy: 'Nora Nurse',
          cause: 'HELPED',
          active: false,
          acknowledged: false,
        },
      ],
    })
    expect((await logs('', 'SUPERVISOR', minutesAgo(30))).total).toBe(1)
  })

  it('leave out what is of a watch and of no room', async () => {
    await raiseRoomAlarm(harness, fixture, { roomId: null, deviceId: fixture.device.id, kind: 'SOS' })
    expect((await logs()).total).toBe(0)
  })

  it('are filtered by branch and room, searched, sorted and paged', async () => {
    const room = await addRoom(harness, fixture.branch.id, { name: 'Greenhouse' })
    await raiseRoomAlarm(harness, fixture, { roomId: room.id, severity: 'CRITICAL', openedAt: minutesAgo(9) })
    await raiseRoomAlarm(harness, fixture, { kind: 'MOTION', severity: 'LOW', beaconId: fixture.beacon.id })
    const { beacon, branch } = fixture
    const totals = await Promise.all(
      [`roomUuid=${room.uuid}`, `branchUuid=${branch.uuid}`, 'search=greenH', `search=${beacon.mac}`].map(
        async (query) => (await logs(query)).total,
      ),
    )
    expect(totals).toEqual([1, 2, 1, 1])
    const page = await logs('sort=-severity&size=1')
    expect(page).toMatchObject({ total: 2, alertLogs: [{ severity: 'CRITICAL' }] })
    const other = await createCompanyFixture(harness)
    expect((await get(`/blt/alertLogs/0?roomUuid=${other.room.uuid}`)).status).toBe(404)
    expect((await get('/blt/alertLogs/0?sort=shoeSize')).status).toBe(400)
  })

  it('of a gateway that is gone still say what happened', async () => {
    const { alarm } = await raiseRoomAlarm(harness, fixture, {
      gatewayId: fixture.gateway.id,
      kind: 'MOTION',
    })
    const { token } = fixture.people.MANAGER
    await harness.call('DELETE', `/blt/entity/${fixture.gateway.uuid}`, { token })
    const [row] = await harness.db.select().from(alarms).where(eq(alarms.id, alarm.id))
    expect(row?.closedAt).not.toBeNull()
    expect((await logs()).alertLogs).toMatchObject([{ uuid: alarm.uuid, cause: 'OTHER' }])
  })
})
