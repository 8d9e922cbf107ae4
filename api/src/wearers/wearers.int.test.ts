import type { Wearer } from '@carewatch/contracts/http/wearers'
import { createBranch, createDevice } from '@carewatch/migrations/factories'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { relatives, watchSettings } from '@carewatch/migrations/schema/devices'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { look, settled } from '../testing/screen.ts'
import { addRoom } from '../testing/rooms.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  await until('the api is ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
  other = await createCompanyFixture(harness)
})
afterAll(() => harness.close())
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})

type Role = keyof CompanyFixture['people']
const tokenOf = (role: Role) => fixture.people[role].token
const post = (role: Role, path: string, body: object) =>
  harness.call('POST', `/wearers/${path}`, { token: tokenOf(role), body })
const get = (role: Role, path: string) => harness.call('GET', `/wearers/${path}`, { token: tokenOf(role) })

async function create(values: object = {}): Promise<Wearer> {
  const { branch } = fixture
  const body = { firstName: 'Ruth', lastName: 'Cohen', branchId: branch.uuid, ...values }
  const made = await post('MANAGER', 'new', body)
  expect(made.status).toBe(200)
  return made.context.wearer
}

const namesIn = async (role: Role, query: string): Promise<string[]> => {
  const { context } = await get(role, `all?${query}`)
  return context.wearers.map(({ firstName }: Wearer) => firstName)
}

describe('people under care', () => {
  it('are written down with their room and bed, and found by name, by room and by the IMEI of what they wear', async () => {
    const { room, device, branch, company } = fixture
    const ruth = await create({
      roomId: room.uuid,
      bed: '2',
      dob: '1941-05-02',
      sex: 'female',
      language: 'iw',
    })
    expect(ruth).toMatchObject({
      lastName: 'Cohen',
      room: { uuid: room.uuid, name: room.name },
      bed: '2',
      company: { uuid: company.uuid },
      branch: { uuid: branch.uuid },
      dob: '1941-05-02',
      status: 'ACTIVE',
      devices: [],
      toCheck: false,
    })
    expect(await namesIn('MANAGER', 'search=uth%20co')).toEqual(['Ruth'])
    expect(await namesIn('MONITOR', `search=${encodeURIComponent(room.name)}`)).toEqual(['Ruth'])
    expect(await namesIn('MANAGER', `search=${device.imei}`)).toEqual(['Wilma'])
    expect(await namesIn('MANAGER', 'wearing=false')).toEqual(['Ruth'])
    expect(await namesIn('MANAGER', 'wearing=true')).toEqual(['Wilma'])
    // A family sees its own alone, and nobody another company's.
    expect(await namesIn('OWNER', '')).toEqual(['Wilma'])
    const stranger = await harness.call('GET', `/wearers/detail/${ruth.uuid}`, {
      token: other.people.MANAGER.token,
    })
    expect(stranger.status).toBe(404)
  })

  it('are away with a reason and until a time, and are back without', async () => {
    const { uuid } = await create()
    const without = await post('SUPERVISOR', `update/${uuid}`, { status: 'AWAY' })
    expect([without.status, without.context.errors]).toMatchObject([400, { awayReason: expect.any(String) }])
    const until = '2026-12-24T10:00:00.000Z'
    const away = { status: 'AWAY', awayReason: 'Hospital', awayUntil: until }
    expect((await post('SUPERVISOR', `update/${uuid}`, away)).context.wearer).toMatchObject(away)
    expect((await post('SUPERVISOR', `update/${uuid}`, { status: 'ACTIVE' })).context.wearer).toMatchObject({
      status: 'ACTIVE',
      awayReason: null,
      awayUntil: null,
    })
  })

  it('live in a room of their own branch, and leave it with the branch', async () => {
    const { company, room } = fixture
    const { uuid } = await create({ roomId: room.uuid, bed: '1' })
    const next = await createBranch(harness.db, company.id)
    const elsewhere = await addRoom(harness, next.id)
    const into = await post('MANAGER', `update/${uuid}`, { roomId: elsewhere.uuid })
    expect([into.status, Object.keys(into.context.errors ?? {})]).toEqual([400, ['roomId']])
    const moved = await post('MANAGER', `update/${uuid}`, { branchId: next.uuid })
    expect(moved.context.wearer).toMatchObject({ branch: { uuid: next.uuid }, room: null, bed: null })
    const both = await post('MANAGER', `update/${uuid}`, { roomId: elsewhere.uuid, bed: '4' })
    expect(both.context.wearer).toMatchObject({ room: { uuid: elsewhere.uuid }, bed: '4' })
    const abroad = await post('ADMIN', `update/${uuid}`, { branchId: other.branch.uuid })
    expect(abroad.status).toBe(400)
  })

  it('are changed by their owner in what is theirs to know, and by one at a time', async () => {
    const { wearer } = fixture
    const own = await post('OWNER', `update/${wearer.uuid}`, { firstName: 'Ruth', dob: '1940-01-01' })
    expect(own.context.wearer).toMatchObject({ firstName: 'Ruth', dob: '1940-01-01' })
    expect((await post('OWNER', `update/${wearer.uuid}`, { bed: '9' })).status).toBe(400)
    const stale = await post('MANAGER', `update/${wearer.uuid}`, {
      firstName: 'Rut',
      updatedAt: wearer.updatedAt.toISOString(),
    })
    expect(stale.status).toBe(409)
  })
})

describe('a watch', () => {
  const assign = (
    wearer: { uuid: string },
    device: { uuid: string },
    more: object = {},
    role: Role = 'MANAGER',
  ) => post(role, 'assign', { wearerUUID: wearer.uuid, deviceUUID: device.uuid, ...more })
  const openOf = (deviceId: number) =>
    harness.db.$count(assignments, and(eq(assignments.deviceId, deviceId), isNull(assignments.endedAt)))

  it('that another wears is handed over when somebody says that they know, cleared of whose it was', async () => {
    const { device, people } = fixture
    const ruth = await create()
    const { alarm } = await raiseAlarm(harness, fixture)
    const phonebook = [{ name: 'Dana', number: '+972501234567' }]
    await harness.db.update(watchSettings).set({ phonebook }).where(eq(watchSettings.deviceId, device.id))
    const unasked = await assign(ruth, device)
    expect([unasked.status, unasked.message]).toEqual([409, 'Somebody wears this device already'])
    expect(await openOf(device.id)).toBe(1)

    const given = await assign(ruth, device, { handOverFrom: fixture.wearer.uuid })
    expect(given.context.wearer.devices).toMatchObject([{ uuid: device.uuid, imei: device.imei }])
    const settings = await harness.call('GET', `/devices/settings/${device.uuid}`, {
      token: people.MANAGER.token,
    })
    expect(settings.context.settings.phonebook).toEqual([])
    expect(await harness.db.$count(relatives, eq(relatives.deviceId, device.id))).toBe(0)
    const [closed] = await harness.db.select().from(alarms).where(eq(alarms.id, alarm.id))
    expect(closed?.closedAt).toBeInstanceOf(Date)
    // Who was responsible for whom wore it before has nothing to do with it any more.
    const seen = await harness.call('GET', `/devices/detail/${device.uuid}`, { token: people.OWNER.token })
    expect(seen.status).toBe(404)
    const before = await get('MANAGER', `assignments/${fixture.wearer.uuid}`)
    expect(before.context.assignments).toMatchObject([{ end: 'HANDED_OVER', device: { uuid: device.uuid } }])
    expect((await assign(ruth, device, { handOverFrom: fixture.wearer.uuid })).status).toBe(409)
  })

  it('that two assign at the same moment is worn by one, and the other is told', async () => {
    const people = [await create(), await create({ firstName: 'Hanna' })]
    let worn: Wearer = await create({ firstName: 'Miriam' })
    const { device } = fixture
    expect((await assign(worn, device, { handOverFrom: fixture.wearer.uuid })).status).toBe(200)
    for (let round = 0; round < 10; round++) {
      const [first, second] = people
      if (!first || !second) throw new Error('Two were made.')
      const from = { handOverFrom: worn.uuid }
      const answers = await Promise.all([assign(first, device, from), assign(second, device, from)])
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
      const now = answers[0]?.status === 200 ? first : second
      people.splice(people.indexOf(now), 1, worn)
      worn = now
      expect(await openOf(device.id)).toBe(1)
    }
  })

  it('in stock that two assign at the same moment is worn by one, and the other is told', async () => {
    const [ruth, hanna] = [await create(), await create({ firstName: 'Hanna' })]
    const { company, branch } = fixture
    for (let round = 0; round < 5; round++) {
      const device = await createDevice(harness.db, { companyId: company.id, branchId: branch.id })
      const answers = await Promise.all([assign(ruth, device), assign(hanna, device)])
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
      expect(await openOf(device.id)).toBe(1)
    }
  })

  it('is worn by people of its own house, who are here', async () => {
    const ruth = await create()
    const foreign = await assign(ruth, other.device, {}, 'ADMIN')
    expect([foreign.status, Object.keys(foreign.context.errors)]).toEqual([400, ['deviceUUID']])
    expect((await assign(ruth, other.device)).status).toBe(404)
    expect((await assign(other.wearer, fixture.device)).status).toBe(404)
    await post('MANAGER', `update/${ruth.uuid}`, { status: 'DECEASED' })
    const late = await assign(ruth, fixture.device, { handOverFrom: fixture.wearer.uuid })
    expect([late.status, Object.keys(late.context.errors)]).toEqual([400, ['wearerUUID']])
    expect(await openOf(fixture.device.id)).toBe(1)
  })

  it('is taken back once, and worn by nobody then', async () => {
    const { device, wearer } = fixture
    const back = await post('SUPERVISOR', 'takeBack', { deviceUUID: device.uuid })
    expect(back.context.wearer).toMatchObject({ uuid: wearer.uuid, devices: [] })
    const again = await post('SUPERVISOR', 'takeBack', { deviceUUID: device.uuid })
    expect([again.status, again.message]).toEqual([409, 'Nobody wears this device'])
  })

  it('that is taken back rings on no board any more', async () => {
    const { device, people } = fixture
    const { alarm } = await raiseAlarm(harness, fixture)
    const board = await look(harness, people.MONITOR.token)
    await settled(board)
    expect((await post('MANAGER', 'takeBack', { deviceUUID: device.uuid })).status).toBe(200)
    await until('the board hears that the alarm is over', () =>
      board.received.some(({ type, change, notification }) => {
        // Safe: as a notification is written.
        const { alarmUuid } = (notification ?? {}) as { alarmUuid?: string }
        return type === 'notification' && change === 'closed' && alarmUuid === alarm.uuid
      }),
    )
    board.socket.close()
  })

  it('that an owner gives to her mother is hers to see', async () => {
    const { people, device } = fixture
    const mother = await create({ firstName: 'Mother' })
    const { id: userId } = people.OWNER
    const [row] = await harness.db.select().from(wearers).where(eq(wearers.uuid, mother.uuid))
    await harness.db.insert(wearerRelations).values({ wearerId: row?.id ?? 0, userId, kind: 'OWNER' })
    expect((await assign(mother, device, { handOverFrom: fixture.wearer.uuid }, 'OWNER')).status).toBe(200)
    const seen = await harness.call('GET', `/devices/detail/${device.uuid}`, { token: people.OWNER.token })
    expect([seen.status, seen.context.owner.uuid]).toEqual([200, people.OWNER.uuid])
    expect(await harness.db.$count(wearerRelations, eq(wearerRelations.userId, userId))).toBe(2)
  })
})
