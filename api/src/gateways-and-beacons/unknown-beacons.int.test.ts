import { uniqueMac } from '@carewatch/migrations/factories'
import { unknownBeacons } from '@carewatch/migrations/schema/rooms'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { addBeacon, addGateway } from '../testing/rooms.ts'
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

const list = (query = '', as: keyof CompanyFixture['people'] = 'MANAGER') =>
  harness.call('GET', `/blt/entity/unknown?${query}`, { token: fixture.people[as].token })

type BeaconSighting = Partial<typeof unknownBeacons.$inferInsert> & { gateway: { id: number } }
async function addSighting({ gateway, ...values }: BeaconSighting) {
  const at = new Date()
  const mac = values.mac ?? uniqueMac()
  await harness.db
    .insert(unknownBeacons)
    .values({ gatewayId: gateway.id, rssi: -70, firstSeenAt: at, lastSeenAt: at, count: 3, ...values, mac })
  return mac
}

describe('the beacons that nobody has registered', () => {
  it('are listed once each, the nearest first, with who hears them and what they seem to be', async () => {
    const { company, branch, room, gateway } = fixture
    const other = await addGateway(harness, { companyId: company.id, branchId: branch.id })
    const far = await addSighting({ gateway, rssi: -90 })
    const mac = await addSighting({ gateway, rssi: -60, seems: 'DOOR', model: 'Shelly BLU', battery: 88 })
    await addSighting({ gateway: other, mac, rssi: -75, name: 'SBDW' })
    const { context } = await list()
    expect(context.total).toBe(2)
    expect(context.unknownBeacons).toMatchObject([
      {
        macAddress: mac,
        name: 'SBDW',
        seems: 'DOOR',
        model: 'Shelly BLU',
        battery: 88,
        rssi: -60,
        heardBy: [
          { uuid: gateway.uuid, room: { uuid: room.uuid }, rssi: -60 },
          { uuid: other.uuid, room: null, rssi: -75 },
        ],
      },
      { macAddress: far, seems: null, rssi: -90 },
    ])
    expect((await list('search=shelly')).context.unknownBeacons).toHaveLength(1)
    expect((await list(`size=1&page=2&branchUuid=${branch.uuid}`)).context.unknownBeacons).toMatchObject([
      { macAddress: far },
    ])
  })

  it('are no more when somebody registers them, by address or by what they call themselves', async () => {
    const { gateway, branch } = fixture
    const ibeacon = '00112233445566778899aabbccddeeff-1-2'
    const mac = await addSighting({ gateway })
    await addSighting({ gateway, ibeacon })
    await addBeacon(harness, { branchId: branch.id, mac })
    expect((await list()).context.total).toBe(1)
    const body = { name: 'Tag', macAddress: uniqueMac(), deviceType: 'TAG', branchId: branch.uuid, ibeacon }
    const key = { bindKey: '00112233445566778899AABBCCDDEEFF' }
    const { token } = fixture.people.MANAGER
    const added = await harness.call('POST', '/blt/entity/beacon/new', { token, body: { ...body, ...key } })
    expect(added.context.beacon).toMatchObject({ ibeacon, hasBindKey: true })
    expect(JSON.stringify(added.context)).not.toContain('bindKey"')
    expect((await list()).context.total).toBe(0)
  })

  it('whose addresses change are told by their identity key, which is one beacon’s alone and never answered', async () => {
    const { branch, people } = fixture
    const { token } = people.MANAGER
    const add = (identityKey: string) =>
      harness.call('POST', '/blt/entity/beacon/new', {
        token,
        body: {
          name: 'Phone',
          macAddress: uniqueMac(),
          deviceType: 'TAG',
          branchId: branch.uuid,
          identityKey,
        },
      })
    const digits = 'ec0234a357c8ad05341010a60a397d9b'
    const apples = Buffer.from(digits, 'hex').toReversed()
    const added = await add(Buffer.from(apples).toString('base64'))
    expect(added.context.beacon).toMatchObject({ hasIdentityKey: true })
    expect(JSON.stringify(added.context)).not.toContain('identityKey"')
    expect(await add(`irk:${digits.toUpperCase()}`)).toMatchObject({ status: 400 })
    expect(await add(digits.slice(2))).toMatchObject({ status: 400 })
    const { uuid } = added.context.beacon as { uuid: string }
    const change = (body: object) => harness.call('POST', `/blt/entity/update/${uuid}`, { token, body })
    // Its own key, again, is no other's.
    expect(await change({ identityKey: digits })).toMatchObject({ status: 200 })
    expect((await change({ identityKey: null })).context.beacon).toMatchObject({ hasIdentityKey: false })
    expect(await add(digits)).toMatchObject({ status: 200 })
    expect(await change({ identityKey: digits })).toMatchObject({ status: 400 })
  })

  it('are those of one’s own gateways, for those who may add them', async () => {
    const other = await createCompanyFixture(harness)
    await addSighting({ gateway: other.gateway })
    expect((await list()).context.total).toBe(0)
    expect((await list(`branchUuid=${other.branch.uuid}`)).status).toBe(404)
    expect((await list('', 'SUPERVISOR')).status).toBe(403)
    expect((await list('', 'OWNER')).status).toBe(403)
  })
})
