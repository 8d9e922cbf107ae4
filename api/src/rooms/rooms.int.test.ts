import { createBranch } from '@carewatch/migrations/factories'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { branches } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { raiseRoomAlarm } from '../testing/room-alarm.ts'
import { addRoom } from '../testing/rooms.ts'
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
const remove = (uuid: string, as: Role = 'MANAGER') =>
  harness.call('DELETE', `/blt/room/${uuid}`, { token: fixture.people[as].token })

describe('the list of rooms', () => {
  it('shows those of the house with what stands in them, filtered, searched and paged', async () => {
    await createCompanyFixture(harness)
    const branch = await createBranch(harness.db, fixture.company.id, { roomStatuses: ['Clean'] })
    await addRoom(harness, branch.id, { name: 'Garden', status: 'Clean' })
    await addRoom(harness, branch.id, { name: 'Attic' })
    const of = async (query: string, as?: Role) => (await get(`/blt/rooms?${query}`, as)).context
    expect(await of('')).toMatchObject({ total: 3, rooms: [{ name: 'Attic' }, { name: 'Garden' }, {}] })
    expect(await of(`branchUuid=${fixture.branch.uuid}`)).toMatchObject({
      total: 1,
      rooms: [{ uuid: fixture.room.uuid, status: null, gateways: 1, beacons: 1 }],
    })
    expect(await of('search=gard')).toMatchObject({
      total: 1,
      rooms: [{ name: 'Garden', status: 'Clean', roomStatuses: ['Clean'], branch: { uuid: branch.uuid } }],
    })
    expect(await of('sort=-name&size=1&page=2')).toMatchObject({ total: 3, rooms: [{ name: 'Garden' }] })
    expect((await of('', 'SUPERVISOR')).total).toBe(1)
    expect((await of('', 'OWNER')).total).toBe(0)
  })

  it('is refused for the branch of another house', async () => {
    const other = await createCompanyFixture(harness)
    expect((await get(`/blt/rooms?branchUuid=${other.branch.uuid}`)).status).toBe(404)
  })
})

describe('a room', () => {
  it('is added to a branch of the house, by those who manage it', async () => {
    const body = { name: 'Room 7', branchId: fixture.branch.uuid }
    expect((await post('/blt/room/new', body)).context.room).toMatchObject({
      name: 'Room 7',
      branch: { uuid: fixture.branch.uuid },
      gateways: 0,
      beacons: 0,
    })
    expect((await post('/blt/room/new', body, 'SUPERVISOR')).status).toBe(403)
    const other = await createCompanyFixture(harness)
    expect((await post('/blt/room/new', { ...body, branchId: other.branch.uuid })).status).toBe(404)
    expect((await post('/blt/room/new', { ...body, name: ' ' })).status).toBe(400)
  })

  it('has a status that its branch knows, or none', async () => {
    const roomStatuses = ['Clean', 'To be cleaned']
    await harness.db.update(branches).set({ roomStatuses }).where(eq(branches.id, fixture.branch.id))
    const path = `/blt/room/update/${fixture.room.uuid}`
    expect((await post(path, { status: 'Clean' })).context.room.status).toBe('Clean')
    const unknown = await post(path, { status: 'Flooded' })
    expect(unknown).toMatchObject({ status: 400, context: { errors: { status: 'is not known' } } })
    expect((await post(path, { name: 'Salon' })).context.room).toMatchObject({
      name: 'Salon',
      status: 'Clean',
    })
    const cleared = await post(path, { status: null })
    expect(cleared.context.room.status).toBeNull()
    await post(path, { name: 'Later' })
    const late = { name: 'Late', updatedAt: cleared.context.room.updatedAt }
    expect((await post(path, late)).status).toBe(409)
    expect((await post(path, { name: 'x' }, 'MONITOR')).status).toBe(403)
  })

  it('is deleted only when nothing stands in it any more; what was open in it is over', async () => {
    const { room, gateway, beacon } = fixture
    const full = {
      status: 409,
      message: 'Gateways or beacons still stand in this room, please move them first',
    }
    expect(await remove(room.uuid)).toMatchObject(full)
    await post(`/blt/entity/update/${gateway.uuid}`, { roomUuid: null })
    expect(await remove(room.uuid)).toMatchObject(full)
    await post(`/blt/entity/update/${beacon.uuid}`, { roomUuid: null })
    const { alarm } = await raiseRoomAlarm(harness, fixture)
    expect((await remove(room.uuid)).status).toBe(200)
    const [closed] = await harness.db.select().from(alarms).where(eq(alarms.id, alarm.id))
    expect(closed?.closedAt).not.toBeNull()
    expect((await get('/blt/rooms')).context.total).toBe(0)
    expect((await remove(room.uuid)).status).toBe(404)
  })

  it('of another house is neither changed nor deleted', async () => {
    const other = await createCompanyFixture(harness)
    const empty = await addRoom(harness, other.branch.id)
    expect((await post(`/blt/room/update/${empty.uuid}`, { name: 'x' })).status).toBe(404)
    expect((await remove(empty.uuid)).status).toBe(404)
    expect((await remove(fixture.room.uuid, 'BRANCH_MONITOR')).status).toBe(403)
  })
})
