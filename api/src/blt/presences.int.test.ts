import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHouse, type House } from '../testing/house.ts'
import { addBeacon, addRoom, decideIn } from '../testing/rooms.ts'
import { startStand, type Stand } from '../testing/stand.ts'

let stand: Stand
let house: House
beforeAll(async () => {
  stand = await startStand()
})
beforeEach(async () => {
  house = await createHouse(stand)
})
afterAll(() => stand.close())

const list = (query = '', as: keyof House['people'] = 'SUPERVISOR') =>
  stand.call('GET', `/blt/presences?${query}`, { token: house.people[as].token })

describe('who was where', () => {
  it('is listed newest first, by beacon and by room, until now where nobody left', async () => {
    const { beacon, room, branch, device } = house
    const hall = await addRoom(stand, branch.id, { name: 'Hall' })
    const other = await addBeacon(stand, { branchId: branch.id })
    const first = await decideIn(stand, { beacon, room, secondsAgo: 3_600 })
    const second = await decideIn(stand, { beacon, room: hall, secondsAgo: 600 })
    const third = await decideIn(stand, { beacon, room: null, secondsAgo: 60 })
    await decideIn(stand, { beacon: other, room, secondsAgo: 30 })
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

  it('is nobody’s business in another house', async () => {
    const other = await createHouse(stand)
    await decideIn(stand, { beacon: other.beacon, room: other.room })
    expect((await list()).context.presences).toEqual([])
    expect((await list(`beaconUuid=${other.beacon.uuid}`)).status).toBe(404)
    expect((await list(`roomUuid=${other.room.uuid}`)).status).toBe(404)
    expect((await list('', 'USER')).status).toBe(403)
  })
})
