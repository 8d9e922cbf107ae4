import { once } from 'node:events'
import { decodeEvent } from '@carewatch/contracts/events'
import { createDevice } from '@carewatch/migrations/factories'
import { alarmHistory, alarms, notifications, taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHouse, type House, minutesAgo, raiseAlarm } from '../testing/house.ts'
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

const DAY = 24 * 60
const after = (path: string, role: keyof House['people'], language?: 'iw' | 'en') =>
  stand.call('GET', `/notification/all/after/${path}`, {
    token: house.people[role].token,
    ...(language && { language }),
  })
const acknowledge = (which: string, token: string, body?: object) =>
  stand.call('POST', `/notification/acknowledge/${which}`, { token, ...(body && { body }) })
const row = async (id: number) => (await stand.db.select().from(alarms).where(eq(alarms.id, id)))[0]
const stepsOf = async (id: number) =>
  (await stand.db.select().from(alarmHistory).where(eq(alarmHistory.alarmId, id))).map(({ step }) => step)

describe('the list of notifications', () => {
  it('tells what happened in the language of whoever asks, newest first', async () => {
    await raiseAlarm(stand, house, { openedAt: minutesAgo(9) })
    await raiseAlarm(stand, house, { kind: 'SOS', direction: 'NONE', value: null, severity: 'CRITICAL' })
    const { context } = await after('0', 'SUPERVISOR')
    expect(context.notifications).toMatchObject([
      { kind: 'SOS', message: 'SOS pressed', deviceIMEI: house.device.imei },
      { kind: 'HEART_RATE', message: 'Heart rate is high: 142 bpm', acknowledged: false, active: true },
    ])
    expect(context.unacknowledged).toBe(2)
    const hebrew = await after('0', 'SUPERVISOR', 'iw')
    expect(hebrew.context.notifications[1].message).toMatch(/[א-ת].*142/)
  })

  it('looks back five days when asked for everything, and since a moment when asked so', async () => {
    const { notification } = await raiseAlarm(stand, house, { openedAt: minutesAgo(7 * DAY) })
    const age = (minutes: number) =>
      stand.db
        .update(notifications)
        .set({ createdAt: minutesAgo(minutes) })
        .where(eq(notifications.id, notification.id))
    const count = async (time: string) => (await after(time, 'OWNER')).context.notifications.length
    await age(4 * DAY)
    expect(await count('0')).toBe(1)
    expect(await count(String(minutesAgo(60).getTime()))).toBe(0)
    await age(6 * DAY)
    expect(await count('0')).toBe(0)
  })

  it('reaches everyone of the house and nobody of another', async () => {
    await raiseAlarm(stand, house)
    const mine = house
    for (const role of [
      'MANAGER',
      'OWNER',
      'RELATIVE',
      'MONITOR',
      'BRANCH_MONITOR',
      'COMPANY_MONITOR',
    ] as const)
      expect((await after('0', role)).context.unacknowledged).toBe(1)
    house = await createHouse(stand)
    for (const role of ['MANAGER', 'SUPERVISOR', 'OWNER', 'RELATIVE', 'MONITOR'] as const)
      expect((await after('0', role)).context).toEqual({ notifications: [], unacknowledged: 0 })
    expect((await after(`0?imei=${mine.device.imei}`, 'MANAGER')).status).toBe(404)
  })
})

describe('acknowledging', () => {
  it('takes the alarm and its task, and writes down who', async () => {
    const { alarm, task } = await raiseAlarm(stand, house)
    const nurse = house.people.SUPERVISOR
    const { context } = await acknowledge(house.device.imei, nurse.token)
    expect(context.unacknowledged).toBe(0)
    expect(context.notifications).toMatchObject([{ acknowledged: true, acknowledgedBy: 'Nora Nurse' }])
    expect(await row(alarm.id)).toMatchObject({ acknowledgedById: nurse.id, active: true, closedAt: null })
    expect(await stepsOf(alarm.id)).toEqual(['ACKNOWLEDGED'])
    const [taken] = await stand.db.select().from(tasks).where(eq(tasks.id, task.id))
    expect(taken).toMatchObject({ status: 'IN_PROGRESS', assignedToId: nurse.id })
    expect(await stand.db.select().from(taskHistory).where(eq(taskHistory.taskId, task.id))).toHaveLength(1)
  })

  it('by two nurses at once has one winner, and both see who it was', async () => {
    const { alarm } = await raiseAlarm(stand, house)
    const { SUPERVISOR, MONITOR, MANAGER } = house.people
    const answers = await Promise.all(
      [SUPERVISOR, MONITOR, MANAGER, SUPERVISOR, MONITOR].map(({ token }) =>
        acknowledge(house.device.imei, token),
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
        createDevice(stand.db, { companyId: house.company.id, branchId: house.branch.id }),
      ),
    )
    await Promise.all(devices.map((device) => raiseAlarm(stand, { ...house, device })))
    const answers = await Promise.all([
      ...devices.map(({ imei }) => acknowledge(imei, house.people.MONITOR.token)),
      acknowledge('all', house.people.SUPERVISOR.token),
      acknowledge('all', house.people.MANAGER.token),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await after('0', 'MANAGER')).context.unacknowledged).toBe(0)
  })

  it('closes an alarm that is over, and its task with it', async () => {
    const { alarm, task } = await raiseAlarm(stand, house, { active: false, clearedAt: new Date() })
    await acknowledge('all', house.people.MONITOR.token)
    expect((await row(alarm.id))?.closedAt).toBeInstanceOf(Date)
    expect(await stepsOf(alarm.id)).toEqual(['ACKNOWLEDGED', 'CLOSED'])
    const [done] = await stand.db.select().from(tasks).where(eq(tasks.id, task.id))
    expect(done).toMatchObject({ status: 'DONE', assignedToId: house.people.MONITOR.id, outcome: 'cleared' })
  })

  it('leaves a latched alarm open until a person closes it with a cause', async () => {
    const { alarm } = await raiseAlarm(stand, house, { kind: 'SOS', latched: true, active: false })
    await acknowledge('all', house.people.MONITOR.token)
    expect(await row(alarm.id)).toMatchObject({ closedAt: null, acknowledgedById: house.people.MONITOR.id })
  })

  it('takes only those that were named', async () => {
    const one = await raiseAlarm(stand, house)
    await raiseAlarm(stand, house, { kind: 'SPO2', direction: 'LOW' })
    const { context } = await acknowledge('all', house.people.OWNER.token, {
      uuids: [one.notification.uuid],
    })
    expect(context.unacknowledged).toBe(1)
    expect(context.notifications).toMatchObject([{ uuid: one.notification.uuid, acknowledged: true }])
  })

  it('by an owner leaves the task with the staff, who can work on it', async () => {
    const { task } = await raiseAlarm(stand, house)
    await acknowledge(house.device.imei, house.people.OWNER.token)
    const [left] = await stand.db.select().from(tasks).where(eq(tasks.id, task.id))
    expect(left).toMatchObject({ status: 'OPEN', assignedToId: null })
  })

  it('of another house finds nothing and changes nothing', async () => {
    const { alarm, notification } = await raiseAlarm(stand, house)
    const other = await createHouse(stand)
    expect((await acknowledge(house.device.imei, other.people.MANAGER.token)).status).toBe(404)
    await acknowledge('all', other.people.MANAGER.token, { uuids: [notification.uuid] })
    await acknowledge('all', other.people.SUPERVISOR.token)
    expect((await row(alarm.id))?.acknowledgedAt).toBeNull()
  })

  it('is told on the live lane after the commit', async () => {
    const { notification, task } = await raiseAlarm(stand, house)
    const heard = new Map<string, string>()
    const both = new Promise<void>((resolve) => {
      stand.broker.on('publish', ({ topic, payload }) => {
        if (topic.startsWith('live/')) heard.set(topic, payload.toString())
        if (heard.size === 2) resolve()
      })
    })
    await acknowledge('all', house.people.SUPERVISOR.token)
    await both
    const event = (topic: string) => decodeEvent(heard.get(`live/${topic}/${house.company.uuid}`) ?? '')
    expect(event('alarm')).toMatchObject({
      type: 'notification',
      change: 'acknowledged',
      notification: { uuid: notification.uuid, message: '', acknowledgedBy: 'Nora Nurse' },
    })
    expect(event('task')).toMatchObject({ type: 'task', task: { uuid: task.uuid, status: 'IN_PROGRESS' } })
  })

  it('works while the live lane is cut', async () => {
    const lonely = await startStand()
    const there = await createHouse(lonely)
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
