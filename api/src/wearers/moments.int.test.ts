import type { Wearer } from '@carewatch/contracts/http/wearers'
import { metric } from '@carewatch/contracts/metrics'
import { calm } from '@carewatch/contracts/rules/rule'
import { createDevice } from '@carewatch/migrations/factories'
import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { ruleStates } from '@carewatch/migrations/schema/rules'
import { bookmarks, devices, watchSettings, watchSettingsHistory } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { readings } from '@carewatch/migrations/schema/readings'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { asc, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

const DAY = 24 * 60

let harness: Harness
let fixture: CompanyFixture
let ruth: { id: number; uuid: string }
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** Somebody who is known here for ten days. */
async function person(firstName: string, values: Partial<typeof wearers.$inferInsert> = {}) {
  const { company, branch } = fixture
  const place = { companyId: company.id, branchId: branch.id }
  const row = { firstName, ...place, createdAt: minutesAgo(10 * DAY), ...values }
  const [made] = await harness.db.insert(wearers).values(row).returning()
  if (!made) throw new Error('The insert answered no row.')
  return made
}

/** Wilma wears the watch, which is here for ten days. */
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  const { id } = fixture.device
  await harness.db
    .update(devices)
    .set({ createdAt: minutesAgo(10 * DAY) })
    .where(eq(devices.id, id))
  ruth = await person('Ruth')
})

type Role = keyof CompanyFixture['people']
const post = (path: string, body: object, role: Role = 'MANAGER') =>
  harness.call('POST', `/wearers/${path}`, { token: fixture.people[role].token, body })
const get = (path: string, role: Role = 'MANAGER') =>
  harness.call('GET', path, { token: fixture.people[role].token })
const assign = (more: object, role: Role = 'MANAGER') =>
  post('assign', { wearerUUID: ruth.uuid, deviceUUID: fixture.device.uuid, ...more }, role)
const handOver = (more: object, role: Role = 'MANAGER') =>
  assign({ handOverFrom: fixture.wearer.uuid, ...more }, role)
const takeBack = (more: object, role: Role = 'MANAGER') =>
  post('takeBack', { deviceUUID: fixture.device.uuid, ...more }, role)
const inMinutes = (minutes: number): Date => minutesAgo(-minutes)
const soon = inMinutes(60)
const after = (at: Date): string => new Date(at.getTime() + 1).toISOString()

const worn = () =>
  harness.db
    .select({
      name: wearers.firstName,
      from: assignments.startedAt,
      until: assignments.endedAt,
      end: assignments.end,
      dueAt: assignments.dueAt,
    })
    .from(assignments)
    .innerJoin(wearers, eq(wearers.id, assignments.wearerId))
    .where(eq(assignments.deviceId, fixture.device.id))
    .orderBy(asc(assignments.startedAt))

/** Of a call that is refused: by which field and why, with what could be, and that nothing of it was done. */
async function refusedOf(call: () => ReturnType<typeof assign>) {
  const stateOf = async () => {
    const [settings] = await harness.db
      .select()
      .from(watchSettings)
      .where(eq(watchSettings.deviceId, fixture.device.id))
    const open = await harness.db.$count(alarms, isNull(alarms.closedAt))
    return { worn: await worn(), revision: settings?.revision, open }
  }
  const before = await stateOf()
  const { status, context } = await call()
  expect(await stateOf()).toEqual(before)
  const { errors, earliest, latest } = context
  return { status, errors, ...(earliest && { earliest }), ...(latest && { latest }) }
}

const heart = (at: Date, value: number) => ({
  deviceId: fixture.device.id,
  metric: metric('heartRate').id,
  time: at,
  value,
})
async function heartsOf({ uuid }: { uuid: string }, token = fixture.people.MANAGER.token): Promise<number[]> {
  const { context } = await harness.call('GET', `/wearers/readings/${uuid}/heartRate/0`, { token })
  return (context.readings as { value: number }[]).map(({ value }) => value)
}

describe('a hand-over that is dated back', () => {
  it('gives what the watch recorded since to who wears it since, and nothing that was set for who wore it', async () => {
    const { wearer, device, people } = fixture
    const daughter = await harness.person('OWNER', { companyId: fixture.company.id })
    await harness.db.insert(wearerRelations).values({ wearerId: ruth.id, userId: daughter.id, kind: 'OWNER' })
    await harness.db
      .insert(readings)
      .values([heart(minutesAgo(40), 61), heart(minutesAgo(20), 62), heart(minutesAgo(5), 63)])
    // Her daughter still wrote into the phonebook of the watch that Ruth had on already.
    const phonebook = [{ name: 'Pastbook', number: '+972501234567' }]
    const configured = await harness.call('POST', '/devices/configure', {
      token: people.OWNER.token,
      body: { deviceUUID: device.uuid, phonebook },
    })
    expect(configured.status).toBe(200)
    const from = minutesAgo(30)
    const given = await handOver({ from: from.toISOString() })
    expect([given.status, given.context.wearer?.devices]).toMatchObject([
      200,
      [{ uuid: device.uuid, since: from.toISOString(), until: null }],
    ])
    expect(await worn()).toMatchObject([
      { name: 'Wilma', until: from, end: 'HANDED_OVER', dueAt: null },
      { name: 'Ruth', from, until: null, dueAt: null },
    ])
    expect([await heartsOf(wearer), await heartsOf(ruth)]).toEqual([[61], [62, 63]])
    expect(await heartsOf(ruth, daughter.token)).toEqual([62, 63])
    const seen = await harness.call('GET', `/devices/settingsHistory/${device.uuid}`, {
      token: daughter.token,
    })
    expect([seen.status, JSON.stringify(seen.context).includes('Pastbook')]).toEqual([200, false])
    expect((await get(`/devices/detail/${device.uuid}`, 'OWNER')).status).toBe(404)
    // Who is erased is erased with what was set for them until it was cleared.
    expect((await post(`erase/${wearer.uuid}`, {})).status).toBe(200)
    const changes = await harness.db
      .select()
      .from(watchSettingsHistory)
      .where(eq(watchSettingsHistory.deviceId, device.id))
    expect([changes.length, JSON.stringify(changes).includes('Pastbook')]).toEqual([2, false])
  })

  it('is refused before an alarm about who wore it then, and possible just after it', async () => {
    const { alarm } = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(20) })
    const at = minutesAgo(30).toISOString()
    const earliest = after(alarm.lastAt)
    const refused = await refusedOf(() => handOver({ from: at }))
    expect(refused).toEqual({
      status: 400,
      errors: { from: 'is before an alarm about whoever wore it then' },
      earliest,
    })
    expect((await handOver({ from: earliest })).status).toBe(200)
    const [kept] = await harness.db.select().from(alarms).where(eq(alarms.id, alarm.id))
    expect(kept).toMatchObject({ wearerId: fixture.wearer.id, closedAt: expect.any(Date) })
  })

  it('is refused before a task, a bookmark or a reading that the rules remember, and says which is the last', async () => {
    const { device, people } = fixture
    const deviceId = device.id
    const at = minutesAgo(30).toISOString()
    const task = { title: 'Call', monitoringType: 'VITALS', severity: 'LOW', dueAt: new Date() } as const
    await harness.db.insert(tasks).values({ ...task, deviceId, createdAt: minutesAgo(25) })
    const first = await refusedOf(() => handOver({ from: at }))
    expect(first.errors).toEqual({ from: 'is before a task about whoever wore it then' })
    await harness.db
      .insert(bookmarks)
      .values({ deviceId, userId: people.OWNER.id, at: minutesAgo(20), label: 'Felt dizzy' })
    const second = await refusedOf(() => handOver({ from: at }))
    expect(second.errors).toEqual({ from: 'is before a bookmark about whoever wore it then' })
    const side = { ...calm, outside: 1, at: minutesAgo(15).getTime() }
    await harness.db
      .insert(ruleStates)
      .values({ deviceId, kind: 'HEART_RATE', state: { 'LOW:heartRate': side, flaps: {} } })
    const third = await refusedOf(() => handOver({ from: at }))
    expect(third).toEqual({
      status: 400,
      errors: { from: 'is before a reading that was already evaluated for whoever wore it then' },
      earliest: after(new Date(side.at)),
    })
    expect((await handOver({ from: third.earliest })).status).toBe(200)
    // What was remembered of one says nothing of the next.
    expect(await harness.db.$count(ruleStates, eq(ruleStates.deviceId, deviceId))).toBe(0)
  })

  it('is refused before who hands it over had it', async () => {
    const began = minutesAgo(60)
    await harness.db
      .update(assignments)
      .set({ startedAt: began })
      .where(eq(assignments.deviceId, fixture.device.id))
    for (const at of [minutesAgo(90), began])
      expect(await refusedOf(() => handOver({ from: at.toISOString() }))).toEqual({
        status: 400,
        errors: { from: 'lies in a time when somebody else wears it' },
        earliest: after(began),
      })
  })
})

describe('a watch that is given from a moment that is past', () => {
  beforeEach(async () => {
    const back = await takeBack({ until: minutesAgo(120).toISOString() })
    if (back.status !== 200) throw new Error(`It was not taken back: ${back.message}`)
  })

  it('brings what it recorded while nobody wore it, and what was nobody’s alarm', async () => {
    await harness.db
      .insert(readings)
      .values([heart(minutesAgo(100), 61), heart(minutesAgo(50), 62), heart(minutesAgo(10), 63)])
    const { alarm: before } = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(100) })
    const { alarm } = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(50), kind: 'SOS' })
    expect([before.wearerId, alarm.wearerId]).toEqual([null, null])
    expect((await assign({ from: minutesAgo(60).toISOString() })).status).toBe(200)
    expect(await heartsOf(ruth)).toEqual([62, 63])
    const rows = await harness.db.select().from(alarms).where(eq(alarms.deviceId, fixture.device.id))
    const whose = new Map(rows.map(({ id, wearerId }) => [id, wearerId]))
    expect([whose.get(before.id), whose.get(alarm.id)]).toEqual([null, ruth.id])
  })

  it('until another that is past is worn no longer, and whoever wears it since does not notice', async () => {
    const hanna = await person('Hanna')
    const now = {
      wearerUUID: hanna.uuid,
      deviceUUID: fixture.device.uuid,
      from: minutesAgo(30).toISOString(),
    }
    expect((await post('assign', now)).status).toBe(200)
    const [before] = await harness.db.select().from(devices).where(eq(devices.id, fixture.device.id))
    await harness.db
      .insert(readings)
      .values([heart(minutesAgo(80), 61), heart(minutesAgo(50), 62), heart(minutesAgo(20), 63)])
    const [from, until] = [minutesAgo(90), minutesAgo(60)]
    const done = await assign({ from: from.toISOString(), until: until.toISOString() })
    expect([done.status, done.context.wearer?.devices]).toEqual([200, []])
    expect((await worn()).slice(1)).toMatchObject([
      { name: 'Ruth', from, until, end: 'TAKEN_BACK', dueAt: null },
      { name: 'Hanna', until: null },
    ])
    expect([await heartsOf(ruth), await heartsOf(hanna)]).toEqual([[61], [63]])
    const [afterwards] = await harness.db.select().from(devices).where(eq(devices.id, fixture.device.id))
    expect(afterwards).toEqual(before)
    const { context } = await get(`/wearers/assignments/${ruth.uuid}`)
    expect(context.assignments).toMatchObject([{ state: 'OVER', end: 'TAKEN_BACK' }])
  })

  it('is refused in the time of another, and says when that is over or begins', async () => {
    const [former] = await worn()
    expect(await refusedOf(() => assign({ from: minutesAgo(150).toISOString() }))).toEqual({
      status: 400,
      errors: { from: 'lies in a time when somebody else wears it' },
      earliest: former?.until?.toISOString(),
    })
    expect((await assign({ from: minutesAgo(30).toISOString() })).status).toBe(200)
    const hanna = await person('Hanna')
    const [, since] = await worn()
    const body = { wearerUUID: hanna.uuid, from: minutesAgo(60).toISOString() }
    const refused = {
      status: 400,
      errors: { until: 'must not be later than somebody else begins to wear it' },
      latest: since?.from.toISOString(),
    }
    expect(await refusedOf(() => assign(body))).toEqual(refused)
    expect(await refusedOf(() => assign({ ...body, until: minutesAgo(20).toISOString() }))).toEqual(refused)
    expect((await assign({ ...body, until: refused.latest })).status).toBe(200)
  })
})

describe('a moment that cannot be', () => {
  it.each([
    [
      'ends before it begins',
      { from: inMinutes(60), until: inMinutes(30) },
      'until',
      'is before the beginning',
    ],
    ['ends as it begins', { from: soon, until: soon }, 'until', 'is before the beginning'],
    ['ended before it begins now', { until: minutesAgo(5) }, 'until', 'is before the beginning'],
    ['is years ahead', { from: inMinutes(400 * DAY) }, 'from', 'is more than a year ahead'],
    ['ends years ahead', { until: inMinutes(400 * DAY) }, 'until', 'is more than a year ahead'],
  ])('is refused where it %s', async (_, moments, field, text) => {
    const refused = await refusedOf(() => handOver(moments))
    expect(refused).toEqual({ status: 400, errors: { [field]: text } })
  })

  it('is refused before the watch came here, from its maker or from another company', async () => {
    const from = minutesAgo(11 * DAY).toISOString()
    const [watch] = await harness.db.select().from(devices).where(eq(devices.id, fixture.device.id))
    await person('Ruth', { createdAt: minutesAgo(20 * DAY) }).then((made) => (ruth = made))
    const text = 'is before the watch came here'
    const bound = { status: 400, errors: { from: text }, earliest: watch?.createdAt.toISOString() }
    expect(await refusedOf(() => handOver({ from }))).toEqual(bound)
    const companySince = minutesAgo(60)
    await harness.db.update(devices).set({ companySince }).where(eq(devices.id, fixture.device.id))
    const moved = await refusedOf(() => handOver({ from: minutesAgo(90).toISOString() }))
    expect(moved).toEqual({ ...bound, earliest: companySince.toISOString() })
  })

  it('is refused before the person was entered or born, by the days of their branch', async () => {
    await harness.db
      .update(branches)
      .set({ timeZone: 'Asia/Tokyo' })
      .where(eq(branches.id, fixture.branch.id))
    await harness.db
      .update(devices)
      .set({ createdAt: new Date('1900-01-01Z') })
      .where(eq(devices.id, fixture.device.id))
    const entered = new Date('2026-05-04T15:30:00Z')
    const young = { createdAt: entered, dob: '1941-05-02' }
    ruth = await person('Ruth', young)
    const before = { status: 400, errors: { from: 'is before this person was entered here' } }
    const refused = await refusedOf(() => handOver({ from: '2026-05-04T14:59:59.999Z' }))
    expect(refused).toEqual({ ...before, earliest: '2026-05-04T15:00:00.000Z' })
    expect((await handOver({ from: '2026-05-04T15:00:00.000Z' })).status).toBe(200)
    // Somebody whom an earlier version made of a watch was here since they wore it.
    const made = await person('Hanna', { createdAt: new Date(), dob: '2001-02-03' })
    const startedAt = new Date('2000-01-01Z')
    const other = await createDevice(harness.db, { companyId: fixture.company.id })
    await harness.db.insert(assignments).values({ wearerId: made.id, deviceId: other.id, startedAt })
    const given = {
      wearerUUID: made.uuid,
      from: '2001-02-02T14:59:00.000Z',
      until: '2001-02-05T00:00:00.000Z',
    }
    await harness.db
      .update(assignments)
      .set({ startedAt: new Date('2002-01-01Z') })
      .where(eq(assignments.wearerId, fixture.wearer.id))
    expect(await refusedOf(() => assign(given))).toEqual({
      status: 400,
      errors: { from: 'is before this person was born' },
      earliest: '2001-02-02T15:00:00.000Z',
    })
    expect((await assign({ ...given, from: '2001-02-02T15:00:00.000Z' })).status).toBe(200)
  })

  it('is refused in the future of a watch that somebody wears without an end before it, unless it is handed over', async () => {
    const from = inMinutes(60).toISOString()
    const refused = { status: 400, errors: { from: 'lies in a time when somebody else wears it' } }
    expect(await refusedOf(() => assign({ from }))).toEqual(refused)
    const end = inMinutes(90)
    expect((await takeBack({ until: end.toISOString() })).status).toBe(200)
    expect(await refusedOf(() => assign({ from }))).toEqual({ ...refused, earliest: end.toISOString() })
    expect((await assign({ from: end.toISOString() })).status).toBe(200)
    expect(await worn()).toMatchObject([
      { name: 'Wilma', until: end, end: 'TAKEN_BACK', dueAt: end },
      { name: 'Ruth', from: end, until: null, dueAt: end },
    ])
  })

  it('is refused after somebody else is to wear it', async () => {
    const plan = inMinutes(60)
    expect((await handOver({ from: plan.toISOString() })).status).toBe(200)
    const hanna = await person('Hanna')
    const refused = {
      status: 400,
      errors: { until: 'must not be later than somebody else begins to wear it' },
      latest: plan.toISOString(),
    }
    const own = { wearerUUID: hanna.uuid, from: inMinutes(30).toISOString() }
    expect(await refusedOf(() => handOver(own))).toEqual(refused)
    expect(await refusedOf(() => takeBack({ until: inMinutes(61).toISOString() }))).toEqual(refused)
    expect((await handOver({ ...own, until: refused.latest })).status).toBe(200)
    // Whoever wears it now hands nothing over that another is to wear by then.
    const golda = await person('Golda')
    const third = { wearerUUID: golda.uuid, from: inMinutes(45).toISOString() }
    expect(await refusedOf(() => handOver(third))).toEqual({
      status: 400,
      errors: { from: 'lies in a time when somebody else wears it' },
      earliest: plan.toISOString(),
    })
    expect(await worn()).toMatchObject([
      { name: 'Wilma', end: 'HANDED_OVER' },
      { name: 'Hanna', until: plan, end: 'TAKEN_BACK' },
      { name: 'Ruth', from: plan },
    ])
  })

  it('is for a family to plan, and not to date back', async () => {
    const { people, wearer } = fixture
    await harness.db
      .insert(wearerRelations)
      .values({ wearerId: ruth.id, userId: people.OWNER.id, kind: 'OWNER' })
    const text = 'may lie in the past only where staff say so'
    const past = minutesAgo(5).toISOString()
    const refused = { status: 400, errors: { from: text } }
    expect(await refusedOf(() => handOver({ from: past }, 'OWNER'))).toEqual(refused)
    expect(await refusedOf(() => takeBack({ until: past }, 'OWNER'))).toEqual({
      status: 400,
      errors: { until: text },
    })
    expect((await handOver({ from: inMinutes(5).toISOString() }, 'OWNER')).status).toBe(200)
    const { context } = await get(`/wearers/assignments/${wearer.uuid}`, 'OWNER')
    expect(context.assignments).toMatchObject([{ state: 'PRESENT', end: 'HANDED_OVER' }])
  })
})

describe('a watch that is taken back', () => {
  it('since a moment that is past leaves what it recorded since to nobody', async () => {
    await harness.db.insert(readings).values([heart(minutesAgo(40), 61), heart(minutesAgo(20), 62)])
    const until = minutesAgo(30)
    const back = await takeBack({ until: until.toISOString() }, 'SUPERVISOR')
    expect([back.status, back.context.wearer?.devices]).toEqual([200, []])
    expect(await worn()).toMatchObject([{ until, end: 'TAKEN_BACK' }])
    expect(await heartsOf(fixture.wearer)).toEqual([61])
  })

  it('is refused before it began, and before what was evaluated of who wears it', async () => {
    const began = minutesAgo(60)
    await harness.db
      .update(assignments)
      .set({ startedAt: began })
      .where(eq(assignments.deviceId, fixture.device.id))
    expect(await refusedOf(() => takeBack({ until: minutesAgo(90).toISOString() }))).toEqual({
      status: 400,
      errors: { until: 'is before the beginning' },
      earliest: after(began),
    })
    const { alarm } = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(20) })
    expect(await refusedOf(() => takeBack({ until: minutesAgo(40).toISOString() }))).toEqual({
      status: 400,
      errors: { until: 'is before an alarm about whoever wore it then' },
      earliest: after(alarm.lastAt),
    })
    expect((await takeBack({ until: after(alarm.lastAt) })).status).toBe(200)
  })
})

it('that several plan at the same moment is planned for one at a time, and the others are refused', async () => {
  const others = await Promise.all(['Hanna', 'Miriam', 'Golda'].map((name) => person(name)))
  for (let round = 0; round < 6; round++) {
    const plans = [ruth, ...others].map((wearer, at) =>
      handOver({
        wearerUUID: wearer.uuid,
        from: inMinutes(60 + at).toISOString(),
        until: inMinutes(100).toISOString(),
      }),
    )
    const answers = await Promise.all(plans)
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status !== 200 && status !== 400 && status !== 409)).toEqual([])
    const [, planned] = await worn()
    const { context } = await get(`/wearers/assignments/${[ruth, ...others][statuses.indexOf(200)]?.uuid}`)
    const [first] = context.assignments as { uuid: string; startedAt: string; state: string }[]
    expect([first?.state, first?.startedAt]).toEqual(['PLANNED', planned?.from.toISOString()])
    expect((await post('cancelPlan', { assignmentUUID: first?.uuid })).status).toBe(200)
    expect(await worn()).toMatchObject([{ name: 'Wilma', until: null, end: null, dueAt: null }])
  }
})

it('says who wears what until when', async () => {
  const until = inMinutes(60).toISOString()
  const taken: { context: { wearer: Wearer } } = await takeBack({ until })
  expect(taken.context.wearer.devices).toMatchObject([{ until }])
  // Somebody changes their mind: later, or now.
  const later = inMinutes(90).toISOString()
  expect((await takeBack({ until: later })).context.wearer.devices).toMatchObject([{ until: later }])
  expect((await takeBack({})).context.wearer.devices).toEqual([])
})
