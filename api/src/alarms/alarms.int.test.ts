import { decodeEvent } from '@carewatch/contracts/events'
import { alarmHistory, alarms, deliveries, tasks } from '@carewatch/migrations/schema/alarms'
import { auditLog } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
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
const answer = (uuid: string, verb: string, { as = 'SUPERVISOR', body }: { as?: Role; body?: object } = {}) =>
  harness.call('POST', `/alarms/${uuid}/${verb}`, { token: fixture.people[as].token, ...(body && { body }) })
const list = async (query = '', as: Role = 'SUPERVISOR') =>
  (await harness.call('GET', `/alarms?${query}`, { token: fixture.people[as].token })).context
const stepsOf = async (id: number) =>
  (await harness.db.select().from(alarmHistory).where(eq(alarmHistory.alarmId, id))).map(({ step }) => step)
const taskOf = async (id: number) => (await harness.db.select().from(tasks).where(eq(tasks.id, id)))[0]
const fall = { kind: 'FALL', direction: 'NONE', latched: true, severity: 'CRITICAL', value: null } as const

describe('the list of alarms', () => {
  it('shows open and past ones of the house, newest first, and nothing of another', async () => {
    const old = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(60), closedAt: new Date() })
    const sos = await raiseAlarm(harness, fixture, { ...fall, kind: 'SOS' })
    await raiseAlarm(harness, await createCompanyFixture(harness))
    const { alarms: shown, total } = await list()
    expect(total).toBe(2)
    expect(shown.map(({ uuid }: { uuid: string }) => uuid)).toEqual([sos.alarm.uuid, old.alarm.uuid])
    expect(shown[0]).toMatchObject({
      kind: 'SOS',
      latched: true,
      deviceIMEI: fixture.device.imei,
      cause: null,
    })
  })

  it('is filtered by watch, kind, severity, whether it is open, time and words', async () => {
    const other = await addDevice(harness, fixture)
    await raiseAlarm(harness, fixture, { openedAt: minutesAgo(60), closedAt: new Date() })
    await raiseAlarm(harness, fixture, fall)
    await raiseAlarm(harness, { ...fixture, device: other }, { severity: 'LOW' })
    const totals = (...queries: string[]) =>
      Promise.all(queries.map(async (query) => (await list(query)).total))
    expect(
      await totals(`device=${other.uuid}`, 'kind=FALL', 'severity=LOW', 'open=true', 'open=false'),
    ).toEqual([1, 1, 1, 2, 1])
    const halfAnHourAgo = minutesAgo(30).toISOString()
    expect(await totals(`from=${halfAnHourAgo}`, `to=${halfAnHourAgo}`, `search=${other.imei}`)).toEqual([
      2, 1, 1,
    ])
    expect((await list('sort=-severity&size=1')).alarms[0].severity).toBe('CRITICAL')
  })

  it('refuses the watch of another house and an order nobody knows', async () => {
    const { token } = fixture.people.MANAGER
    const other = await createCompanyFixture(harness)
    expect((await harness.call('GET', `/alarms?device=${other.device.uuid}`, { token })).status).toBe(404)
    expect((await harness.call('GET', '/alarms?sort=id', { token })).status).toBe(400)
  })

  it('of a room is seen by its branch and company, and by no owner', async () => {
    const { company, branch } = fixture
    const place = { deviceId: null, companyId: company.id, branchId: branch.id }
    await raiseAlarm(harness, fixture, { ...place, kind: 'WATER', direction: 'NONE', metric: null })
    const totals = await Promise.all(
      (['SUPERVISOR', 'MANAGER', 'COMPANY_MONITOR', 'OWNER'] as const).map((as) => list('', as)),
    )
    expect(totals.map(({ total }) => total)).toEqual([1, 1, 1, 0])
  })
})

describe('an alarm', () => {
  it('tells what happened to it and who was told', async () => {
    const { alarm } = await raiseAlarm(harness, fixture)
    const { SUPERVISOR, OWNER, RELATIVE } = fixture.people
    await harness.db.insert(deliveries).values({
      alarmId: alarm.id,
      userId: SUPERVISOR.id,
      channel: 'SMS',
      step: 1,
      state: 'FAILED',
      reason: 'noAddress',
    })
    await answer(alarm.uuid, 'acknowledge')
    await answer(alarm.uuid, 'comment', { body: { note: 'She rests' } })
    const { context } = await harness.call('GET', `/alarms/${alarm.uuid}`, { token: OWNER.token })
    expect(context.alarm).toMatchObject({
      acknowledgedBy: 'Nora Nurse',
      history: [
        { step: 'ACKNOWLEDGED', user: 'Nora Nurse' },
        { step: 'COMMENTED', user: 'Nora Nurse', note: 'She rests' },
      ],
      deliveries: [{ user: 'Nora Nurse', channel: 'SMS', step: 1, state: 'FAILED', reason: 'noAddress' }],
    })
    const { token } = RELATIVE
    expect((await harness.call('GET', `/alarms/${alarm.uuid}`, { token })).status).toBe(403)
  })

  it('is told live with every answer', async () => {
    const { alarm, notification } = await raiseAlarm(harness, fixture)
    const received: string[] = []
    harness.broker.on('publish', ({ topic, payload }) => {
      if (topic !== `live/alarm/${fixture.company.uuid}`) return
      const event = decodeEvent(payload.toString())
      if (event.type === 'notification' && event.notification.uuid === notification.uuid)
        received.push(event.change)
    })
    await answer(alarm.uuid, 'acknowledge')
    await answer(alarm.uuid, 'snooze', { body: { minutes: 5 } })
    await answer(alarm.uuid, 'comment', { body: { note: 'x' } })
    await answer(alarm.uuid, 'close')
    await until('all four are heard', () => received.length === 4)
    expect(received).toEqual(['acknowledged', 'snoozed', 'commented', 'closed'])
  })

  it('leaves a trace in the log of the company it belongs to, whoever answers it', async () => {
    const { alarm } = await raiseAlarm(harness, fixture)
    await answer(alarm.uuid, 'acknowledge', { as: 'ADMIN' })
    const of = and(eq(auditLog.entity, 'alarm'), eq(auditLog.entityUuid, alarm.uuid))
    const [trace] = await harness.db.select().from(auditLog).where(of)
    expect(trace).toMatchObject({ action: 'acknowledged', companyId: fixture.company.id, detail: null })
  })
})

describe('acknowledging an alarm', () => {
  it('takes its task; of several at once one is first, and all see who', async () => {
    const { alarm, task } = await raiseAlarm(harness, fixture)
    const answers = await Promise.all(
      (['SUPERVISOR', 'MONITOR', 'MANAGER', 'RELATIVE', 'OWNER'] as const).map((as) =>
        answer(alarm.uuid, 'acknowledge', { as }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ context }) => context.alarm.acknowledgedBy)).size).toBe(1)
    expect(await stepsOf(alarm.id)).toEqual(['ACKNOWLEDGED'])
    const again = await raiseAlarm(harness, fixture, { kind: 'SPO2' })
    await answer(again.alarm.uuid, 'acknowledge')
    expect(await taskOf(again.task.id)).toMatchObject({ status: 'IN_PROGRESS' })
    expect((await taskOf(task.id))?.status).not.toBe('DONE')
  })

  it('of another house finds nothing', async () => {
    const { alarm } = await raiseAlarm(harness, fixture)
    fixture = await createCompanyFixture(harness)
    expect((await answer(alarm.uuid, 'acknowledge')).status).toBe(404)
    expect(await stepsOf(alarm.id)).toEqual([])
  })
})

describe('snoozing an alarm', () => {
  it.each([
    ['CRITICAL', 15],
    ['HIGH', 60],
    ['MEDIUM', 240],
    ['LOW', 1_440],
  ] as const)('of %s severity is for %i minutes at most', async (severity, most) => {
    const { alarm } = await raiseAlarm(harness, fixture, { severity })
    const tooLong = await answer(alarm.uuid, 'snooze', { body: { minutes: most + 1 } })
    expect(tooLong.status).toBe(severity === 'LOW' ? 400 : 409)
    const { context } = await answer(alarm.uuid, 'snooze', { body: { minutes: most } })
    const left = Date.parse(context.alarm.snoozedUntil) - Date.now()
    expect(Math.round(left / 60_000)).toBe(most)
    expect(await stepsOf(alarm.id)).toEqual(['SNOOZED'])
  })

  it.each(['SOS', 'FALL'] as const)('is never possible for %s', async (kind) => {
    const { alarm } = await raiseAlarm(harness, fixture, { ...fall, kind })
    expect(await answer(alarm.uuid, 'snooze', { body: { minutes: 1 } })).toMatchObject({
      status: 409,
      message: 'SOS and fall alarms cannot be snoozed',
    })
  })

  it('is refused when it is over', async () => {
    const { alarm } = await raiseAlarm(harness, fixture, { closedAt: new Date() })
    expect(await answer(alarm.uuid, 'snooze', { body: { minutes: 1 } })).toMatchObject({
      status: 409,
      message: 'This alarm is already closed',
    })
  })
})

describe('closing an alarm', () => {
  it('ends it and its task with what it was', async () => {
    const { alarm, task } = await raiseAlarm(harness, fixture, { ...fall, kind: 'SOS' })
    const body = { cause: 'HELPED', note: 'Helped her up' }
    const { context } = await answer(alarm.uuid, 'close', { body })
    expect(context.alarm).toMatchObject({
      active: false,
      acknowledged: true,
      closedBy: 'Nora Nurse',
      cause: 'HELPED',
    })
    expect(await taskOf(task.id)).toMatchObject({ status: 'DONE', outcome: 'Helped her up' })
    expect(await stepsOf(alarm.id)).toEqual(['CLOSED'])
    const { token } = fixture.people.OWNER
    const notifications = await harness.call('GET', '/notification/all/after/0', { token })
    expect(notifications.context.unacknowledged).toBe(0)
  })

  it('needs a cause where recovery cannot end it, and none where it can', async () => {
    const latched = await raiseAlarm(harness, fixture, fall)
    expect(await answer(latched.alarm.uuid, 'close')).toMatchObject({
      status: 409,
      message: 'Please say what it was',
    })
    const pulse = await raiseAlarm(harness, fixture)
    expect((await answer(pulse.alarm.uuid, 'close')).status).toBe(200)
  })

  it('by two at once is done by one, and the other hears that it is closed', async () => {
    const { alarm } = await raiseAlarm(harness, fixture, fall)
    const answers = await Promise.all(
      (['SUPERVISOR', 'MONITOR', 'OWNER'] as const).map((as) =>
        answer(alarm.uuid, 'close', { as, body: { cause: 'TEST' } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await stepsOf(alarm.id)).toEqual(['CLOSED'])
  })

  it('while another finishes its task never waits for ever', async () => {
    const raised = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const device = await addDevice(harness, fixture)
        return raiseAlarm(harness, { ...fixture, device }, fall)
      }),
    )
    const { token } = fixture.people.MANAGER
    for (const { task } of raised)
      await harness.call('POST', `/tasks/update/${task.uuid}`, { token, body: { status: 'IN_PROGRESS' } })
    const done = { status: 'DONE', outcome: 'Looked after' }
    const answers = await Promise.all(
      raised.flatMap(({ alarm, task }) => [
        answer(alarm.uuid, 'close', { body: { cause: 'HELPED' } }),
        harness.call('POST', `/tasks/update/${task.uuid}`, { token, body: done }),
      ]),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const open = and(eq(alarms.companyId, fixture.company.id), eq(alarms.active, true))
    expect(await harness.db.$count(alarms, open)).toBe(0)
  })
})

describe('calling an alarm off', () => {
  it('within half a minute of a fall ends it as a false alarm', async () => {
    const { alarm, task } = await raiseAlarm(harness, fixture, fall)
    const { context } = await answer(alarm.uuid, 'cancel', { as: 'OWNER' })
    expect(context.alarm).toMatchObject({ active: false, cause: 'FALSE_ALARM' })
    expect(await stepsOf(alarm.id)).toEqual(['CANCELLED'])
    expect(await taskOf(task.id)).toMatchObject({ status: 'DONE', outcome: 'FALSE_ALARM' })
    expect(await answer(alarm.uuid, 'cancel')).toMatchObject({
      status: 409,
      message: 'This alarm is already closed',
    })
  })

  it('is refused later, and for anything but a fall', async () => {
    const late = await raiseAlarm(harness, fixture, { ...fall, createdAt: minutesAgo(1) })
    const refusal = await answer(late.alarm.uuid, 'cancel')
    expect(refusal.status).toBe(409)
    expect(refusal.message).toContain('too late')
    const sos = await raiseAlarm(harness, fixture, { ...fall, kind: 'SOS' })
    expect(await answer(sos.alarm.uuid, 'cancel')).toMatchObject({
      status: 409,
      message: 'Only a fall alarm can be called off',
    })
  })
})
