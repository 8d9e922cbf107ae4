import {
  CALIBRATED_MOST_ROOMS,
  type WalkPlacement,
  type WalkReadingRow,
} from '@carewatch/contracts/rules/rooms/walk-rows'
import { roomWalks } from '@carewatch/migrations/schema/room-walks'
import { beacons, gateways, sightings } from '@carewatch/migrations/schema/rooms'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { addBeacon, addGateway, addRoom, addSighting } from '../testing/rooms.ts'
import { addWalk, speaks } from './examples.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  await speaks(harness, fixture.gateway)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, as: Role = 'MANAGER') =>
  harness.call(method, path, { token: fixture.people[as].token, ...(body && { body }) })
const calibration = async () => (await ask('GET', `/blt/calibration/${fixture.branch.uuid}`)).context
const finish = (uuid: string) => ask('POST', `/blt/walk/finish/${uuid}`)
const walksOf = (roomId: number) => harness.db.select().from(roomWalks).where(eq(roomWalks.roomId, roomId))
const start = (beaconUuid: string, roomUuid = fixture.room.uuid, as: Role = 'MANAGER') =>
  ask('POST', '/blt/walk/new', { roomUuid, beaconUuid }, as)

describe('a walk through a room', () => {
  it('is begun with a tag that is received, shows what each gateway received, and counts when it is finished', async () => {
    const { branch, room, gateway } = fixture
    const tag = await addBeacon(harness, { branchId: branch.id })
    await addSighting(harness, { gateway, beacon: tag })
    expect((await calibration()).tags).toMatchObject([{ uuid: tag.uuid, gateways: 1 }])
    const begun = await start(tag.uuid)
    expect(begun).toMatchObject({ status: 200, context: { walk: { room: { uuid: room.uuid }, seconds: 0 } } })
    expect((await calibration()).going).toMatchObject([{ beacon: { uuid: tag.uuid }, isOwn: true }])
    const { uuid } = await addWalk(fixture, harness)
    const { context } = await ask('GET', `/blt/walk/${uuid}`)
    expect(context.walk).toMatchObject({
      silentSeconds: expect.closeTo(40, -1),
      received: [
        {
          gateway: { uuid: gateway.uuid },
          room: { uuid: room.uuid },
          readings: 20,
          rssi: -60,
          isDown: false,
        },
      ],
    })
    expect((await calibration()).rooms).toMatchObject([{ uuid: room.uuid, walk: null }])
    expect((await finish(uuid)).status).toBe(200)
    expect((await calibration()).rooms).toMatchObject([{ uuid: room.uuid, walk: { isValid: true } }])
    const [kept] = (await walksOf(room.id)).filter(({ endedAt }) => endedAt)
    expect(kept?.readings).toHaveLength(20)
    expect(kept?.placements).toEqual([[gateway.id, room.id]])
    expect((await finish(uuid)).status).toBe(404)
  })

  it('takes the place of an older one, and holds no more when a gateway comes', async () => {
    const { branch, company, room } = fixture
    for (const _ of [1, 2]) await finish((await addWalk(fixture, harness)).uuid)
    expect(await walksOf(room.id)).toHaveLength(1)
    const hall = await addRoom(harness, branch.id, { name: 'Hall' })
    await addGateway(harness, { companyId: company.id, branchId: branch.id, roomId: hall.id })
    const { rooms, isCalibrated } = await calibration()
    expect(isCalibrated).toBe(false)
    expect(rooms).toHaveLength(2)
    expect(rooms.find(({ uuid }: { uuid: string }) => uuid === room.uuid)).toMatchObject({
      walk: { isValid: false },
    })
  })

  it('decides when every room with a gateway has one, and says how often it is right', async () => {
    const { branch, company } = fixture
    const hall = await addRoom(harness, branch.id, { name: 'Hall' })
    const gateway = await addGateway(harness, { companyId: company.id, branchId: branch.id, roomId: hall.id })
    await speaks(harness, gateway)
    await finish((await addWalk(fixture, harness)).uuid)
    expect(await calibration()).toMatchObject({ isCalibrated: false, examined: null })
    await finish(
      (
        await addWalk(
          {
            ...fixture,
            room: { ...fixture.room, id: hall.id },
            gateway: { ...fixture.gateway, id: gateway.id },
          },
          harness,
        )
      ).uuid,
    )
    expect(await calibration()).toMatchObject({
      isCalibrated: true,
      examined: { decisions: expect.any(Number) },
      rooms: [{ examined: { decisions: expect.any(Number) } }, { examined: { right: expect.any(Number) } }],
    })
    const { examined, rooms } = await calibration()
    const sum = (of: 'decisions' | 'right') =>
      rooms.reduce(
        (all: number, room: { examined: Record<string, number> }) => all + (room.examined[of] ?? 0),
        0,
      )
    expect([sum('decisions'), sum('right')]).toEqual([examined.decisions, examined.right])
    // Of another walk through a room it is another one.
    await harness.db.update(roomWalks).set({ readings: [] }).where(eq(roomWalks.roomId, hall.id))
    expect((await calibration()).examined).toEqual(examined)
    await finish((await addWalk(fixture, harness, { secondsAgo: 90 })).uuid)
    expect((await calibration()).examined.decisions).toBeGreaterThan(examined.decisions)
  })
  it('does not count where the gateway of another room receives it far better', async () => {
    const { branch, company, room } = fixture
    const hall = await addRoom(harness, branch.id, { name: 'Hall' })
    const gateway = await addGateway(harness, { companyId: company.id, branchId: branch.id, roomId: hall.id })
    await speaks(harness, gateway)
    const { uuid } = await addWalk(fixture, harness)
    const [walk] = await harness.db.select().from(roomWalks).where(eq(roomWalks.uuid, uuid))
    const receivedInHall = (rssi: number) =>
      harness.db.insert(sightings).values(
        [1, 2, 3, 4, 5].map((second) => ({
          gatewayId: gateway.id,
          beaconId: walk?.beaconId ?? 0,
          time: new Date((walk?.startedAt.getTime() ?? 0) + second * 1_000),
          rssi,
        })),
      )
    await receivedInHall(-48)
    expect(await finish(uuid)).toMatchObject({ status: 409, message: expect.stringContaining('Hall') })
    expect((await walksOf(room.id)).filter(({ endedAt }) => endedAt)).toEqual([])
    // A wall that leaks is no other room.
    await harness.db.update(sightings).set({ rssi: -49 }).where(eq(sightings.gatewayId, gateway.id))
    expect((await finish(uuid)).status).toBe(200)
  })

  it('neither begins nor counts while a gateway of the branch says nothing', async () => {
    const { branch, company, gateway } = fixture
    const hall = await addRoom(harness, branch.id, { name: 'Hall' })
    const far = await addGateway(harness, { companyId: company.id, branchId: branch.id, roomId: hall.id })
    const free = await addBeacon(harness, { branchId: branch.id })
    const { uuid } = await addWalk(fixture, harness)
    const refused = { status: 409, message: expect.stringContaining(far.name) }
    expect((await calibration()).down).toMatchObject([{ uuid: far.uuid }])
    expect(await start(free.uuid)).toMatchObject(refused)
    expect(await finish(uuid)).toMatchObject(refused)
    const [quiet, word] = [91, 179].map((seconds) => new Date(Date.now() - seconds * 1_000))
    await harness.db.update(gateways).set({ config: { reportIntervalSeconds: 30 } })
    await speaks(harness, far, quiet)
    expect(await finish(uuid)).toMatchObject(refused)
    // It reports once a minute, and has not since the walk began.
    await harness.db.update(gateways).set({ config: { reportIntervalSeconds: 60 } })
    expect((await calibration()).down).toEqual([])
    expect(await finish(uuid)).toMatchObject(refused)
    await harness.db.update(gateways).set({ config: {} })
    await speaks(harness, far, word)
    await speaks(harness, gateway)
    expect((await finish(uuid)).status).toBe(200)
  })
  it('is nothing to go on with when its time is over', async () => {
    const old = await addWalk(fixture, harness, { secondsAgo: 181 })
    expect((await calibration()).going).toEqual([])
    expect((await finish(old.uuid)).status).toBe(409)
  })
  it('is shown as another’s to whoever did not begin it', async () => {
    await addWalk(fixture, harness)
    const { context } = await ask('GET', `/blt/calibration/${fixture.branch.uuid}`, undefined, 'ADMIN')
    expect(context.going).toMatchObject([{ isOwn: false, by: expect.any(String) }])
  })

  it('decides nothing in a branch of more than thirty rooms with a gateway', async () => {
    const { branch, company } = fixture
    const placements: WalkPlacement[] = [[fixture.gateway.id, fixture.room.id]]
    const addRoomWithGateway = async () => {
      const { id: roomId } = await addRoom(harness, branch.id, { name: `Room ${placements.length}` })
      const place = { companyId: company.id, branchId: branch.id, roomId }
      placements.push([(await addGateway(harness, place)).id, roomId])
    }
    while (placements.length < CALIBRATED_MOST_ROOMS + 1) await addRoomWithGateway()
    const { beacon, people } = fixture
    const walked = { branchId: branch.id, beaconId: beacon.id, userId: people.MANAGER.id, placements }
    const startedAt = new Date(Date.now() - 60_000)
    await harness.db.insert(roomWalks).values(
      placements.map(([gatewayId, roomId]) => ({
        ...walked,
        roomId,
        startedAt,
        endedAt: new Date(),
        readings: [[gatewayId, 0, -50] satisfies WalkReadingRow],
      })),
    )
    expect(await calibration()).toMatchObject({ isCalibrated: false, isTooLarge: true, examined: null })
    const [, last = 0] = placements.at(-1) ?? []
    await harness.db.update(gateways).set({ isActive: false }).where(eq(gateways.roomId, last))
    expect(await calibration()).toMatchObject({ isCalibrated: true, isTooLarge: false })
  })

  it('is refused when it was too short or too long, or the room’s gateway hardly received it', async () => {
    const refused = async (values: Parameters<typeof addWalk>[2]) => {
      const { uuid } = await addWalk(fixture, harness, values)
      return finish(uuid)
    }
    expect(await refused({ secondsAgo: 20 })).toMatchObject({ status: 409 })
    expect(await refused({ secondsAgo: 200 })).toMatchObject({ status: 409 })
    expect(await refused({ readings: 4 })).toMatchObject({ status: 409 })
    expect((await walksOf(fixture.room.id)).filter(({ endedAt }) => endedAt)).toEqual([])
  })

  it('goes on one at a time with each tag, until it is discarded or forgotten', async () => {
    const { beacon } = await addWalk(fixture, harness)
    expect(await start(beacon.uuid)).toMatchObject({ status: 409 })
    const { going } = await calibration()
    expect((await ask('DELETE', `/blt/walk/${going[0].uuid}`)).status).toBe(200)
    expect((await start(beacon.uuid)).status).toBe(200)
    const old = await addWalk(fixture, harness, { secondsAgo: 300 })
    expect((await start(old.beacon.uuid)).status).toBe(200)
    expect((await ask('GET', `/blt/walk/${old.uuid}`)).status).toBe(404)
  })

  it('is with a tag that nobody carries, through a room with a gateway', async () => {
    const { beacon, branch, people } = fixture
    expect((await start(beacon.uuid)).status).toBe(400)
    const free = await addBeacon(harness, { branchId: branch.id })
    const bare = await addRoom(harness, branch.id, { name: 'Bare' })
    expect((await start(free.uuid, bare.uuid)).status).toBe(400)
    await harness.db.update(beacons).set({ staffId: people.SUPERVISOR.id }).where(eq(beacons.id, free.id))
    expect((await start(free.uuid)).status).toBe(400)
    await harness.db.update(beacons).set({ staffId: null }).where(eq(beacons.id, free.id))
    await harness.db.update(gateways).set({ isActive: false }).where(eq(gateways.id, fixture.gateway.id))
    expect((await start(free.uuid)).status).toBe(400)
  })

  it('is no matter of another company, nor of a nurse', async () => {
    const other = await createCompanyFixture(harness)
    const { uuid } = await addWalk(other, harness)
    expect((await ask('GET', `/blt/calibration/${other.branch.uuid}`)).status).toBe(404)
    expect((await ask('GET', `/blt/walk/${uuid}`)).status).toBe(404)
    expect((await finish(uuid)).status).toBe(404)
    expect((await ask('DELETE', `/blt/walk/${uuid}`)).status).toBe(404)
    const free = await addBeacon(harness, { branchId: fixture.branch.id })
    expect((await start(free.uuid, other.room.uuid)).status).toBe(404)
    expect((await start(free.uuid, fixture.room.uuid, 'SUPERVISOR')).status).toBe(403)
  })
})
