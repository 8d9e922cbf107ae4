import { decodeEvent, type LiveEvent } from '@carewatch/contracts/events'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addDevice,
  createCompanyFixture,
  type CompanyFixture,
  minutesAgo,
  raiseAlarm,
} from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

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
const get = async (path: string, as: Role = 'SUPERVISOR') =>
  (await harness.call('GET', `/notification/${path}`, { token: fixture.people[as].token })).context
const acknowledge = (as: Role, body: object) =>
  harness.call('POST', '/notification/acknowledge/all', { token: fixture.people[as].token, body })

let macs = 0xac233f000000
/** Water on the floor of a room: about nobody's watch. */
async function flood({ company, branch }: CompanyFixture) {
  const place = { companyId: company.id, branchId: branch.id }
  const [room] = await harness.db.insert(rooms).values({ branchId: branch.id, name: 'Bathroom' }).returning()
  const mac = (macs++).toString(16)
  const [gateway] = await harness.db
    .insert(gateways)
    .values({ ...place, name: 'Gateway 1', mac, roomId: room?.id ?? null })
    .returning()
  const values = { ...place, gatewayId: gateway?.id ?? null, roomId: room?.id ?? null }
  const now = new Date()
  const what = {
    kind: 'WATER',
    category: 'OPERATIONAL',
    severity: 'HIGH',
    openedAt: now,
    lastAt: now,
  } as const
  const [alarm] = await harness.db
    .insert(alarms)
    .values({ ...values, ...what })
    .returning()
  const [notification] = await harness.db
    .insert(notifications)
    .values({ ...place, alarmId: alarm?.id ?? null, type: 'ALARM' })
    .returning()
  if (!alarm || !notification) throw new Error('The insert answered no row.')
  return { alarm, notification }
}

describe('an alarm of a room', () => {
  it('is listed with its room, and counted, for those of its branch and company', async () => {
    await flood(fixture)
    await raiseAlarm(harness, fixture)
    await flood(await createCompanyFixture(harness))
    for (const as of ['SUPERVISOR', 'MANAGER', 'BRANCH_MONITOR', 'COMPANY_MONITOR'] as const) {
      const { notifications: shown, unacknowledged } = await get('all/after/0', as)
      expect(unacknowledged).toBe(2)
      expect(shown).toContainEqual(
        expect.objectContaining({
          kind: 'WATER',
          deviceUuid: null,
          deviceName: null,
          roomName: 'Bathroom',
          gatewayName: 'Gateway 1',
          branchUuid: fixture.branch.uuid,
        }),
      )
    }
    const owner = await get('all/after/0', 'OWNER')
    expect(owner).toMatchObject({ unacknowledged: 1, notifications: [{ kind: 'HEART_RATE' }] })
    expect((await get(`all/after/0?imei=${fixture.device.imei}`)).notifications).toHaveLength(1)
  })

  it('is acknowledged with all, or by its name, by nobody of another house', async () => {
    const { alarm, notification } = await flood(fixture)
    const other = await createCompanyFixture(harness)
    const body = { uuids: [notification.uuid] }
    await harness.call('POST', '/notification/acknowledge/all', { token: other.people.MANAGER.token, body })
    const isTaken = async () =>
      (await harness.db.select().from(alarms).where(eq(alarms.id, alarm.id)))[0]?.acknowledgedAt !== null
    expect(await isTaken()).toBe(false)
    const { context } = await acknowledge('MONITOR', body)
    expect(context).toMatchObject({ unacknowledged: 0, notifications: [{ acknowledged: true }] })
    expect(await isTaken()).toBe(true)
  })

  it('is told live with its branch', async () => {
    await flood(fixture)
    const given: LiveEvent[] = []
    harness.broker.on('publish', ({ topic, payload }) => {
      if (topic === `live/alarm/${fixture.company.uuid}`) given.push(decodeEvent(payload.toString()))
    })
    await acknowledge('MONITOR', {})
    await until('it is heard', () => given.length > 0)
    expect(given).toMatchObject([
      { change: 'acknowledged', notification: { deviceUuid: null, branchUuid: fixture.branch.uuid } },
    ])
  })
})

describe('every notification, a page at a time', () => {
  it('goes back further than five days, in the order of triage', async () => {
    await flood(fixture)
    const old = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(60 * 24 * 30) })
    const aMonthAgo = { createdAt: minutesAgo(60 * 24 * 30) }
    await harness.db.update(notifications).set(aMonthAgo).where(eq(notifications.id, old.notification.id))
    const page = await get('all?size=1')
    expect(page).toMatchObject({
      total: 2,
      unacknowledged: 2,
      notifications: [{ uuid: old.notification.uuid, message: 'Heart rate is high: 142 bpm' }],
    })
  })

  it('is narrowed by watch, type, kind, severity, words and whether somebody took it', async () => {
    const other = await addDevice(harness, fixture)
    await flood(fixture)
    await raiseAlarm(harness, fixture, { severity: 'LOW' })
    const taken = await raiseAlarm(harness, { ...fixture, device: other }, { kind: 'SPO2' })
    await acknowledge('SUPERVISOR', { uuids: [taken.notification.uuid] })
    const totals = (...queries: string[]) =>
      Promise.all(queries.map(async (query) => (await get(`all?${query}`)).total))
    const narrowed = ['type=ALARM', 'kind=WATER', 'severity=LOW', 'acknowledged=true', 'acknowledged=false']
    expect(await totals(...narrowed)).toEqual([3, 1, 1, 1, 2])
    expect(await totals(`imei=${other.imei}`, `search=${other.imei}`, 'search=nowhere')).toEqual([1, 1, 0])
    expect((await get('all?sort=severity')).notifications[0].severity).toBe('LOW')
    expect((await get('all', 'RELATIVE')).total).toBe(2)
  })

  it('knows no watch of another house', async () => {
    const { imei } = (await createCompanyFixture(harness)).device
    const { token } = fixture.people.MANAGER
    expect((await harness.call('GET', `/notification/all?imei=${imei}`, { token })).status).toBe(404)
  })
})
