import { createBranch, createDevice } from '@carewatch/migrations/factories'
import { relatives } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { beacons, gateways } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { raiseRoomAlarm } from '../testing/room-alarm.ts'
import { addBeacon, addGateway, addRoom, decideIn, addSighting } from '../testing/rooms.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let next: { room: { id: number; uuid: string }; gateway: { id: number } }
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  const room = await addRoom(harness, fixture.branch.id, { name: 'Z, the last' })
  next = { room, gateway: await addGateway(harness, { ...place(), roomId: room.id }) }
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const place = () => ({ companyId: fixture.company.id, branchId: fixture.branch.id })
const ask = (token: string, query = '') =>
  harness.call('GET', `/blt/interaction/getRoomsData?${query}`, { token })
const view = async (as: Role = 'SUPERVISOR') => {
  const { context } = await ask(fixture.people[as].token)
  const [room, other] = context.rooms
  return { context, room, other }
}
const namesIn = ({ beacons: present }: { beacons: { uuid: string }[] }) => present.map(({ uuid }) => uuid)

describe('the live room view', () => {
  it('shows every room with its gateways, by name', async () => {
    const lastMessageAt = new Date()
    await harness.db
      .update(gateways)
      .set({ online: true, lastMessageAt })
      .where(eq(gateways.id, fixture.gateway.id))
    const { room, other } = await view()
    expect(room).toMatchObject({
      uuid: fixture.room.uuid,
      status: null,
      branch: { uuid: fixture.branch.uuid },
      gateways: [
        { macAddress: fixture.gateway.mac, online: true, lastMessageAt: lastMessageAt.toISOString() },
      ],
      temperature: null,
      humidity: null,
      facts: [],
      beacons: [],
      alarms: [],
    })
    expect(other.uuid).toBe(next.room.uuid)
  })

  it('shows whom nobody can place any more in the room where they were last, as lost and not as there', async () => {
    const { beacon, room } = fixture
    await decideIn(harness, { beacon, room, secondsAgo: 60 })
    const lost = { unknown: 'GATEWAY_DOWN', lastRoom: room } as const
    const since = await decideIn(harness, { beacon, room: null, secondsAgo: 30, lost })
    const { room: shown, other } = await view()
    expect(shown.beacons).toEqual([])
    expect(shown.lastHere).toMatchObject([
      {
        uuid: beacon.uuid,
        unknown: 'GATEWAY_DOWN',
        since: since.toISOString(),
        device: { uuid: fixture.device.uuid },
      },
    ])
    expect(other.lastHere).toEqual([])
    // Who is merely away is lost in no room.
    await decideIn(harness, { beacon, room: null })
    expect((await view()).room.lastHere).toEqual([])
  })

  it('says what the sensors of a room measured and noticed last, and how long ago', async () => {
    const { branch, room, gateway } = fixture
    const inRoom = { branchId: branch.id, roomId: room.id }
    const climate = await addBeacon(harness, { ...inRoom, deviceType: 'CLIMATE' })
    const door = await addBeacon(harness, { ...inRoom, deviceType: 'DOOR' })
    await addSighting(harness, { gateway, beacon: climate, secondsAgo: 600, temperature: 19, humidity: 44 })
    await addSighting(harness, { gateway, beacon: climate, secondsAgo: 120, temperature: 21.5 })
    await addSighting(harness, { gateway, beacon: climate, secondsAgo: 60 })
    await addSighting(harness, {
      gateway,
      beacon: door,
      secondsAgo: 300,
      facts: { door: true, tamper: false },
    })
    const closedAt = await addSighting(harness, {
      gateway,
      beacon: door,
      secondsAgo: 30,
      facts: { door: false },
    })
    const seen = (await view()).room
    expect(seen.temperature).toMatchObject({ value: 21.5, beacon: { macAddress: climate.mac } })
    expect(seen.temperature.ageSeconds).toBeGreaterThanOrEqual(119)
    expect(seen.humidity).toMatchObject({ value: 44 })
    expect(seen.facts).toMatchObject([
      { beacon: { macAddress: door.mac }, fact: 'door', value: false, at: closedAt.toISOString() },
      { fact: 'tamper', value: false },
    ])
  })

  it("does not take the warmth of a person's tag for that of the room", async () => {
    const { gateway, beacon } = fixture
    await addSighting(harness, { gateway, beacon, temperature: 36 })
    expect((await view()).room.temperature).toBeNull()
  })

  it('shows a tag in the room that was decided, with its watch and its wearer', async () => {
    const { gateway, beacon, device, wearer } = fixture
    await addSighting(harness, { gateway, beacon, secondsAgo: 4, rssi: -50 })
    await addSighting(harness, { gateway, beacon, secondsAgo: 2, rssi: -80 })
    await addSighting(harness, { gateway: next.gateway, beacon, secondsAgo: 3, rssi: -70 })
    const since = await decideIn(harness, { beacon, room: next.room, secondsAgo: 30 })
    const { room, other } = await view()
    expect(room.beacons).toEqual([])
    expect(other.beacons).toMatchObject([
      {
        uuid: beacon.uuid,
        rssi: -70,
        since: since.toISOString(),
        confidence: 0.8,
        device: { uuid: device.uuid },
        person: { uuid: wearer.uuid, name: wearer.firstName },
      },
    ])
    await decideIn(harness, { beacon, room: fixture.room })
    expect((await view()).room.beacons).toMatchObject([{ uuid: beacon.uuid, rssi: -80 }])
  })

  it('shows nobody who was not heard for a minute and a half, nor who is in no room', async () => {
    const { gateway, beacon, room } = fixture
    await addSighting(harness, { gateway, beacon, secondsAgo: 91 })
    await decideIn(harness, { beacon, room, secondsAgo: 600 })
    expect((await view()).room.beacons).toEqual([])
    await addSighting(harness, { gateway, beacon, secondsAgo: 80, rssi: -95 })
    expect(namesIn((await view()).room)).toEqual([beacon.uuid])
    await decideIn(harness, { beacon, room: null })
    expect((await view()).room.beacons).toEqual([])
  })

  it('shows what is open in the room and of its gateways, in the order of triage, in the language of whoever asks', async () => {
    const gone = { gatewayId: fixture.gateway.id, roomId: null, kind: 'GATEWAY_OFFLINE' } as const
    await raiseRoomAlarm(harness, fixture, { ...gone, severity: 'MEDIUM', category: 'TECHNICAL' })
    await raiseRoomAlarm(harness, fixture, { severity: 'CRITICAL', acknowledgedAt: new Date() })
    await raiseRoomAlarm(harness, fixture, { kind: 'MOTION', closedAt: new Date() })
    const { token } = fixture.people.SUPERVISOR
    const { context } = await harness.call('GET', '/blt/getRoomsData', { token, language: 'de' })
    expect(context.rooms[0].alarms).toMatchObject([
      { kind: 'GATEWAY_OFFLINE', acknowledged: false, message: 'Gateway meldet sich nicht' },
      { kind: 'WATER', severity: 'CRITICAL', acknowledged: true, message: 'Wasser erkannt' },
    ])
  })

  it('is that of the branch, the company or one branch asked for', async () => {
    const elsewhere = await createBranch(harness.db, fixture.company.id)
    await addRoom(harness, elsewhere.id)
    await createCompanyFixture(harness)
    const counts = await Promise.all(
      (['MANAGER', 'COMPANY_MONITOR', 'SUPERVISOR', 'MONITOR', 'OWNER'] as const).map(
        async (as) => (await view(as)).context.rooms.length,
      ),
    )
    expect(counts).toEqual([3, 3, 2, 2, 0])
    const { token } = fixture.people.MANAGER
    expect((await ask(token, `branchUuid=${elsewhere.uuid}`)).context.rooms).toHaveLength(1)
    const other = await createCompanyFixture(harness)
    expect((await ask(token, `branchUuid=${other.branch.uuid}`)).status).toBe(404)
  })

  it('leaves a trace of who saw where somebody was', async () => {
    const { gateway, beacon, wearer, people } = fixture
    await addSighting(harness, { gateway, beacon })
    await decideIn(harness, { beacon, room: fixture.room })
    await view()
    const of = and(eq(auditLog.entityUuid, wearer.uuid), eq(auditLog.action, 'located'))
    const traces = () => harness.db.select().from(auditLog).where(of)
    await until('it is noted', async () => (await traces()).length > 0)
    expect(await traces()).toMatchObject([{ userId: people.SUPERVISOR.id, companyId: fixture.company.id }])
  })
})

describe('people of GATEWAY type', () => {
  const personOf = async (role: 'OWNER' | 'RELATIVE') =>
    harness.person(role, { companyId: fixture.company.id, userType: 'GATEWAY' })

  it('who own a watch see its room and their own tag in it, and no other', async () => {
    const owner = await personOf('OWNER')
    const { gateway, room, beacon } = fixture
    const watch = await createDevice(harness.db, { ...place(), ownerId: owner.id })
    const tag = await addBeacon(harness, { branchId: fixture.branch.id, roomId: room.id, deviceId: watch.id })
    await addSighting(harness, { gateway, beacon })
    await addSighting(harness, { gateway, beacon: tag })
    await decideIn(harness, { beacon, room })
    await decideIn(harness, { beacon: tag, room })
    await raiseRoomAlarm(harness, fixture)
    await raiseRoomAlarm(harness, fixture, { kind: 'BEACON_NOT_ALLOWED', beaconId: beacon.id })
    const { rooms } = (await ask(owner.token)).context
    expect(rooms).toHaveLength(1)
    expect(namesIn(rooms[0])).toEqual([tag.uuid])
    expect(rooms[0].alarms).toMatchObject([{ kind: 'WATER' }])
  })

  it('who are a relative see the room where the grant says so', async () => {
    const relative = await personOf('RELATIVE')
    const grant = { deviceId: fixture.device.id, userId: relative.id, name: 'Rita' }
    await harness.db.insert(relatives).values({ ...grant, maySeeLocation: false })
    expect((await ask(relative.token)).context.rooms).toEqual([])
    await harness.db.update(relatives).set({ maySeeLocation: true }).where(eq(relatives.userId, relative.id))
    expect((await ask(relative.token)).context.rooms).toMatchObject([{ uuid: fixture.room.uuid }])
    await harness.db.update(beacons).set({ deletedAt: new Date() }).where(eq(beacons.id, fixture.beacon.id))
    expect((await ask(relative.token)).context.rooms).toEqual([])
  })
})
