import { taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { auditLog } from '@carewatch/migrations/schema/people'
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

type Role = keyof CompanyFixture['people']
const make = (body: object, as: Role = 'SUPERVISOR') =>
  harness.call('POST', '/tasks/new', { token: fixture.people[as].token, body: { title: 'Ask her', ...body } })
const get = (path: string, as: Role = 'SUPERVISOR') =>
  harness.call('GET', `/tasks/${path}`, { token: fixture.people[as].token })
const remove = (uuid: string, as: Role = 'MANAGER') =>
  harness.call('DELETE', `/tasks/delete/${uuid}`, { token: fixture.people[as].token })

describe('a task made by hand', () => {
  it('stands where its watch stands, is due as its severity asks and says who made it', async () => {
    const { context } = await make({ deviceUUID: fixture.device.uuid, severity: 'HIGH' })
    expect(context.task).toMatchObject({
      title: 'Ask her',
      status: 'OPEN',
      monitoringType: 'TASK',
      createdBy: 'Nora Nurse',
      deviceIMEI: fixture.device.imei,
      alertType: null,
    })
    expect(Math.round((Date.parse(context.task.dueAt) - Date.now()) / 60_000)).toBe(15)
    expect((await get('all/0', 'COMPANY_MONITOR')).context.total).toBe(1)
    const [trace] = await harness.db.select().from(auditLog).where(eq(auditLog.entityUuid, context.task.uuid))
    expect(trace).toMatchObject({ action: 'created', entity: 'task', companyId: fixture.company.id })
    expect(JSON.stringify(trace?.detail)).not.toContain('Ask her')
  })

  it('without a watch is seen by the branch and company of who made it', async () => {
    await make({})
    const other = await createCompanyFixture(harness)
    const totals = await Promise.all(
      (['MONITOR', 'MANAGER', 'COMPANY_MONITOR'] as const).map((as) => get('all/0', as)),
    )
    expect(totals.map(({ context }) => context.total)).toEqual([1, 1, 1])
    const strangers = await harness.call('GET', '/tasks/all/0', { token: other.people.MANAGER.token })
    expect(strangers.context.total).toBe(0)
  })

  it('is begun by whoever gives it to themselves, and open for another', async () => {
    const { SUPERVISOR, MONITOR } = fixture.people
    const mine = await make({ assignedTo: SUPERVISOR.uuid })
    expect(mine.context.task).toMatchObject({ status: 'IN_PROGRESS', assigneeName: 'Nora Nurse' })
    const theirs = await make({ assignedTo: MONITOR.uuid })
    expect(theirs.context.task).toMatchObject({ status: 'OPEN', assignedTo: MONITOR.uuid })
  })

  it('is given to nobody who could not see it, and then is not made', async () => {
    const other = await createCompanyFixture(harness)
    for (const person of [fixture.people.OWNER, other.people.SUPERVISOR])
      expect((await make({ assignedTo: person.uuid })).context.errors).toEqual({ assignedTo: 'is not valid' })
    expect((await get('all/0')).context.total).toBe(0)
  })

  it('needs a title and a time ahead, and no watch of another house', async () => {
    expect((await make({ title: ' ' })).context.errors).toEqual({ title: 'is required' })
    const past = await make({ dueAt: minutesAgo(1).toISOString() })
    expect(past.context.errors).toEqual({ dueAt: 'must be in the future' })
    const other = await createCompanyFixture(harness)
    expect((await make({ deviceUUID: other.device.uuid })).status).toBe(404)
    expect((await make({}, 'OWNER')).status).toBe(403)
  })
})

describe('one task', () => {
  it('tells everything that happened to it and who did it', async () => {
    const { task } = await raiseAlarm(harness, fixture)
    const { token } = fixture.people.SUPERVISOR
    const body = { status: 'IN_PROGRESS' }
    await harness.call('POST', `/tasks/update/${task.uuid}`, { token, body })
    const { context } = await get(`details/${task.uuid}`)
    expect(context.task).toMatchObject({
      uuid: task.uuid,
      assigneeName: 'Nora Nurse',
      history: [{ user: 'Nora Nurse', change: { from: 'OPEN', status: 'IN_PROGRESS' } }],
    })
    fixture = await createCompanyFixture(harness)
    expect((await get(`details/${task.uuid}`)).status).toBe(404)
  })
})

describe('tasks of somebody or something', () => {
  it('are those of one watch, and those one person has', async () => {
    const other = await addDevice(harness, fixture)
    await raiseAlarm(harness, { ...fixture, device: other }, { kind: 'SOS' })
    await make({ assignedTo: fixture.people.SUPERVISOR.uuid })
    expect((await get(`detailsByDeviceId/${other.uuid}`)).context).toMatchObject({
      total: 1,
      tasks: [{ deviceIMEI: other.imei }],
    })
    expect((await get(`detailsByDeviceId/${other.uuid}?status=DONE`)).context.total).toBe(0)
    const { uuid } = fixture.people.SUPERVISOR
    expect((await get(`detailsByUserId/${uuid}`, 'MANAGER')).context.tasks).toMatchObject([
      { title: 'Ask her' },
    ])
    const strangers = await createCompanyFixture(harness)
    expect((await get(`detailsByDeviceId/${strangers.device.uuid}`)).status).toBe(404)
    expect((await get(`detailsByUserId/${strangers.people.MANAGER.uuid}`)).status).toBe(404)
  })

  it('are grouped as people speak of them: SOS and alarms, vitals, geo-fence', async () => {
    await make({ monitoringType: 'SOS' })
    await make({ monitoringType: 'ALARM' })
    await make({ monitoringType: 'GEOFENCE' })
    const totals = await Promise.all(
      ['SOS_AND_ALARMS', 'VITALS', 'GEOFENCE'].map((group) => get(`all/0?alertGroup=${group}`)),
    )
    expect(totals.map(({ context }) => context.total)).toEqual([2, 0, 1])
  })
})

describe('deleting a task', () => {
  it('leaves nothing of it but the trace', async () => {
    const { context } = await make({ assignedTo: fixture.people.SUPERVISOR.uuid })
    const { uuid, id } = context.task
    const answers = await Promise.all([remove(uuid), remove(uuid)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await harness.db.$count(tasks, eq(tasks.uuid, uuid))).toBe(0)
    expect(await harness.db.$count(taskHistory, eq(taskHistory.taskId, id))).toBe(0)
    const traces = await harness.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityUuid, uuid))
      .orderBy(asc(auditLog.id))
    expect(traces.map(({ action }) => action)).toEqual(['created', 'deleted'])
  })

  it('waits until its alarm is over', async () => {
    const open = await raiseAlarm(harness, fixture)
    expect(await remove(open.task.uuid)).toMatchObject({
      status: 409,
      message: 'This task belongs to an open alarm, please close the alarm first',
    })
    const over = await raiseAlarm(harness, fixture, { kind: 'SPO2', closedAt: new Date() })
    expect((await remove(over.task.uuid)).status).toBe(200)
  })

  it('is for managers, of their own company', async () => {
    const { context } = await make({})
    expect((await remove(context.task.uuid, 'SUPERVISOR')).status).toBe(403)
    fixture = await createCompanyFixture(harness)
    expect((await remove(context.task.uuid)).status).toBe(404)
  })
})
