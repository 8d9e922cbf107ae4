import { alarmHistory, taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
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

const update = (uuid: string, body: object, role: keyof CompanyFixture['people'] = 'SUPERVISOR') =>
  harness.call('POST', `/tasks/update/${uuid}`, { token: fixture.people[role].token, body })
const list = async (query: string, role: keyof CompanyFixture['people'] = 'SUPERVISOR') =>
  (await harness.call('GET', `/tasks/all/0?${query}`, { token: fixture.people[role].token })).context

describe('the list of tasks', () => {
  it('shows the tasks of the house with their watch, newest first', async () => {
    const { task } = await raiseAlarm(harness, fixture)
    const { tasks: shown, total } = await list('')
    expect(total).toBe(1)
    expect(shown).toMatchObject([
      {
        uuid: task.uuid,
        deviceIMEI: fixture.device.imei,
        createdBy: 'SYSTEM',
        status: 'OPEN',
        isUnAssigned: true,
        isDone: false,
        isOverdue: false,
      },
    ])
    const other = await createCompanyFixture(harness)
    const strangers = await harness.call('GET', '/tasks/all/0', { token: other.people.MANAGER.token })
    expect(strangers.context.total).toBe(0)
  })

  it('filters by status, kind, assignee and age', async () => {
    const nurse = fixture.people.SUPERVISOR
    const one = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(60) })
    await raiseAlarm(harness, fixture, { kind: 'SPO2', direction: 'LOW' })
    await update(one.task.uuid, { status: 'IN_PROGRESS' })
    const totals = async (...queries: string[]) =>
      Promise.all(queries.map(async (query) => (await list(query)).total))
    expect(
      await totals(
        'status=OPEN',
        'status=DONE',
        'alertType=SPO2',
        'monitoringType=SOS',
        `assignedTo=${nurse.uuid}`,
      ),
    ).toEqual([1, 0, 1, 0, 1])
    expect(await totals('unassigned=true', 'unassigned=false', 'search=heart', 'search=nothing')).toEqual([
      1, 1, 2, 0,
    ])
    expect((await list('status=IN_PROGRESS')).tasks[0].isOverdue).toBe(true)
    const { token } = nurse
    const later = await harness.call('GET', `/tasks/all/${Date.now() + 60_000}`, { token })
    expect(later.context.total).toBe(0)
  })

  it('shows a task without a watch to the company it belongs to', async () => {
    await harness.db.insert(tasks).values({
      title: 'Charge the spare watches',
      companyId: fixture.company.id,
      monitoringType: 'TASK',
      severity: 'LOW',
      dueAt: new Date(),
    })
    expect((await list('', 'MANAGER')).total).toBe(1)
    expect((await list('', 'SUPERVISOR')).total).toBe(0)
  })
})

describe('a task', () => {
  it('is started by who takes it, done with an outcome, and its history is kept', async () => {
    const { task } = await raiseAlarm(harness, fixture)
    const started = await update(task.uuid, { status: 'IN_PROGRESS' })
    expect(started.context.task).toMatchObject({ status: 'IN_PROGRESS', assigneeName: 'Nora Nurse' })
    const done = await update(task.uuid, { status: 'DONE', outcome: 'Rested, pulse is back' })
    expect(done.context.task).toMatchObject({
      status: 'DONE',
      isDone: true,
      outcome: 'Rested, pulse is back',
    })
    const history = await harness.db
      .select()
      .from(taskHistory)
      .where(eq(taskHistory.taskId, task.id))
      .orderBy(asc(taskHistory.id))
    expect(history.map(({ change }) => [change['from'], change['status']])).toEqual([
      ['OPEN', 'IN_PROGRESS'],
      ['IN_PROGRESS', 'DONE'],
    ])
  })

  it('closes the SOS that it was about, with what came of it', async () => {
    const { task } = await raiseAlarm(harness, fixture, { kind: 'SOS', direction: 'NONE', latched: true })
    await update(task.uuid, { status: 'IN_PROGRESS' })
    await update(task.uuid, { status: 'DONE', outcome: 'Helped her up' })
    const { token } = fixture.people.OWNER
    const { context } = await harness.call('GET', '/notification/all/after/0', { token })
    expect(context).toMatchObject({
      unacknowledged: 0,
      notifications: [{ kind: 'SOS', active: false, acknowledged: true }],
    })
    const [step] = await harness.db.select().from(alarmHistory).where(eq(alarmHistory.note, 'Helped her up'))
    expect(step).toMatchObject({ step: 'CLOSED', userId: fixture.people.SUPERVISOR.id })
  })

  it('leaves a vital’s alarm to its recovery', async () => {
    const { task } = await raiseAlarm(harness, fixture)
    await update(task.uuid, { status: 'IN_PROGRESS' })
    await update(task.uuid, { status: 'DONE', outcome: 'Looked after' })
    const { context } = await harness.call('GET', '/notification/all/after/0', {
      token: fixture.people.OWNER.token,
    })
    expect(context.notifications).toMatchObject([{ active: true }])
  })

  it('is started when somebody assigns it to themselves', async () => {
    const { task } = await raiseAlarm(harness, fixture)
    const { context } = await update(task.uuid, { assignedTo: fixture.people.SUPERVISOR.uuid })
    expect(context.task.status).toBe('IN_PROGRESS')
  })

  it('does not move where the table does not say so', async () => {
    const { task } = await raiseAlarm(harness, fixture)
    expect(await update(task.uuid, { status: 'DONE', outcome: 'x' })).toMatchObject({
      status: 409,
      message: 'This task cannot move to that status',
    })
  })

  it('needs an outcome to be done, a reason and a time ahead to be deferred', async () => {
    const { task } = await raiseAlarm(harness, fixture)
    const errors = async (body: object) => (await update(task.uuid, body)).context.errors
    expect(await errors({ status: 'DONE' })).toEqual({ outcome: 'is required' })
    expect(await errors({ status: 'DEFERRED' })).toEqual({
      reason: 'is required',
      deferredUntil: 'is required',
    })
    const yesterday = minutesAgo(24 * 60).toISOString()
    expect(await errors({ status: 'DEFERRED', reason: 'asleep', deferredUntil: yesterday })).toEqual({
      deferredUntil: 'is not valid',
    })
    const tomorrow = minutesAgo(-24 * 60).toISOString()
    const deferred = await update(task.uuid, {
      status: 'DEFERRED',
      reason: 'asleep',
      deferredUntil: tomorrow,
    })
    expect(deferred.context.task).toMatchObject({ status: 'DEFERRED', deferredUntil: tomorrow })
  })

  it('is moved by one of two who move it at once', async () => {
    const { task } = await raiseAlarm(harness, fixture)
    const answers = await Promise.all(
      (['SUPERVISOR', 'MONITOR', 'MANAGER'] as const).map((role) =>
        update(task.uuid, { status: 'IN_PROGRESS' }, role),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  })

  it('is reopened within a day by a manager, not by a nurse', async () => {
    const { task } = await raiseAlarm(harness, fixture)
    await update(task.uuid, { status: 'IN_PROGRESS' })
    await update(task.uuid, { status: 'DONE', outcome: 'fine' })
    expect((await update(task.uuid, { status: 'OPEN' })).status).toBe(403)
    const reopened = await update(task.uuid, { status: 'OPEN' }, 'MANAGER')
    expect(reopened.context.task).toMatchObject({ status: 'OPEN', outcome: null })
  })

  it('is given only to those who work on tasks and may see it', async () => {
    const { task } = await raiseAlarm(harness, fixture)
    const other = await createCompanyFixture(harness)
    for (const person of [fixture.people.OWNER, other.people.SUPERVISOR, other.people.ADMIN])
      expect((await update(task.uuid, { assignedTo: person.uuid })).context.errors).toEqual({
        assignedTo: 'is not valid',
      })
    const given = await update(task.uuid, { assignedTo: fixture.people.MONITOR.uuid })
    expect(given.context.task).toMatchObject({ assignedTo: fixture.people.MONITOR.uuid, status: 'OPEN' })
    const back = await update(task.uuid, { assignedTo: null })
    expect(back.context.task).toMatchObject({ isUnAssigned: true })
  })

  it('of another house is not found', async () => {
    const { task } = await raiseAlarm(harness, fixture)
    fixture = await createCompanyFixture(harness)
    expect((await update(task.uuid, { status: 'IN_PROGRESS' })).status).toBe(404)
  })
})
