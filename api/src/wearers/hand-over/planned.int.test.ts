import { liveTopic } from '@carewatch/contracts/topics'
import type { LiveEvent } from '@carewatch/contracts/events'
import { metric } from '@carewatch/contracts/metrics'
import { alarmHistory, alarms } from '@carewatch/migrations/schema/alarms'
import { deviceStatus, devices, relatives, watchSettings } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { readings } from '@carewatch/migrations/schema/readings'
import { beacons } from '@carewatch/migrations/schema/rooms'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, asc, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, minutesAgo, raiseAlarm } from '../../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../../testing/harness.ts'
import { acceptInvitation } from '../../testing/invitations.ts'
import { look, publish, settled } from '../../testing/screen.ts'
import { doDue, doDueIfFree, DUE_LOCK } from './due.ts'

let harness: Harness
let holder: pg.Client
let fixture: CompanyFixture
let ruth: typeof wearers.$inferSelect
let daughter: CompanyFixture['people']['OWNER']
beforeAll(async () => {
  harness = await startHarness()
  holder = new pg.Client(harness.url)
  await holder.connect()
  await until('the api is ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
})
afterAll(async () => {
  await holder.end()
  await harness.close()
})
afterEach(async () => {
  await notifications('enable')
  await release()
})

async function person(firstName: string) {
  const { company, branch } = fixture
  const values = { firstName, companyId: company.id, branchId: branch.id }
  const [made] = await harness.db.insert(wearers).values(values).returning()
  if (!made) throw new Error('The insert answered no row.')
  return made
}

/** Wilma wears the watch; Ruth, who is to have it next, has a daughter of her own. */
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  ruth = await person('Ruth')
  daughter = await harness.person('OWNER', { companyId: fixture.company.id })
  await harness.db.insert(wearerRelations).values({ wearerId: ruth.id, userId: daughter.id, kind: 'OWNER' })
})

const post = (path: string, body: object) =>
  harness.call('POST', path, { token: fixture.people.MANAGER.token, body })
const assign = (more: object) =>
  post('/wearers/assign', { wearerUUID: ruth.uuid, deviceUUID: fixture.device.uuid, ...more })
const inMinutes = (minutes: number): string => minutesAgo(-minutes).toISOString()
const handOver = (more: object = {}) =>
  assign({ handOverFrom: fixture.wearer.uuid, from: inMinutes(60), ...more })
const takeBack = (more: object) => post('/wearers/takeBack', { deviceUUID: fixture.device.uuid, ...more })

/** What lies in the future lies two hours earlier: the time of the plan has come. */
const comeTrue = () =>
  harness.db
    .update(assignments)
    .set({
      startedAt: sql`case when ${assignments.startedAt} > now() then ${assignments.startedAt} - interval '2 hours' else ${assignments.startedAt} end`,
      endedAt: sql`${assignments.endedAt} - interval '2 hours'`,
      dueAt: sql`${assignments.dueAt} - interval '2 hours'`,
    })
    .where(and(eq(assignments.deviceId, fixture.device.id), sql`${assignments.dueAt} > now()`))

/** As if another api were doing what has become due, and had not done it yet. */
const hold = () => holder.query('select pg_advisory_lock($1, $2)', [DUE_LOCK, fixture.device.id])
const release = () => holder.query('select pg_advisory_unlock_all()')

const worn = () =>
  harness.db
    .select({ name: wearers.firstName, end: assignments.end, dueAt: assignments.dueAt })
    .from(assignments)
    .innerJoin(wearers, eq(wearers.id, assignments.wearerId))
    .where(eq(assignments.deviceId, fixture.device.id))
    .orderBy(asc(assignments.startedAt))
const isDone = async (): Promise<boolean> => (await worn()).every(({ dueAt }) => dueAt === null)
const untilDone = () => until('what was planned is done', isDone)
const deviceRow = async () =>
  (await harness.db.select().from(devices).where(eq(devices.id, fixture.device.id)))[0]
const statusFor = async ({ token }: { token: string }, path: string): Promise<number> =>
  (await harness.call('GET', path, { token })).status
const detail = () => `/devices/detail/${fixture.device.uuid}`
const reading = (value: number, time = new Date()): LiveEvent => ({
  type: 'readings',
  deviceUuid: fixture.device.uuid,
  readings: [{ time, values: { heartRate: value } }],
})
/** Time goes by without anybody changing a row. */
const notifications = (are: 'enable' | 'disable') =>
  holder.query(`alter table assignments ${are} trigger assignments_changed`)
const valuesOf = ({ received }: Awaited<ReturnType<typeof look>>): number[] =>
  received.flatMap((event) =>
    event.type === 'readings'
      ? // Safe: as readings are written.
        (event as unknown as { readings: { values: { heartRate: number } }[] }).readings.map(
          ({ values }) => values.heartRate,
        )
      : [],
  )

describe('a hand-over that is planned', () => {
  it('changes nothing before its time', async () => {
    const { device, people, wearer, beacon } = fixture
    const { alarm } = await raiseAlarm(harness, fixture)
    const planned = await handOver()
    expect([planned.status, planned.context.wearer?.devices]).toEqual([200, []])
    expect((await deviceRow())?.ownerId).toBe(people.OWNER.id)
    expect(await harness.db.$count(relatives, eq(relatives.deviceId, device.id))).toBe(1)
    const [tag] = await harness.db.select().from(beacons).where(eq(beacons.id, beacon.id))
    const [open] = await harness.db.select().from(alarms).where(eq(alarms.id, alarm.id))
    expect([tag?.deviceId, open?.closedAt]).toEqual([device.id, null])
    expect([await statusFor(people.OWNER, detail()), await statusFor(daughter, detail())]).toEqual([200, 404])
    const listOf = async ({ uuid }: { uuid: string }) =>
      (
        await harness.call('GET', `/wearers/assignments/${uuid}`, { token: people.MANAGER.token })
      ).context.assignments.map(
        ({ state, device: { name } }: { state: string; device: { name: string } }) => [state, name],
      )
    const masked = device.imei.slice(-6)
    expect([await listOf(wearer), await listOf(ruth)]).toEqual([
      [['PRESENT', device.name]],
      [['PLANNED', masked]],
    ])
    const { context } = await harness.call('GET', `/wearers/all?search=${device.imei}`, {
      token: people.MANAGER.token,
    })
    expect(context.wearers.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Wilma'])
  })

  it('is done at its time by itself: the watch is cleared, what was open is closed, and the boards hear of it', async () => {
    const { device, people, wearer } = fixture
    const { alarm } = await raiseAlarm(harness, fixture)
    const phonebook = [{ name: 'Dana', number: '+972501234567' }]
    await harness.db.update(watchSettings).set({ phonebook }).where(eq(watchSettings.deviceId, device.id))
    const board = await look(harness, people.MONITOR.token)
    await settled(board)
    expect((await handOver()).status).toBe(200)
    await comeTrue()
    await untilDone()
    await until('the board hears that the alarm is over', () =>
      board.received.some(({ type, change, notification }) => {
        // Safe: as a notification is written.
        const { alarmUuid } = (notification ?? {}) as { alarmUuid?: string }
        return type === 'notification' && change === 'closed' && alarmUuid === alarm.uuid
      }),
    )
    board.socket.close()
    expect(await deviceRow()).toMatchObject({ ownerId: daughter.id })
    expect(await harness.db.$count(relatives, eq(relatives.deviceId, device.id))).toBe(0)
    const [settings] = await harness.db
      .select()
      .from(watchSettings)
      .where(eq(watchSettings.deviceId, device.id))
    expect([settings?.phonebook, settings?.revision]).toEqual([[], 2])
    const steps = await harness.db.select().from(alarmHistory).where(eq(alarmHistory.alarmId, alarm.id))
    expect(steps).toMatchObject([{ step: 'CLOSED', note: 'watch handed over', userId: people.MANAGER.id }])
    expect([await statusFor(people.OWNER, detail()), await statusFor(daughter, detail())]).toEqual([404, 200])
    const { context } = await harness.call('GET', `/wearers/assignments/${wearer.uuid}`, {
      token: people.OWNER.token,
    })
    expect(context.assignments).toMatchObject([{ state: 'OVER', end: 'HANDED_OVER' }])
  })

  it('is done once, however many do it at the same moment', async () => {
    const { device, people, company } = fixture
    const { alarm } = await raiseAlarm(harness, fixture)
    expect((await handOver()).status).toBe(200)
    await comeTrue()
    const { db } = harness
    const several = [1, 2, 3, 4].flatMap(() => [doDue(db, device.id), doDueIfFree(db, device.id)])
    await Promise.all([untilDone(), ...several])
    const traces = await db
      .select({ action: auditLog.action, by: auditLog.userId, detail: auditLog.detail })
      .from(auditLog)
      .where(and(sql`${auditLog.detail} ->> 'asPlanned' = 'true'`, eq(auditLog.companyId, company.id)))
      .orderBy(asc(auditLog.id))
    const by = people.MANAGER.id
    expect(traces).toEqual([
      { action: 'takenBack', by, detail: { asPlanned: true } },
      { action: 'assigned', by, detail: { device: device.uuid, asPlanned: true } },
    ])
    const steps = await db.$count(alarmHistory, eq(alarmHistory.alarmId, alarm.id))
    const [settings] = await db.select().from(watchSettings).where(eq(watchSettings.deviceId, device.id))
    expect([steps, settings?.revision]).toEqual([1, 2])
  })

  it('shows nothing of the next to those around who wore it until then, before it is done', async () => {
    const { device, people } = fixture
    const from = inMinutes(60)
    expect((await handOver({ from })).status).toBe(200)
    const [hers, staffs] = [
      await look(harness, people.OWNER.token, [device.uuid]),
      await look(harness, people.SUPERVISOR.token, [device.uuid]),
    ]
    await until('it is received while she wears it', async () => {
      await publish(harness, liveTopic.readings(device.uuid), reading(61))
      return valuesOf(hers).length > 0 && valuesOf(staffs).length > 0
    })
    await hold()
    await notifications('disable')
    await comeTrue()
    const before = [valuesOf(hers).length, valuesOf(staffs).length]
    // As this api knows it: the moment of the plan has not been looked up again.
    const later = new Date(Date.parse(from) + 60_000)
    await publish(harness, liveTopic.readings(device.uuid), reading(99, later))
    await Promise.all([settled(hers), settled(staffs)])
    expect([valuesOf(hers).length, valuesOf(staffs).length]).toEqual(before)
    const heart = { deviceId: device.id, metric: metric('heartRate').id }
    await harness.db.insert(readings).values([
      { ...heart, time: minutesAgo(90), value: 61 },
      { ...heart, time: minutesAgo(5), value: 99 },
    ])
    const { alarm } = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(5) })
    expect(alarm.wearerId).toBe(ruth.id)
    const lists = ['/alarms', '/notification/all/after/0', '/devices/all', detail(), `/alarms/${alarm.uuid}`]
    for (const former of [people.OWNER, people.RELATIVE])
      for (const path of lists) {
        const answer = await harness.call('GET', path, { token: former.token })
        expect([path, JSON.stringify(answer).includes(alarm.uuid)]).toEqual([path, false])
        expect([path, JSON.stringify(answer).includes(device.uuid)]).toEqual([path, false])
      }
    // Her own daughter hears of her already, and the house of both.
    expect(await statusFor(daughter, `/alarms/${alarm.uuid}`)).toBe(200)
    const heartsOf = async (token: string, path: string) =>
      ((await harness.call('GET', path, { token })).context.readings ?? []).map(
        ({ value }: { value: number }) => value,
      )
    const since = `/heartRate/0`
    const { token } = people.SUPERVISOR
    expect(await heartsOf(token, `/readings/${device.imei}${since}`)).toEqual([99])
    expect(await heartsOf(token, `/wearers/readings/${fixture.wearer.uuid}${since}`)).toEqual([61])
    expect(await heartsOf(people.OWNER.token, `/wearers/readings/${fixture.wearer.uuid}${since}`)).toEqual([
      61,
    ])
    expect(await heartsOf(daughter.token, `/wearers/readings/${ruth.uuid}${since}`)).toEqual([99])
    await notifications('enable')
    await release()
    await untilDone()
    await until('the house receives what is hers', async () => {
      await publish(harness, liveTopic.readings(device.uuid), reading(98, later))
      return valuesOf(staffs).includes(98)
    })
    await settled(hers)
    expect(valuesOf(hers)).not.toContain(98)
    for (const { socket } of [hers, staffs]) socket.close()
  })

  it('closes nothing of the next, however late it is done, and comes to the end that was planned too', async () => {
    const { device } = fixture
    expect((await handOver({ until: inMinutes(90) })).status).toBe(200)
    const { alarm: former } = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(100) })
    await hold()
    await comeTrue()
    // Hours in which no api was there, and the rules went on.
    const { alarm: hers } = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(50), kind: 'SOS' })
    const { alarm: nobodys } = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(10), kind: 'FALL' })
    expect([former.wearerId, hers.wearerId, nobodys.wearerId]).toEqual([fixture.wearer.id, ruth.id, null])
    const openNow = async () =>
      (await harness.db.select().from(alarms).where(eq(alarms.deviceId, device.id)))
        .filter(({ closedAt }) => closedAt === null)
        .map(({ id }) => id)
        .toSorted((one, other) => one - other)
    await release()
    await untilDone()
    // Hers was closed by the end of hers, which was due as well; what came after it is of nobody, and stays.
    expect(await openNow()).toEqual([nobodys.id])
    expect(await worn()).toMatchObject([
      { name: 'Wilma', end: 'HANDED_OVER' },
      { name: 'Ruth', end: 'TAKEN_BACK' },
    ])
    expect((await deviceRow())?.ownerId).toBeNull()
  })

  it('leaves an open alarm of the next open', async () => {
    expect((await handOver()).status).toBe(200)
    await hold()
    await comeTrue()
    const { alarm, notification, task } = await raiseAlarm(harness, fixture, {
      openedAt: minutesAgo(5),
      kind: 'SOS',
    })
    await release()
    await untilDone()
    const [kept] = await harness.db.select().from(alarms).where(eq(alarms.id, alarm.id))
    expect(kept).toMatchObject({ closedAt: null, wearerId: ruth.id })
    expect([notification.wearerId, task.wearerId]).toEqual([ruth.id, ruth.id])
    const { context } = await harness.call('GET', `/alarms/${alarm.uuid}`, { token: daughter.token })
    expect(context.alarm).toMatchObject({ uuid: alarm.uuid, closedAt: null })
  })
})

describe('an end that is planned', () => {
  it('leaves the watch to nobody at its time, and what was asked for who wore it lapses', async () => {
    const { device, people } = fixture
    const guest = await harness.person('USER')
    const asked = await harness.call('POST', '/relation/new', {
      token: people.OWNER.token,
      body: {
        deviceUUID: device.uuid,
        name: 'Dan Levi',
        relation: 'son',
        email: guest.email,
        createUserInPortal: true,
      },
    })
    expect((await takeBack({ until: inMinutes(60) })).status).toBe(200)
    await hold()
    await comeTrue()
    const facts = async () =>
      (await harness.call('GET', `/readings/${device.imei}/heartRate/0`, { token: people.MANAGER.token }))
        .context.readings
    await harness.db
      .insert(readings)
      .values({ deviceId: device.id, metric: metric('heartRate').id, time: minutesAgo(5), value: 99 })
    expect([await facts(), await statusFor(people.OWNER, detail())]).toEqual([[], 404])
    await release()
    await untilDone()
    expect((await deviceRow())?.ownerId).toBeNull()
    const accepted = await acceptInvitation(harness, guest.token, asked.context.invitation)
    expect([accepted.status, accepted.context.reason]).toEqual([409, 'invitationWithdrawn'])
    expect(await worn()).toEqual([{ name: 'Wilma', end: 'TAKEN_BACK', dueAt: null }])
  })

  it('that has come is done first when somebody is given the watch', async () => {
    expect((await takeBack({ until: inMinutes(60) })).status).toBe(200)
    await hold()
    await comeTrue()
    const given = assign({})
    // It waits for whoever does it, and is not refused for what was over already.
    await release()
    expect((await given).status).toBe(200)
    expect(await worn()).toEqual([
      { name: 'Wilma', end: 'TAKEN_BACK', dueAt: null },
      { name: 'Ruth', end: null, dueAt: null },
    ])
    expect((await deviceRow())?.ownerId).toBe(daughter.id)
  })

  it('stands where the watch is taken back or reset before', async () => {
    expect((await takeBack({ until: inMinutes(60) })).status).toBe(200)
    expect((await post(`/devices/resetAll/${fixture.device.uuid}`, {})).status).toBe(200)
    const [row] = await harness.db
      .select()
      .from(assignments)
      .where(eq(assignments.deviceId, fixture.device.id))
    expect(row).toMatchObject({ end: 'RESET', dueAt: null })
    expect(Number(row?.endedAt)).toBeLessThanOrEqual(Date.now())
  })
})

describe('a plan', () => {
  const uuidOf = async (wearerId: number): Promise<string> => {
    const isIt = and(eq(assignments.wearerId, wearerId), eq(assignments.deviceId, fixture.device.id))
    return (await harness.db.select().from(assignments).where(isIt))[0]?.uuid ?? ''
  }
  const cancel = (assignmentUUID: string, { token } = fixture.people.MANAGER) =>
    harness.call('POST', '/wearers/cancelPlan', { token, body: { assignmentUUID } })
  const goesOn = [{ name: 'Wilma', end: null, dueAt: null }]

  it('is given up: who was to hand the watch over goes on to wear it, until the next one begins', async () => {
    const hanna = await person('Hanna')
    expect((await handOver({ until: inMinutes(90) })).status).toBe(200)
    const later = { wearerUUID: hanna.uuid, from: inMinutes(120) }
    expect((await assign(later)).status).toBe(200)
    expect((await cancel(await uuidOf(ruth.id))).status).toBe(200)
    expect(await worn()).toMatchObject([
      { name: 'Wilma', end: 'HANDED_OVER', dueAt: new Date(later.from) },
      { name: 'Hanna', end: null },
    ])
    const followed = await cancel(await uuidOf(fixture.wearer.id))
    expect([followed.status, followed.context]).toEqual([409, { reason: 'planFollowed' }])
    expect((await cancel(await uuidOf(hanna.id))).status).toBe(200)
    expect(await worn()).toEqual(goesOn)
  })

  it('of an end is given up, and of what has begun or ended nothing is', async () => {
    expect((await takeBack({ until: inMinutes(60) })).status).toBe(200)
    expect((await cancel(await uuidOf(fixture.wearer.id))).status).toBe(200)
    expect(await worn()).toEqual(goesOn)
    const again = await cancel(await uuidOf(fixture.wearer.id))
    expect([again.status, again.context]).toEqual([409, { reason: 'notPlanned' }])
    expect((await handOver()).status).toBe(200)
    await comeTrue()
    const late = await cancel(await uuidOf(ruth.id))
    expect([late.status, late.context]).toEqual([409, { reason: 'notPlanned' }])
  })

  it('is nobody’s to give up who does not see both the person and the watch', async () => {
    expect((await handOver()).status).toBe(200)
    const uuid = await uuidOf(ruth.id)
    const stranger = (await createCompanyFixture(harness)).people.MANAGER
    const never = await cancel(crypto.randomUUID())
    for (const who of [stranger, daughter, fixture.people.OWNER])
      expect(await cancel(uuid, who)).toEqual(never)
    expect((await cancel(uuid, fixture.people.RELATIVE)).status).toBe(403)
    expect(await worn()).toHaveLength(2)
  })

  it.each([
    ['leaves', () => post(`/wearers/update/${ruth.uuid}`, { status: 'LEFT' })],
    ['is erased', () => post(`/wearers/erase/${ruth.uuid}`, {})],
    ['is erased with who is responsible for them', () => post(`/admin/user/erase/${daughter.uuid}`, {})],
  ])('comes to nothing where who was to wear the watch %s', async (_, leaves) => {
    expect((await handOver()).status).toBe(200)
    expect((await leaves()).status).toBe(200)
    expect(await worn()).toEqual(goesOn)
  })

  it('comes to nothing where the watch goes: to another company, or for good', async () => {
    const other = await createCompanyFixture(harness)
    expect((await handOver()).status).toBe(200)
    await post('/devices/deleteOwner', { deviceUUID: fixture.device.uuid })
    const moved = await harness.call('POST', `/devices/update/${fixture.device.uuid}`, {
      token: fixture.people.ADMIN.token,
      body: { companyId: other.company.uuid, branchId: other.branch.uuid },
    })
    expect(moved.status).toBe(200)
    expect(await worn()).toEqual([{ name: 'Wilma', end: 'MOVED', dueAt: null }])

    fixture = await createCompanyFixture(harness)
    ruth = await person('Ruth')
    expect((await handOver()).status).toBe(200)
    const { token } = fixture.people.MANAGER
    const gone = await harness.call('DELETE', `/admin/device/${fixture.device.uuid}`, { token })
    expect(gone.status).toBe(200)
    expect(await worn()).toEqual([{ name: 'Wilma', end: 'DELETED', dueAt: null }])
  })

  it('of who has left meanwhile, as a version before this one lets them, comes to nothing at its time', async () => {
    expect((await handOver()).status).toBe(200)
    await harness.db.update(wearers).set({ status: 'DECEASED' }).where(eq(wearers.id, ruth.id))
    await comeTrue()
    await until('the plan is gone', async () => (await worn()).length === 1)
    expect((await deviceRow())?.ownerId).toBeNull()
  })

  it('of a watch in its box begins at its time, and what it is in itself is of who has it', async () => {
    expect((await takeBack({})).status).toBe(200)
    const { alarm } = await raiseAlarm(harness, fixture, { kind: 'BATTERY', category: 'TECHNICAL' })
    await harness.db
      .update(deviceStatus)
      .set({ lastSeenAt: new Date() })
      .where(eq(deviceStatus.deviceId, fixture.device.id))
    await harness.db
      .update(assignments)
      .set({ endedAt: minutesAgo(300) })
      .where(eq(assignments.deviceId, fixture.device.id))
    expect((await assign({ from: inMinutes(60) })).status).toBe(200)
    await comeTrue()
    await untilDone()
    expect((await deviceRow())?.ownerId).toBe(daughter.id)
    const [adopted] = await harness.db.select().from(alarms).where(eq(alarms.id, alarm.id))
    expect(adopted?.wearerId).toBe(ruth.id)
  })
})
