import { devices } from '@carewatch/migrations/schema/devices'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
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

const titles = async (query: Record<string, string>, role: keyof CompanyFixture['people'] = 'MANAGER') => {
  const { token } = fixture.people[role]
  const { context } = await harness.call('GET', `/tasks/all/0?${new URLSearchParams(query).toString()}`, {
    token,
  })
  return context.tasks.map(({ title }: { title: string }) => title)
}

const withoutWatch = (title: string) =>
  harness.db.insert(tasks).values({
    title,
    companyId: fixture.company.id,
    monitoringType: 'TASK',
    severity: 'LOW',
    dueAt: new Date(),
  })

it('a task is found by its title and by its watch, also after the watch was renamed', async () => {
  await raiseAlarm(harness, fixture)
  await withoutWatch('טעינת שעונים')
  const name = (to: string) =>
    harness.db.update(devices).set({ name: to }).where(eq(devices.id, fixture.device.id))
  await name('Room of Ilze')
  for (const search of ['HEART', 'of ilze', fixture.device.imei])
    expect(await titles({ search })).toEqual(['Heart rate is high: 142 bpm'])
  await name('Room of Līga')
  expect(await titles({ search: 'ilze' })).toEqual([])
  expect(await titles({ search: 'LĪGA' })).toEqual(['Heart rate is high: 142 bpm'])
  expect(await titles({ search: 'שעונ' })).toEqual(['טעינת שעונים'])
  expect(await titles({ search: '%' })).toEqual([])
})

it('what an alarm made is called as the alarm is, in the language of whoever reads it; what a person made, as they wrote it', async () => {
  const { task } = await raiseAlarm(harness, fixture)
  await withoutWatch('Order batteries')
  const { token } = fixture.people.MANAGER
  const ask = (path: string) => harness.call('GET', path, { token, language: 'de' })
  const { context } = await ask('/tasks/all/0')
  expect(context.tasks.map(({ title }: { title: string }) => title)).toEqual([
    expect.stringMatching(/^Herzfrequenz zu hoch: 142/),
    'Order batteries',
  ])
  const detail = await ask(`/tasks/details/${task.uuid}`)
  expect(detail.context.task.title).toMatch(/^Herzfrequenz zu hoch: 142/)
})

it('tasks without a watch come last when sorted by it, whichever way', async () => {
  await raiseAlarm(harness, fixture)
  await withoutWatch('Order batteries')
  for (const sort of ['deviceName', '-deviceName'])
    expect(await titles({ sort })).toEqual(['Heart rate is high: 142 bpm', 'Order batteries'])
})

it('the tasks of a deleted watch are gone for everybody', async () => {
  const { task } = await raiseAlarm(harness, fixture)
  const total = async (role: 'ADMIN' | 'MANAGER' | 'SUPERVISOR') =>
    (await titles({ search: fixture.device.imei }, role)).length
  const seen = async () => Promise.all((['ADMIN', 'MANAGER', 'SUPERVISOR'] as const).map(total))
  expect(await seen()).toEqual([1, 1, 1])
  await harness.db.update(devices).set({ deletedAt: new Date() }).where(eq(devices.id, fixture.device.id))
  expect(await seen()).toEqual([0, 0, 0])
  expect(task.deviceId).toBe(fixture.device.id)
})
