import { createBranch, createDevice } from '@carewatch/migrations/factories'
import { metric, type MetricName } from '@carewatch/contracts/metrics'
import { WARD_MAX } from '@carewatch/contracts/http/ward'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { devices, deviceStatus } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { deviceEvents, positions, readings } from '@carewatch/migrations/schema/readings'
import { beacons } from '@carewatch/migrations/schema/rooms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, minutesAgo, raiseAlarm } from '../../testing/fixtures.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { raiseRoomAlarm } from '../../testing/room-alarm.ts'
import { addSighting, decideIn } from '../../testing/rooms.ts'

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
type Point = { time: string; value: number }
type Shown = {
  wearer: { uuid: string; name: string; room: string | null; bed: string | null; status: string }
  awayReason: string | null
  devices: { uuid: string; battery: number | null; offSince: string | null; freshness: string }[]
  latest: Record<string, Point | null>
  pulse: [time: number, value: number][]
  where: object | null
  alarms: { kind: string; acknowledged: boolean; acknowledgedBy: string | null }[]
}
const ask = async (role: Role = 'SUPERVISOR', query = '') =>
  (await harness.call('GET', `/wearers/ward?${query}`, { token: fixture.people[role].token })).context
const board = async (role?: Role, query?: string): Promise<Shown[]> => (await ask(role, query)).people
const names = (people: readonly Shown[]) => people.map(({ wearer }) => wearer.name)
const wilma = async (): Promise<Shown> => {
  const found = (await board()).find(({ wearer }) => wearer.uuid === fixture.wearer.uuid)
  if (!found) throw new Error('She is not on the board.')
  return found
}

const measure = async (name: MetricName, minutes: number, value: number, deviceId = fixture.device.id) => {
  const time = minutesAgo(minutes)
  await harness.db.insert(readings).values({ deviceId, time, metric: metric(name).id, value })
  return time.toISOString()
}

/** So many more of the house, with a watch each. */
async function addPeople(count: number, values: Partial<typeof wearers.$inferInsert> = {}) {
  const { db } = harness
  const place = { companyId: fixture.company.id, branchId: fixture.branch.id }
  const rows = Array.from({ length: count }, (_, index) => ({
    firstName: `Person ${String(index + 1).padStart(3, '0')}`,
    ...place,
    ...values,
  }))
  return db.insert(wearers).values(rows).returning()
}

async function giveWatch(wearerId: number) {
  const place = { companyId: fixture.company.id, branchId: fixture.branch.id }
  const device = await createDevice(harness.db, place)
  await harness.db.insert(assignments).values({ wearerId, deviceId: device.id, startedAt: minutesAgo(5_000) })
  return device
}

describe('the board of people', () => {
  it('shows a person with where they lie, what they wear and what was measured of them last', async () => {
    const { device, wearer, room } = fixture
    await harness.db
      .update(wearers)
      .set({ roomId: room.id, bed: '2', lastName: 'Levi' })
      .where(eq(wearers.id, wearer.id))
    await harness.db
      .update(deviceStatus)
      .set({ battery: 18, lastSeenAt: minutesAgo(1) })
      .where(eq(deviceStatus.deviceId, device.id))
    await measure('heartRate', 30, 70)
    const time = await measure('heartRate', 2, 74)
    const oxygenAt = await measure('spo2', 4, 96)
    await measure('systolic', 25 * 60, 131)
    expect(await wilma()).toMatchObject({
      wearer: { name: 'Wilma Levi', room: room.name, bed: '2', status: 'ACTIVE' },
      devices: [{ uuid: device.uuid, battery: 18, offSince: null, freshness: 'FRESH' }],
      latest: {
        heartRate: { value: 74, time },
        spo2: { value: 96, time: oxygenAt },
        // Of yesterday: it says nothing of now.
        systolic: null,
        diastolic: null,
        temperature: null,
      },
      alarms: [],
    })
  })

  it('shows people without a watch as such, who is away with the reason, and nobody who left or died', async () => {
    await addPeople(1, { firstName: 'Bare' })
    const awayUntil = new Date(Date.now() + 86_400_000)
    await addPeople(1, { firstName: 'Gone', status: 'AWAY', awayReason: 'Hospital', awayUntil })
    await addPeople(1, { firstName: 'Left', status: 'LEFT' })
    await addPeople(1, { firstName: 'Dead', status: 'DECEASED' })
    const people = await board()
    expect(names(people)).toEqual(['Bare', 'Gone', 'Wilma'])
    expect(people[0]).toMatchObject({ devices: [], latest: { heartRate: null }, pulse: [], where: null })
    expect(people[1]).toMatchObject({
      wearer: { status: 'AWAY' },
      awayReason: 'Hospital',
      awayUntil: awayUntil.toISOString(),
    })
  })

  it('takes no value for one that was measured off the wrist, and says since when it lies there', async () => {
    const { id } = fixture.device
    const worn = await measure('heartRate', 40, 72)
    const offAt = minutesAgo(30)
    await harness.db
      .insert(deviceEvents)
      .values({ deviceId: id, type: 'OFF_WRIST', time: offAt, receivedAt: offAt })
    await measure('heartRate', 20, 31)
    const shown = await wilma()
    expect(shown.latest['heartRate']).toEqual({ value: 72, time: worn })
    expect(shown.pulse).toEqual([[Date.parse(worn), 72]])
    expect(shown.devices[0]?.offSince).toBe(offAt.toISOString())
    await measure('wearing', 10, 1)
    const on = await measure('heartRate', 5, 75)
    const back = await wilma()
    expect(back.latest['heartRate']).toEqual({ value: 75, time: on })
    expect(back.devices[0]?.offSince).toBeNull()
  })

  it('draws the pulse of six hours in at most 72 points, keeps what was lowest and highest, and leaves a gap a gap', async () => {
    const { id } = fixture.device
    const rows = Array.from({ length: 400 }, (_, minute) => minute)
      .filter((minute) => minute < 60 || minute > 180)
      .map((minute) => ({
        deviceId: id,
        time: minutesAgo(minute + 0.5),
        metric: metric('heartRate').id,
        value: minute === 205 ? 171 : 60 + (minute % 7),
      }))
    await harness.db.insert(readings).values(rows)
    const { pulse } = await wilma()
    expect(pulse.length).toBeLessThanOrEqual(72)
    expect(pulse.length).toBeGreaterThan(30)
    expect(Math.max(...pulse.map(([, value]) => value))).toBe(171)
    const minutes = pulse.map(([time]) => (Date.now() - time) / 60_000)
    expect(minutes).toEqual(minutes.toSorted((one, other) => other - one))
    expect(minutes.filter((minute) => minute > 61 && minute < 181)).toEqual([])
    expect(Math.max(...minutes)).toBeLessThan(361)
  })

  it('shows nothing of what a watch measured on whoever wore it before', async () => {
    const { db } = harness
    const { device, wearer } = fixture
    await measure('heartRate', 30, 99)
    const [next] = await addPeople(1, { firstName: 'Next' })
    await db
      .update(assignments)
      .set({ endedAt: minutesAgo(20) })
      .where(eq(assignments.wearerId, wearer.id))
    const startedAt = minutesAgo(20)
    await db.insert(assignments).values({ wearerId: next?.id ?? 0, deviceId: device.id, startedAt })
    const [shown, before] = await board()
    expect(shown).toMatchObject({ wearer: { name: 'Next' }, latest: { heartRate: null }, pulse: [] })
    expect(before).toMatchObject({ wearer: { name: 'Wilma' }, devices: [], latest: { heartRate: null } })
    const time = await measure('heartRate', 10, 64)
    expect((await board())[0]).toMatchObject({ latest: { heartRate: { value: 64, time } } })
  })

  it('says in which room their tag is heard, else whether their watch is at home', async () => {
    const { device, gateway, beacon, room } = fixture
    await harness.db.update(devices).set({ homeLat: 32.8, homeLng: 35 }).where(eq(devices.id, device.id))
    const fix = { deviceId: device.id, lng: 35 }
    await harness.db.insert(positions).values({ ...fix, time: minutesAgo(50), lat: 32.8 })
    expect((await wilma()).where).toMatchObject({ by: 'position', place: 'home' })
    await harness.db.insert(positions).values({ ...fix, time: minutesAgo(3), lat: 32.9 })
    expect((await wilma()).where).toMatchObject({ by: 'position', place: 'away' })
    await addSighting(harness, { gateway, beacon, secondsAgo: 3 })
    await decideIn(harness, { beacon, room })
    expect((await wilma()).where).toMatchObject({ by: 'tag', room: { uuid: room.uuid, name: room.name } })
  })

  it('believes a tag that is heard now before an old position of another device', async () => {
    const { device, gateway, beacon, room, wearer } = fixture
    const pendant = await giveWatch(wearer.id)
    await harness.db.update(devices).set({ homeLat: 32.8, homeLng: 35 }).where(eq(devices.id, device.id))
    await harness.db
      .insert(positions)
      .values({ deviceId: device.id, time: minutesAgo(60), lat: 32.9, lng: 35 })
    await harness.db.update(beacons).set({ deviceId: pendant.id }).where(eq(beacons.id, beacon.id))
    await addSighting(harness, { gateway, beacon, secondsAgo: 3 })
    await decideIn(harness, { beacon, room })
    expect((await wilma()).where).toMatchObject({ by: 'tag', room: { uuid: room.uuid } })
  })
})

describe('who needs somebody', () => {
  async function alarmOf(wearerId: number, values: Partial<typeof alarms.$inferInsert>) {
    const device = await giveWatch(wearerId)
    return raiseAlarm(harness, { ...fixture, device }, { wearerId, ...values })
  }

  it('stands first in the order of triage, with what is open and who took it', async () => {
    const [a, b, c, d, e] = await addPeople(5)
    const { SUPERVISOR } = fixture.people
    const taken = { acknowledgedAt: new Date(), acknowledgedById: SUPERVISOR.id }
    await alarmOf(a?.id ?? 0, { severity: 'MEDIUM', kind: 'OFFLINE', metric: null, value: null })
    const answered = await alarmOf(b?.id ?? 0, { severity: 'CRITICAL', ...taken })
    await harness.db.update(notifications).set(taken).where(eq(notifications.alarmId, answered.alarm.id))
    await alarmOf(c?.id ?? 0, { severity: 'HIGH' })
    await alarmOf(d?.id ?? 0, { severity: 'CRITICAL', kind: 'SOS', metric: null, value: null })
    await alarmOf(e?.id ?? 0, { severity: 'CRITICAL', ...taken, closedAt: new Date() })
    const people = await board()
    expect(names(people)).toEqual([
      'Person 004',
      'Person 003',
      'Person 001',
      'Person 002',
      'Person 005',
      'Wilma',
    ])
    expect(people[0]?.alarms).toMatchObject([{ kind: 'SOS', acknowledged: false }])
    expect(people[3]?.alarms).toMatchObject([{ acknowledged: true, acknowledgedBy: 'Nora Nurse' }])
    expect(people[4]?.alarms).toEqual([])
  })

  it('is never cut: of more than two hundred who is calm is left out, and the answer says how many there are', async () => {
    const people = await addPeople(WARD_MAX + 20)
    const last = people.at(-1)
    await alarmOf(last?.id ?? 0, { severity: 'LOW', kind: 'BATTERY', metric: null, value: null })
    const { people: shown, total, waiting } = await ask()
    expect(shown).toHaveLength(WARD_MAX)
    expect(total).toBe(WARD_MAX + 21)
    expect(waiting).toBe(1)
    expect(shown[0].wearer.uuid).toBe(last?.uuid)
  })

  it("is not shown another company's alarm of the same watch", async () => {
    const { db } = harness
    const other = await createCompanyFixture(harness)
    await raiseAlarm(harness, { ...other, device: fixture.device }, { wearerId: other.wearer.id })
    expect((await wilma()).alarms).toEqual([])
    expect(await db.$count(alarms, eq(alarms.wearerId, other.wearer.id))).toBe(1)
  })
})

describe('what calls without a person', () => {
  type Call = { kind: string; roomName: string | null; deviceName: string | null; acknowledged: boolean }
  const calls = async (role?: Role, query?: string): Promise<Call[]> => (await ask(role, query)).calls
  const kinds = async (role?: Role, query?: string) => (await calls(role, query)).map(({ kind }) => kind)
  const callInRoom = (values: Partial<typeof alarms.$inferInsert>) =>
    raiseRoomAlarm(harness, fixture, { beaconId: fixture.beacon.id, ...values })
  /** The button of a watch that lies in a drawer. */
  async function callUnworn(values: Partial<typeof alarms.$inferInsert> = {}) {
    const { company, branch } = fixture
    const device = await createDevice(harness.db, { companyId: company.id, branchId: branch.id })
    const sos = { kind: 'SOS', severity: 'CRITICAL', metric: null, value: null } as const
    return { device, ...(await raiseAlarm(harness, { ...fixture, device }, { ...sos, ...values })) }
  }

  it('stands on it, in the order of triage, with the room or the watch, until it is answered and over', async () => {
    const water = await callInRoom({ severity: 'HIGH' })
    const { device } = await callUnworn()
    const battery = { kind: 'BATTERY', severity: 'LOW', active: true } as const
    const acknowledgedAt = new Date()
    await callInRoom({ ...battery, acknowledgedAt, active: false })
    await callInRoom({ kind: 'DOOR_TAMPERED', closedAt: new Date() })
    await raiseAlarm(harness, fixture, { wearerId: fixture.wearer.id })
    expect(await calls()).toMatchObject([
      { kind: 'SOS', deviceName: device.name, roomName: null, acknowledged: false },
      { kind: 'WATER', deviceName: null, roomName: fixture.room.name, acknowledged: false },
    ])
    const taken = { acknowledgedAt, acknowledgedById: fixture.people.SUPERVISOR.id }
    await harness.db.update(alarms).set(taken).where(eq(alarms.id, water.alarm.id))
    await harness.db.update(notifications).set(taken).where(eq(notifications.alarmId, water.alarm.id))
    expect((await calls())[1]).toMatchObject({ kind: 'WATER', acknowledgedBy: 'Nora Nurse' })
    await harness.db.update(alarms).set({ active: false }).where(eq(alarms.id, water.alarm.id))
    expect(await kinds()).toEqual(['SOS'])
  })

  it('is what is open of somebody who is not on the board any more, too', async () => {
    const [left] = await addPeople(1, { firstName: 'Left', status: 'LEFT' })
    await callUnworn({ wearerId: left?.id ?? 0 })
    expect(await calls()).toMatchObject([{ kind: 'SOS', wearer: { name: 'Left' } }])
  })

  it('is the outage of a branch, which is about no device and no room', async () => {
    await raiseRoomAlarm(harness, fixture, { kind: 'OUTAGE', severity: 'HIGH', roomId: null, value: 7 })
    expect(await calls()).toMatchObject([{ kind: 'OUTAGE', branchName: fixture.branch.name }])
  })

  it("is of the branch that is shown, and never another house's", async () => {
    const other = await createCompanyFixture(harness)
    const upstairs = await createBranch(harness.db, fixture.company.id)
    await raiseRoomAlarm(harness, other, { beaconId: other.beacon.id })
    await callInRoom({ branchId: upstairs.id, roomId: null })
    await callUnworn()
    expect(await kinds('SUPERVISOR')).toEqual(['SOS'])
    expect((await kinds('MANAGER')).toSorted()).toEqual(['SOS', 'WATER'])
    expect(await kinds('MANAGER', `branchUuid=${upstairs.uuid}`)).toEqual(['WATER'])
  })
})

describe('whose people are on the board', () => {
  it("of the house alone: not another company's, not another branch's nurse", async () => {
    const other = await createCompanyFixture(harness)
    const upstairs = await createBranch(harness.db, fixture.company.id)
    await addPeople(1, { firstName: 'Upstairs', branchId: upstairs.id })
    expect(names(await board('SUPERVISOR'))).toEqual(['Wilma'])
    expect(names(await board('BRANCH_MONITOR'))).toEqual(['Wilma'])
    expect(names(await board('MANAGER'))).toEqual(['Upstairs', 'Wilma'])
    expect(names(await board('MANAGER', `branchUuid=${upstairs.uuid}`))).toEqual(['Upstairs'])
    const { status } = await harness.call('GET', `/wearers/ward?branchUuid=${other.branch.uuid}`, {
      token: fixture.people.MANAGER.token,
    })
    expect(status).toBe(404)
  })

  it('not for families', async () => {
    const { token } = fixture.people.OWNER
    expect((await harness.call('GET', '/wearers/ward', { token })).status).toBe(403)
  })

  it('each look leaves a trace: of what is measured, and of where they are', async () => {
    await board('MONITOR')
    const traces = () =>
      harness.db.$count(
        auditLog,
        and(
          eq(auditLog.userId, fixture.people.MONITOR.id),
          eq(auditLog.entityUuid, fixture.wearer.uuid),
          inArray(auditLog.action, ['viewed', 'located']),
        ),
      )
    await expect.poll(traces).toBe(2)
  })
})
