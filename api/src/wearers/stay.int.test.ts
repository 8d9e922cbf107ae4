import type { Wearer } from '@carewatch/contracts/http/wearers'
import { createDevice } from '@carewatch/migrations/factories'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices, watchSettings } from '@carewatch/migrations/schema/devices'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})

type Role = keyof CompanyFixture['people']
const post = (role: Role, path: string, body: object) =>
  harness.call('POST', `/wearers/${path}`, { token: fixture.people[role].token, body })
const change = (role: Role, body: object) => post(role, `update/${fixture.wearer.uuid}`, body)
const openOf = (wearerId: number) =>
  harness.db.$count(assignments, and(eq(assignments.wearerId, wearerId), isNull(assignments.endedAt)))

describe.each(['LEFT', 'DECEASED'] as const)('whose stay ends as %s', (status) => {
  it('wears nothing any more, leaves room and bed, and rings nowhere; the family still reads who it was', async () => {
    const { wearer, device, room, people } = fixture
    const { company, branch } = fixture
    const pendant = await createDevice(harness.db, { companyId: company.id, branchId: branch.id })
    await post('MANAGER', 'assign', { wearerUUID: wearer.uuid, deviceUUID: pendant.uuid })
    expect((await change('MANAGER', { roomId: room.uuid, bed: '2' })).context.wearer.bed).toBe('2')
    const { alarm } = await raiseAlarm(harness, fixture)
    const phonebook = [{ name: 'Dana', number: '+972501234567' }]
    await harness.db.update(watchSettings).set({ phonebook }).where(eq(watchSettings.deviceId, device.id))
    expect(await openOf(wearer.id)).toBe(2)

    const left = await change('MANAGER', { status })
    expect(left.context.wearer).toMatchObject({
      status,
      devices: [],
      room: null,
      bed: null,
      awayReason: null,
    })
    expect(await openOf(wearer.id)).toBe(0)
    const [closed] = await harness.db.select().from(alarms).where(eq(alarms.id, alarm.id))
    expect(closed?.closedAt).toBeInstanceOf(Date)
    const [cleared] = await harness.db
      .select({ phonebook: watchSettings.phonebook, ownerId: devices.ownerId })
      .from(watchSettings)
      .innerJoin(devices, eq(devices.id, watchSettings.deviceId))
      .where(eq(devices.id, device.id))
    expect(cleared).toEqual({ phonebook: [], ownerId: null })
    const { token } = people.OWNER
    const past = await harness.call('GET', `/wearers/assignments/${wearer.uuid}`, { token })
    expect(past.context.assignments.map(({ end }: { end: string }) => end)).toEqual([
      'TAKEN_BACK',
      'TAKEN_BACK',
    ])
  })
})

describe('coming back', () => {
  const hereSince = async () =>
    (await harness.db.select().from(wearers).where(eq(wearers.id, fixture.wearer.id)))[0]?.hereSince

  it('is written down, and staying is not', async () => {
    await change('SUPERVISOR', { status: 'ACTIVE' })
    expect(await hereSince()).toBeNull()
    const before = Date.now()
    await change('SUPERVISOR', { status: 'AWAY', awayReason: 'hospital' })
    expect(await hereSince()).toBeNull()
    await change('SUPERVISOR', { status: 'ACTIVE' })
    expect((await hereSince())?.getTime()).toBeGreaterThanOrEqual(before)
  })
})

describe('leaving', () => {
  it('is decided by those who run the house, and coming back from it too', async () => {
    for (const role of ['SUPERVISOR', 'OWNER'] as const) {
      const refused = await change(role, { status: 'LEFT' })
      expect([role, refused.status]).toEqual([role, role === 'OWNER' ? 400 : 403])
    }
    expect(await openOf(fixture.wearer.id)).toBe(1)
    expect((await change('MANAGER', { status: 'LEFT' })).status).toBe(200)
    expect((await change('SUPERVISOR', { status: 'ACTIVE' })).status).toBe(403)
    expect((await change('MANAGER', { status: 'ACTIVE' })).context.wearer.status).toBe('ACTIVE')
  })

  it('takes no room and no bed along', async () => {
    await change('MANAGER', { status: 'LEFT' })
    const back = await change('MANAGER', { roomId: fixture.room.uuid, bed: '1' })
    expect([back.status, Object.keys(back.context.errors)]).toEqual([400, ['roomId']])
  })

  it('and being given a watch at the same moment end in one of the two', async () => {
    const { company, branch } = fixture
    const { people } = fixture
    for (let round = 0; round < 8; round++) {
      const made = await post('MANAGER', 'new', { firstName: 'Ruth', branchId: branch.uuid })
      const { uuid }: Wearer = made.context.wearer
      const device = await createDevice(harness.db, { companyId: company.id, branchId: branch.id })
      const token = people.MANAGER.token
      const body = { wearerUUID: uuid, deviceUUID: device.uuid }
      await Promise.all([
        harness.call('POST', `/wearers/update/${uuid}`, { token, body: { status: 'LEFT' } }),
        harness.call('POST', '/wearers/assign', { token, body }),
      ])
      const [after] = await harness.db.select().from(wearers).where(eq(wearers.uuid, uuid))
      const isWorn = (await openOf(after?.id ?? 0)) > 0
      expect([after?.status, isWorn]).toEqual(isWorn ? ['ACTIVE', true] : ['LEFT', false])
    }
  })
})
