import type { LiveEvent } from '@carewatch/contracts/events'
import { notificationsAfter } from '@carewatch/contracts/http/notifications'
import { allTasks } from '@carewatch/contracts/http/tasks'
import { liveTopic } from '@carewatch/contracts/topics'
import { devices } from '@carewatch/migrations/schema/devices'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'
import { look, publish, settled } from '../testing/screen.ts'

let harness: Harness
let former: CompanyFixture
let present: CompanyFixture
let beside: CompanyFixture
let raised: { alarm: string; notification: string; task: string }
let imei: string

const get = async (path: string, token: string) => (await harness.call('GET', path, { token })).context

type Answer = Record<string, unknown>
/** What the watch is now, and is nobody's to read who had it before. */
const isNaming = (answer: unknown): boolean =>
  [former.device.uuid, imei, 'Walters watch'].some((mark) => JSON.stringify(answer ?? '').includes(mark))

/** Which calls show it to this person, and which of them say what the watch is called now. */
async function read(token: string) {
  const [page, after, alarms, tasks, alarm, task, figures] = await Promise.all([
    get('/notification/all?size=200', token),
    get('/notification/all/after/0', token),
    get('/alarms?size=200', token),
    get('/tasks/all/0?size=200', token),
    get(`/alarms/${raised.alarm}`, token),
    get(`/tasks/details/${raised.task}`, token),
    get('/tasks/dashboard?days=7', token),
  ])
  const find = (rows: Answer[] | undefined, uuid: string) => rows?.find((row) => row.uuid === uuid)
  const rows = {
    page: find(page?.notifications, raised.notification),
    after: find(after?.notifications, raised.notification),
    alarms: find(alarms?.alarms, raised.alarm),
    tasks: find(tasks?.tasks, raised.task),
    alarm: alarm?.alarm,
    task: task?.task,
    figures: figures?.total > 0 ? figures : undefined,
  }
  const shown = Object.entries(rows).filter(([, row]) => row !== undefined)
  return {
    shown: shown.map(([name]) => name),
    naming: shown.filter(([, row]) => isNaming(row)).map(([name]) => name),
  }
}

async function publishBoth(): Promise<void> {
  const { token } = former.people.ADMIN
  const { notifications } = notificationsAfter.reply.decode(await get('/notification/all/after/0', token))
  const { tasks } = allTasks.reply.decode(await get('/tasks/all/0?size=200', token))
  const notification = notifications.find(({ uuid }) => uuid === raised.notification)
  const task = tasks.find(({ uuid }) => uuid === raised.task)
  if (!notification || !task) throw new Error('An administrator reads everything.')
  const rings: LiveEvent = { type: 'notification', change: 'opened', notification }
  await publish(harness, liveTopic.alarm(former.company.uuid), rings)
  await publish(harness, liveTopic.task(former.company.uuid), { type: 'task', task })
}

/** What somebody hears of it, once an administrator beside them heard all. */
async function received(token: string) {
  const [screen, witness] = [await look(harness, token), await look(harness, former.people.ADMIN.token)]
  await publishBoth()
  await Promise.all([witness.untilReceived('notification'), witness.untilReceived('task')])
  await settled(screen)
  const own = screen.received.filter(({ type }) => type === 'notification' || type === 'task')
  for (const { socket } of [screen, witness]) socket.close()
  return { types: own.map(({ type }) => type).toSorted(), naming: isNaming(own) }
}

const EVERY = ['page', 'after', 'alarms', 'tasks', 'alarm', 'task', 'figures']
const staff = ['MANAGER', 'SUPERVISOR', 'MONITOR', 'BRANCH_MONITOR', 'COMPANY_MONITOR'] as const
const ofCompany = (role: (typeof staff)[number]) => role === 'MANAGER' || role === 'COMPANY_MONITOR'

describe.each([
  { where: 'behind row-level security', env: {} },
  { where: 'by the conditions alone', env: { COMPANY_ROLE: 'off' } },
])('$where', ({ env }) => {
  /** A watch that a resident of one house wore until an hour ago and one of another house wears now; what it held of the former comes late. */
  beforeAll(async () => {
    harness = await startHarness(env)
    former = await createCompanyFixture(harness)
    present = await createCompanyFixture(harness)
    beside = await createCompanyFixture(harness, former.company)
    const { db } = harness
    const { device } = former
    const there = { companyId: present.company.id, branchId: present.branch.id }
    const at = minutesAgo(60)
    await db.update(assignments).set({ endedAt: at }).where(eq(assignments.deviceId, device.id))
    imei = device.imei
    await db
      .update(devices)
      .set({ ...there, ownerId: null, name: 'Walters watch' })
      .where(eq(devices.id, device.id))
    const [next] = await db
      .insert(wearers)
      .values({ firstName: 'Walter', ...there })
      .returning()
    await db.insert(assignments).values({ deviceId: device.id, wearerId: next?.id ?? 0, startedAt: at })
    const { alarm, notification, task } = await raiseAlarm(
      harness,
      { ...present, device },
      { openedAt: minutesAgo(90), kind: 'FALL', late: true },
    )
    raised = { alarm: alarm.uuid, notification: notification.uuid, task: task.uuid }
    await until('the api is ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
  })
  afterAll(() => harness.close())

  describe.each(staff)('a %s', (role) => {
    it('of her house reads and hears what her former watch reports late, and not what it is now', async () => {
      const { token } = former.people[role]
      expect(await read(token)).toEqual({ shown: EVERY, naming: [] })
      expect(await received(token)).toEqual({ types: ['notification', 'task'], naming: false })
    })

    it('of the house that has the watch now reads and hears nothing of it', async () => {
      const { token } = present.people[role]
      expect((await read(token)).shown.filter((name) => name !== 'figures')).toEqual([])
      expect((await received(token)).types).toEqual([])
    })

    it(`of the branch next to hers ${ofCompany(role) ? 'sees it as the whole company' : 'sees nothing of it'}`, async () => {
      const { token } = beside.people[role]
      const { shown } = await read(token)
      expect([shown.includes('alarm'), (await received(token)).types.includes('notification')]).toEqual([
        ofCompany(role),
        ofCompany(role),
      ])
    })
  })

  it('is found by her name, and not by what the watch is called now', async () => {
    const found = async (token: string, typed: string) => {
      const [alarms, notifications, tasks] = await Promise.all([
        get(`/alarms?search=${typed}`, token),
        get(`/notification/all?search=${typed}`, token),
        get(`/tasks/all/0?search=${typed}`, token),
      ])
      const has = (rows: Answer[], uuid: string) => rows.some((row) => row.uuid === uuid)
      return [
        has(alarms.alarms, raised.alarm),
        has(notifications.notifications, raised.notification),
        has(tasks.tasks, raised.task),
      ]
    }
    for (const role of ['MANAGER', 'SUPERVISOR'] as const) {
      const { token } = former.people[role]
      const answers = [await found(token, 'Walters'), await found(token, imei), await found(token, 'Wilma')]
      expect(answers).toEqual([Array(3).fill(false), Array(3).fill(false), Array(3).fill(true)])
    }
    expect(await found(former.people.ADMIN.token, 'Walters')).toEqual([true, true, true])
  })

  it('an administrator reads it with its watch', async () => {
    expect((await read(former.people.ADMIN.token)).naming).toContain('alarm')
  })

  it.each(['OWNER', 'RELATIVE'] as const)(
    'her %s reads and hears of her, and not what others call the watch',
    async (role) => {
      const { token } = former.people[role]
      const { shown, naming } = await read(token)
      expect([shown.includes('page'), shown.includes('after'), naming]).toEqual([true, true, []])
      const { types, naming: isNamed } = await received(token)
      expect([types.includes('notification'), isNamed]).toEqual([true, false])
    },
  )

  it('counts in the figures of her house, which do not name the watch as one of its own', async () => {
    const { token } = former.people.MANAGER
    const figures = await get('/alarms/figures', token)
    expect([figures.alarms > 0, isNaming(figures)]).toEqual([true, false])
  })

  it('stays open when whoever has the watch now resets it', async () => {
    const { token } = former.people.ADMIN
    const path = `/devices/resetAll/${former.device.uuid}`
    expect((await harness.call('POST', path, { token, body: {} })).status).toBe(200)
    const { alarm } = await get(`/alarms/${raised.alarm}`, former.people.SUPERVISOR.token)
    const { task } = await get(`/tasks/details/${raised.task}`, former.people.SUPERVISOR.token)
    expect([alarm.closedAt, alarm.acknowledged, task.status]).toEqual([null, false, 'OPEN'])
  })

  it('a nurse of her house answers it: takes it, moves its task and ends it', async () => {
    const { token } = former.people.SUPERVISOR
    const body = (given: object = {}) => ({ token, body: given })
    const taken = await harness.call('POST', `/alarms/${raised.alarm}/acknowledge`, body())
    const noted = await harness.call('POST', `/alarms/${raised.alarm}/comment`, body({ note: 'She is well' }))
    const other = { token: present.people.SUPERVISOR.token, body: {} }
    const refused = await harness.call('POST', `/alarms/${raised.alarm}/acknowledge`, other)
    const ended = await harness.call('POST', `/alarms/${raised.alarm}/close`, body({ cause: 'FALSE_ALARM' }))
    expect([taken, noted, refused, ended].map(({ status }) => status)).toEqual([200, 200, 404, 200])
    expect([taken, noted, ended].map(isNaming)).toEqual([false, false, false])
  })

  it('whatever becomes of the watch: it is deleted', async () => {
    await harness.db.update(devices).set({ deletedAt: new Date() }).where(eq(devices.id, former.device.id))
    for (const role of ['MANAGER', 'SUPERVISOR'] as const) {
      expect(await read(former.people[role].token)).toEqual({ shown: EVERY, naming: [] })
      expect((await received(former.people[role].token)).types).toEqual(['notification', 'task'])
      expect((await read(present.people[role].token)).shown.filter((name) => name !== 'figures')).toEqual([])
    }
  })
})
