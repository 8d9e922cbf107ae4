import { createBranch, createDevice } from '@carewatch/migrations/factories'
import { relatives } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { beacons, gateways } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHouse, type House } from '../testing/house.ts'
import { raiseRoomAlarm } from '../testing/room-alarm.ts'
import { addBeacon, addGateway, addRoom, decideIn, hear } from '../testing/rooms.ts'
import { startStand, type Stand, until } from '../testing/stand.ts'

let stand: Stand
let house: House
let next: { room: { id: number; uuid: string }; gateway: { id: number } }
beforeAll(async () => {
  stand = await startStand()
})
beforeEach(async () => {
  house = await createHouse(stand)
  const room = await addRoom(stand, house.branch.id, { name: 'Z, the last' })
  next = { room, gateway: await addGateway(stand, { ...place(), roomId: room.id }) }
})
afterAll(() => stand.close())

type Role = keyof House['people']
const place = () => ({ companyId: house.company.id, branchId: house.branch.id })
const ask = (token: string, query = '') =>
  stand.call('GET', `/blt/interaction/getRoomsData?${query}`, { token })
const view = async (as: Role = 'SUPERVISOR') => {
  const { context } = await ask(house.people[as].token)
  const [room, other] = context.rooms
  return { context, room, other }
}
const namesIn = ({ beacons: present }: { beacons: { uuid: string }[] }) => present.map(({ uuid }) => uuid)

describe('the live room view', () => {
  it('shows every room with its gateways, by name', async () => {
    const lastMessageAt = new Date()
    await stand.db
      .update(gateways)
      .set({ online: true, lastMessageAt })
      .where(eq(gateways.id, house.gateway.id))
    const { room, other } = await view()
    expect(room).toMatchObject({
      uuid: house.room.uuid,
      status: null,
      branch: { uuid: house.branch.uuid },
      gateways: [{ macAddress: house.gateway.mac, online: true, lastMessageAt: lastMessageAt.toISOString() }],
      temperature: null,
      humidity: null,
      facts: [],
      beacons: [],
      alarms: [],
    })
    expect(other.uuid).toBe(next.room.uuid)
  })

  it('says what the sensors of a room measured and noticed last, and how long ago', async () => {
    const { branch, room, gateway } = house
    const inRoom = { branchId: branch.id, roomId: room.id }
    const climate = await addBeacon(stand, { ...inRoom, deviceType: 'CLIMATE' })
    const door = await addBeacon(stand, { ...inRoom, deviceType: 'DOOR' })
    await hear(stand, { gateway, beacon: climate, secondsAgo: 600, temperature: 19, humidity: 44 })
    await hear(stand, { gateway, beacon: climate, secondsAgo: 120, temperature: 21.5 })
    await hear(stand, { gateway, beacon: climate, secondsAgo: 60 })
    await hear(stand, { gateway, beacon: door, secondsAgo: 300, facts: { door: true, tamper: false } })
    const closedAt = await hear(stand, { gateway, beacon: door, secondsAgo: 30, facts: { door: false } })
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
    const { gateway, beacon } = house
    await hear(stand, { gateway, beacon, temperature: 36 })
    expect((await view()).room.temperature).toBeNull()
  })

  it('shows a tag in the room that was decided, with its watch and its wearer', async () => {
    const { gateway, beacon, device, people } = house
    await hear(stand, { gateway, beacon, secondsAgo: 4, rssi: -50 })
    await hear(stand, { gateway, beacon, secondsAgo: 2, rssi: -80 })
    await hear(stand, { gateway: next.gateway, beacon, secondsAgo: 3, rssi: -70 })
    const since = await decideIn(stand, { beacon, room: next.room, secondsAgo: 30 })
    const { room, other } = await view()
    expect(room.beacons).toEqual([])
    expect(other.beacons).toMatchObject([
      {
        uuid: beacon.uuid,
        rssi: -70,
        since: since.toISOString(),
        confidence: 0.8,
        device: { uuid: device.uuid },
        person: { uuid: people.OWNER.uuid },
      },
    ])
    await decideIn(stand, { beacon, room: house.room })
    expect((await view()).room.beacons).toMatchObject([{ uuid: beacon.uuid, rssi: -80 }])
  })

  it('shows nobody who was not heard for a minute and a half, nor who is in no room', async () => {
    const { gateway, beacon, room } = house
    await hear(stand, { gateway, beacon, secondsAgo: 91 })
    await decideIn(stand, { beacon, room, secondsAgo: 600 })
    expect((await view()).room.beacons).toEqual([])
    await hear(stand, { gateway, beacon, secondsAgo: 80, rssi: -95 })
    expect(namesIn((await view()).room)).toEqual([beacon.uuid])
    await decideIn(stand, { beacon, room: null })
    expect((await view()).room.beacons).toEqual([])
  })

  it('shows what is open in the room and of its gateways, the gravest first, in the language of whoever asks', async () => {
    const gone = { gatewayId: house.gateway.id, roomId: null, kind: 'GATEWAY_OFFLINE' } as const
    await raiseRoomAlarm(stand, house, { ...gone, severity: 'MEDIUM', category: 'TECHNICAL' })
    await raiseRoomAlarm(stand, house, { severity: 'CRITICAL', acknowledgedAt: new Date() })
    await raiseRoomAlarm(stand, house, { kind: 'MOTION', closedAt: new Date() })
    const { token } = house.people.SUPERVISOR
    const { context } = await stand.call('GET', '/blt/getRoomsData', { token, language: 'de' })
    expect(context.rooms[0].alarms).toMatchObject([
      { kind: 'WATER', severity: 'CRITICAL', acknowledged: true, message: 'Wasser erkannt' },
      { kind: 'GATEWAY_OFFLINE', acknowledged: false, message: 'Gateway meldet sich nicht' },
    ])
  })

  it('is that of the branch, the company or one branch asked for', async () => {
    const elsewhere = await createBranch(stand.db, house.company.id)
    await addRoom(stand, elsewhere.id)
    await createHouse(stand)
    const counts = await Promise.all(
      (['MANAGER', 'COMPANY_MONITOR', 'SUPERVISOR', 'MONITOR', 'OWNER'] as const).map(
        async (as) => (await view(as)).context.rooms.length,
      ),
    )
    expect(counts).toEqual([3, 3, 2, 2, 0])
    const { token } = house.people.MANAGER
    expect((await ask(token, `branchUuid=${elsewhere.uuid}`)).context.rooms).toHaveLength(1)
    const other = await createHouse(stand)
    expect((await ask(token, `branchUuid=${other.branch.uuid}`)).status).toBe(404)
  })

  it('leaves a trace of who saw where somebody was', async () => {
    const { gateway, beacon, device, people } = house
    await hear(stand, { gateway, beacon })
    await decideIn(stand, { beacon, room: house.room })
    await view()
    const of = and(eq(auditLog.entityUuid, device.uuid), eq(auditLog.action, 'located'))
    const traces = () => stand.db.select().from(auditLog).where(of)
    await until('it is noted', async () => (await traces()).length > 0)
    expect(await traces()).toMatchObject([{ userId: people.SUPERVISOR.id, companyId: house.company.id }])
  })
})

describe('people of GATEWAY type', () => {
  const personOf = async (role: 'OWNER' | 'RELATIVE') =>
    stand.person(role, { companyId: house.company.id, userType: 'GATEWAY' })

  it('who own a watch see its room and their own tag in it, and no other', async () => {
    const owner = await personOf('OWNER')
    const { gateway, room, beacon } = house
    const watch = await createDevice(stand.db, { ...place(), ownerId: owner.id })
    const tag = await addBeacon(stand, { branchId: house.branch.id, roomId: room.id, deviceId: watch.id })
    await hear(stand, { gateway, beacon })
    await hear(stand, { gateway, beacon: tag })
    await decideIn(stand, { beacon, room })
    await decideIn(stand, { beacon: tag, room })
    await raiseRoomAlarm(stand, house)
    await raiseRoomAlarm(stand, house, { kind: 'BEACON_NOT_ALLOWED', beaconId: beacon.id })
    const { rooms } = (await ask(owner.token)).context
    expect(rooms).toHaveLength(1)
    expect(namesIn(rooms[0])).toEqual([tag.uuid])
    expect(rooms[0].alarms).toMatchObject([{ kind: 'WATER' }])
  })

  it('who are a relative see the room where the grant says so', async () => {
    const relative = await personOf('RELATIVE')
    const grant = { deviceId: house.device.id, userId: relative.id, name: 'Rita' }
    await stand.db.insert(relatives).values({ ...grant, maySeeLocation: false })
    expect((await ask(relative.token)).context.rooms).toEqual([])
    await stand.db.update(relatives).set({ maySeeLocation: true }).where(eq(relatives.userId, relative.id))
    expect((await ask(relative.token)).context.rooms).toMatchObject([{ uuid: house.room.uuid }])
    await stand.db.update(beacons).set({ deletedAt: new Date() }).where(eq(beacons.id, house.beacon.id))
    expect((await ask(relative.token)).context.rooms).toEqual([])
  })
})
