import { tasks } from '@carewatch/migrations/schema/alarms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
/** Who wears the watch since an hour ago. */
let next: { uuid: string }
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  const { db } = harness
  const { device, company, branch } = fixture
  const endedAt = minutesAgo(60)
  const place = { companyId: company.id, branchId: branch.id }
  const [row] = await db
    .insert(wearers)
    .values({ firstName: 'Next', ...place })
    .returning()
  if (!row) throw new Error('The insert answered no row.')
  next = row
  await db.update(assignments).set({ endedAt }).where(eq(assignments.deviceId, device.id))
  await db.insert(assignments).values({ wearerId: row.id, deviceId: device.id, startedAt: endedAt })
})

type Role = keyof CompanyFixture['people']
const ask = async (path: string, role: Role = 'SUPERVISOR') =>
  harness.call('GET', path, { token: fixture.people[role].token })
const uuids = (rows: { uuid: string }[]) => rows.map(({ uuid }) => uuid)
const alarmsOf = async (uuid: string) => uuids((await ask(`/alarms?wearer=${uuid}&open=true`)).context.alarms)
const tasksOf = async (uuid: string, open = true) =>
  uuids((await ask(`/tasks/all/0?wearer=${uuid}&open=${open}`)).context.tasks)

it('what is open of a person is found by them, also what comes late of a watch that another wears by now', async () => {
  const { wearer } = fixture
  const late = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(90), late: true })
  const own = await raiseAlarm(harness, fixture)
  expect(await alarmsOf(wearer.uuid)).toEqual([late.alarm.uuid])
  expect(await tasksOf(wearer.uuid)).toEqual([late.task.uuid])
  expect(await alarmsOf(next.uuid)).toEqual([own.alarm.uuid])
  expect(await tasksOf(next.uuid)).toEqual([own.task.uuid])

  await harness.db.update(tasks).set({ status: 'DONE' }).where(eq(tasks.id, late.task.id))
  expect([await tasksOf(wearer.uuid), await tasksOf(wearer.uuid, false)]).toEqual([[], [late.task.uuid]])
})

it('nobody asks so for somebody whom they may not see', async () => {
  const stranger = await createCompanyFixture(harness)
  const { uuid } = stranger.wearer
  const answers = [
    await ask(`/alarms?wearer=${uuid}`),
    await ask(`/tasks/all/0?wearer=${uuid}`, 'MANAGER'),
    await ask('/alarms?wearer=00000000-0000-7000-8000-000000000000'),
  ]
  expect(answers.map(({ status, context }) => [status, context])).toEqual([
    [404, null],
    [404, null],
    [404, null],
  ])
})
