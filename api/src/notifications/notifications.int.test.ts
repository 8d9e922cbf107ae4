import { once } from 'node:events'
import { decodeEvent } from '@carewatch/contracts/events'
import { createDevice } from '@carewatch/migrations/factories'
import { alarmHistory, alarms, notifications, taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addDevice,
  createCompanyFixture,
  type CompanyFixture,
  minutesAgo,
  raiseAlarm,
} from '../testing/fixtures.ts'
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

const DAY = 24 * 60
const after = (path: string, role: keyof CompanyFixture['people'], language?: 'iw' | 'en') =>
  harness.call('GET', `/notification/all/after/${path}`, {
    token: fixture.people[role].token,
    ...(language && { language }),
  })
const acknowledge = (which: string, token: string, body?: object) =>
  harness.call('POST', `/notification/acknowledge/${which}`, { token, ...(body && { body }) })
const row = async (id: number) => (await harness.db.select().from(alarms).where(eq(alarms.id, id)))[0]
const stepsOf = async (id: number) =>
  (
    await harness.db
      .select()
      .from(alarmHistory)
      .where(eq(alarmHistory.alarmId, id))
      .orderBy(asc(alarmHistory.id))
  ).map(({ step }) => step)

describe('the list of notifications', () => {
  it('tells what happened in the language of whoever asks, newest first', async () => {
    await raiseAlarm(harness, fixture, { openedAt: minutesAgo(12) })
    await raiseAlarm(harness, fixture, { kind: 'SOS', direction: 'NONE', value: null, severity: 'CRITICAL' })
    const { context } = await after('0', 'SUPERVISOR')
    expect(context.notifications).toMatchObject([
      { kind: 'SOS', message: 'SOS pressed', deviceIMEI: fixture.device.imei },
      { kind: 'HEART_RATE', message: 'Heart rate is high: 142 bpm', acknowledged: false, active: true },
    ])
    expect(context.unacknowledged).toBe(2)
    const hebrew = await after('0', 'SUPERVISOR', 'iw')
    expect(hebrew.context.notifications[1].message).toMatch(/[א-ת].*142/)
  })

  it('looks back five days when asked for everything, and since a moment when asked so', async () => {
    const { notification } = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(7 * DAY) })
    const age = (minutes: number) =>
      harness.db
        .update(notifications)
        .set({ createdAt: minutesAgo(minutes) })
        .where(eq(notifications.id, notification.id))
    const count = async (time: string) => (await after(time, 'OWNER')).context.notifications.length
    await age(4 * DAY)
    expect(await count('0')).toBe(1)
    expect(await count(String(minutesAgo(60).getTime()))).toBe(0)
    await age(6 * DAY)
    // However old: nobody has answered it.
    expect(await count('0')).toBe(1)
    await acknowledge('all', fixture.people.SUPERVISOR.token)
    expect(await count('0')).toBe(0)
  })

  it('reaches everyone of the house and nobody of another', async () => {
    await raiseAlarm(harness, fixture)
    const mine = fixture
    for (const role of [
      'MANAGER',
      'OWNER',
      'RELATIVE',
      'MONITOR',
      'BRANCH_MONITOR',
      'COMPANY_MONITOR',
    ] as const)
      expect((await after('0', role)).context.unacknowledged).toBe(1)
    fixture = await createCompanyFixture(harness)
    for (const role of ['MANAGER', 'SUPERVISOR', 'OWNER', 'RELATIVE', 'MONITOR'] as const)
      expect((await after('0', role)).context).toEqual({ notifications: [], unacknowledged: 0 })
    expect((await after(`0?imei=${mine.device.imei}`, 'MANAGER')).status).toBe(404)
  })
})

describe('acknowledging', () => {
  it('takes the alarm and its task, and writes down who', async () => {
    const { alarm, task } = await raiseAlarm(harness, fixture)
    const nurse = fixture.people.SUPERVISOR
    const { context } = await acknowledge(fixture.device.imei, nurse.token)
    expect(context.unacknowledged).toBe(0)
    expect(context.notifications).toMatchObject([{ acknowledged: true, acknowledgedBy: 'Nora Nurse' }])
    expect(await row(alarm.id)).toMatchObject({ acknowledgedById: nurse.id, active: true, closedAt: null })
    expect(await stepsOf(alarm.id)).toEqual(['ACKNOWLEDGED'])
    const [taken] = await harness.db.select().from(tasks).where(eq(tasks.id, task.id))
    expect(taken).toMatchObject({ status: 'IN_PROGRESS', assignedToId: nurse.id })
    expect(await harness.db.select().from(taskHistory).where(eq(taskHistory.taskId, task.id))).toHaveLength(1)
  })

  it('by two nurses at once has one winner, and both see who it was', async () => {
    const { alarm } = await raiseAlarm(harness, fixture)
    const { SUPERVISOR, MONITOR, MANAGER } = fixture.people
    const answers = await Promise.all(
      [SUPERVISOR, MONITOR, MANAGER, SUPERVISOR, MONITOR].map(({ token }) =>
        acknowledge(fixture.device.imei, token),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const winners = new Set(answers.map(({ context }) => context.notifications[0].acknowledgedBy))
    expect(winners.size).toBe(1)
    expect(await stepsOf(alarm.id)).toEqual(['ACKNOWLEDGED'])
  })

  it('of everything at once, from both sides, never waits for ever', async () => {
    const devices = await Promise.all(
      Array.from({ length: 6 }, () =>
        createDevice(harness.db, { companyId: fixture.company.id, branchId: fixture.branch.id }),
      ),
    )
    await Promise.all(devices.map((device) => raiseAlarm(harness, { ...fixture, device })))
    const answers = await Promise.all([
      ...devices.map(({ imei }) => acknowledge(imei, fixture.people.MONITOR.token)),
      acknowledge('all', fixture.people.SUPERVISOR.token),
      acknowledge('all', fixture.people.MANAGER.token),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await after('0', 'MANAGER')).context.unacknowledged).toBe(0)
  })

  it('closes an alarm that is over, and its task with it', async () => {
    const { alarm, task } = await raiseAlarm(harness, fixture, { active: false, clearedAt: new Date() })
    await acknowledge('all', fixture.people.MONITOR.token)
    expect((await row(alarm.id))?.closedAt).toBeInstanceOf(Date)
    expect(await stepsOf(alarm.id)).toEqual(['ACKNOWLEDGED', 'CLOSED'])
    const [done] = await harness.db.select().from(tasks).where(eq(tasks.id, task.id))
    expect(done).toMatchObject({
      status: 'DONE',
      assignedToId: fixture.people.MONITOR.id,
      outcome: 'cleared',
    })
  })

  it('leaves a latched alarm open until a person closes it with a cause', async () => {
    const { alarm } = await raiseAlarm(harness, fixture, { kind: 'SOS', latched: true, active: false })
    await acknowledge('all', fixture.people.MONITOR.token)
    expect(await row(alarm.id)).toMatchObject({ closedAt: null, acknowledgedById: fixture.people.MONITOR.id })
  })

  it('takes only those that were named', async () => {
    const one = await raiseAlarm(harness, fixture)
    await raiseAlarm(harness, { ...fixture, device: await addDevice(harness, fixture) })
    const { context } = await acknowledge('all', fixture.people.OWNER.token, {
      uuids: [one.notification.uuid],
    })
    expect(context.unacknowledged).toBe(1)
    expect(context.notifications).toMatchObject([{ uuid: one.notification.uuid, acknowledged: true }])
  })

  it('by an owner leaves the task with the staff, who can work on it', async () => {
    const { task } = await raiseAlarm(harness, fixture)
    await acknowledge(fixture.device.imei, fixture.people.OWNER.token)
    const [left] = await harness.db.select().from(tasks).where(eq(tasks.id, task.id))
    expect(left).toMatchObject({ status: 'OPEN', assignedToId: null })
  })

  it('of another house finds nothing and changes nothing', async () => {
    const { alarm, notification } = await raiseAlarm(harness, fixture)
    const other = await createCompanyFixture(harness)
    expect((await acknowledge(fixture.device.imei, other.people.MANAGER.token)).status).toBe(404)
    await acknowledge('all', other.people.MANAGER.token, { uuids: [notification.uuid] })
    await acknowledge('all', other.people.SUPERVISOR.token)
    expect((await row(alarm.id))?.acknowledgedAt).toBeNull()
  })

  it('is told on the live lane after the commit', async () => {
    const { notification, task } = await raiseAlarm(harness, fixture)
    const received = new Map<string, string>()
    const both = new Promise<void>((resolve) => {
      harness.broker.on('publish', ({ topic, payload }) => {
        if (topic.startsWith('live/')) received.set(topic, payload.toString())
        if (received.size === 2) resolve()
      })
    })
    await acknowledge('all', fixture.people.SUPERVISOR.token)
    await both
    const event = (topic: string) => decodeEvent(received.get(`live/${topic}/${fixture.company.uuid}`) ?? '')
    expect(event('alarm')).toMatchObject({
      type: 'notification',
      change: 'acknowledged',
      notification: { uuid: notification.uuid, message: '', acknowledgedBy: 'Nora Nurse' },
    })
    expect(event('task')).toMatchObject({ type: 'task', task: { uuid: task.uuid, status: 'IN_PROGRESS' } })
  })

  it('works while the live lane is cut', async () => {
    const lonely = await startHarness()
    const there = await createCompanyFixture(lonely)
    await raiseAlarm(lonely, there)
    const cut = once(lonely.broker, 'closed')
    lonely.broker.close()
    await cut
    const { token } = there.people.SUPERVISOR
    const answer = await lonely.call('POST', '/notification/acknowledge/all', { token })
    expect(answer).toMatchObject({ status: 200, context: { unacknowledged: 0 } })
    await lonely.close()
  })
})
