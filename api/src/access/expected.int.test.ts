import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { eq, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { visibleAlarms, visibleTasks } from './visible-lives.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  const nextDoor = await createCompanyFixture(harness)
  const { db } = harness
  const { device, company, branch, room, people } = fixture
  // Of who wore the watch before, of who wears it, of a watch of no house, of a room, and of all of it next door.
  const place = { companyId: company.id, branchId: branch.id }
  const [next] = await db
    .insert(wearers)
    .values({ firstName: 'Next', ...place })
    .returning()
  const endedAt = minutesAgo(60)
  await db.update(assignments).set({ endedAt }).where(eq(assignments.deviceId, device.id))
  await db.insert(assignments).values({ wearerId: next?.id ?? 0, deviceId: device.id, startedAt: endedAt })
  for (const one of [fixture, nextDoor]) {
    await raiseAlarm(harness, one, { kind: 'TEMPERATURE', openedAt: minutesAgo(90) })
    await raiseAlarm(harness, one)
    await raiseAlarm(harness, one, { kind: 'SPO2', companyId: null, branchId: null })
  }
  await raiseAlarm(harness, fixture, { kind: 'WATER', deviceId: null, roomId: room.id, direction: 'NONE' })
  await db.insert(tasks).values({
    ...place,
    title: 'By hand',
    monitoringType: 'TASK',
    severity: 'LOW',
    dueAt: new Date(),
    createdById: people.MANAGER.id,
  })
})
afterAll(() => harness.close())

const alarmsBy = (which: SQL) =>
  harness.db.select({ id: alarms.id }).from(alarms).where(which).orderBy(alarms.id)
const tasksBy = (which: SQL) => harness.db.select({ id: tasks.id }).from(tasks).where(which).orderBy(tasks.id)

it.each([
  'ADMIN',
  'MANAGER',
  'SUPERVISOR',
  'MONITOR',
  'BRANCH_MONITOR',
  'COMPANY_MONITOR',
  'OWNER',
  'RELATIVE',
] as const)('the rows of %s are the same, however many are expected', async (role) => {
  const viewer = fixture.people[role]
  const few = await alarmsBy(visibleAlarms(viewer))
  expect(few.length).toBeGreaterThan(0)
  expect(await alarmsBy(visibleAlarms(viewer, 'many'))).toEqual(few)
  expect(await tasksBy(visibleTasks(viewer, 'many'))).toEqual(await tasksBy(visibleTasks(viewer)))
})
