import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { addBeacon, addRoom, decideIn } from '../testing/rooms.ts'
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

const list = (query = '', as: keyof CompanyFixture['people'] = 'SUPERVISOR') =>
  harness.call('GET', `/blt/presences?${query}`, { token: fixture.people[as].token })

describe('who was where', () => {
  it('is listed newest first, by beacon and by room, until now where nobody left', async () => {
    const { beacon, room, branch, device } = fixture
    const hall = await addRoom(harness, branch.id, { name: 'Hall' })
    const other = await addBeacon(harness, { branchId: branch.id })
    const first = await decideIn(harness, { beacon, room, secondsAgo: 3_600 })
    const second = await decideIn(harness, { beacon, room: hall, secondsAgo: 600 })
    const third = await decideIn(harness, { beacon, room: null, secondsAgo: 60 })
    await decideIn(harness, { beacon: other, room, secondsAgo: 30 })
    const { context } = await list(`beaconUuid=${beacon.uuid}`)
    expect(context.total).toBe(3)
    expect(context.presences).toMatchObject([
      { room: null, since: third.toISOString(), until: null, device: { uuid: device.uuid } },
      { room: { name: 'Hall' }, since: second.toISOString(), until: third.toISOString() },
      { room: { uuid: room.uuid }, since: first.toISOString(), until: second.toISOString(), confidence: 0.8 },
    ])
    expect((await list(`roomUuid=${room.uuid}`)).context.presences).toMatchObject([
      { beacon: { uuid: other.uuid } },
      { beacon: { uuid: beacon.uuid } },
    ])
    const span = `from=${new Date(Date.now() - 500_000).toISOString()}&to=${new Date(Date.now() - 120_000).toISOString()}`
    expect((await list(span)).context.presences).toMatchObject([{ room: { name: 'Hall' } }])
  })

  it('says why where nobody knows', async () => {
    const { beacon, room } = fixture
    await decideIn(harness, { beacon, room, secondsAgo: 600 })
    await decideIn(harness, { beacon, room: null, lost: { unknown: 'UNSURE', lastRoom: room } })
    expect((await list(`beaconUuid=${beacon.uuid}`)).context.presences).toMatchObject([
      { room: null, unknown: 'UNSURE' },
      { room: { uuid: room.uuid }, unknown: null },
    ])
  })

  it('is nobody’s business in another house', async () => {
    const other = await createCompanyFixture(harness)
    await decideIn(harness, { beacon: other.beacon, room: other.room })
    expect((await list()).context.presences).toEqual([])
    expect((await list(`beaconUuid=${other.beacon.uuid}`)).status).toBe(404)
    expect((await list(`roomUuid=${other.room.uuid}`)).status).toBe(404)
    expect((await list('', 'USER')).status).toBe(403)
  })
})
