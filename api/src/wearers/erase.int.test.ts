import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { bookmarks, watchSettings } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { positions } from '@carewatch/migrations/schema/readings'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDevice, createCompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** Ruth, who has no account, wore the watch that Wilma wears now, and wears another. */
async function createRuth() {
  const { db } = harness
  const fixture = await createCompanyFixture(harness)
  const { device, company, branch, people } = fixture
  const place = { companyId: company.id, branchId: branch.id }
  const own = await addDevice(harness, fixture)
  const values = { firstName: 'Ruthanna', lastName: 'Kohelet', ...place }
  const [ruth] = await db.insert(wearers).values(values).returning()
  if (!ruth) throw new Error('The insert answered no row.')
  const handedOver = minutesAgo(60)
  await db.update(assignments).set({ startedAt: handedOver }).where(eq(assignments.deviceId, device.id))
  const before = { startedAt: minutesAgo(900), endedAt: handedOver }
  await db.insert(assignments).values([
    { wearerId: ruth.id, deviceId: device.id, ...before },
    { wearerId: ruth.id, deviceId: own.id, startedAt: handedOver },
  ])
  await db.insert(wearerRelations).values({ wearerId: ruth.id, userId: people.OWNER.id, kind: 'OWNER' })
  for (const [deviceId, minutes] of [
    [device.id, 90],
    [device.id, 30],
    [own.id, 20],
  ] as const)
    await db.insert(positions).values({ deviceId, time: minutesAgo(minutes), lat: minutes, lng: 34.5 })
  const { alarm, task } = await raiseAlarm(harness, { ...fixture, device: own })
  await db.update(tasks).set({ title: 'Call Ruthanna Kohelet' }).where(eq(tasks.id, task.id))
  const at = minutesAgo(90)
  await db
    .insert(bookmarks)
    .values({ deviceId: device.id, userId: people.OWNER.id, at, label: 'Ruthanna ate' })
  const contact = { name: 'Son of Ruthanna', number: '+972501239876' }
  await db
    .update(watchSettings)
    .set({ phonebook: [contact] })
    .where(eq(watchSettings.deviceId, own.id))
  return { ...fixture, own, ruth, alarm, task }
}

it('a person without an account is forgotten on everything they wore, and who wears it now is not', async () => {
  const { db } = harness
  const { people, device, own, ruth, wearer, alarm, task } = await createRuth()
  const erase = (token: string) => harness.call('POST', `/wearers/erase/${ruth.uuid}`, { token, body: {} })
  const stranger = await createCompanyFixture(harness)
  const refused = [await erase(stranger.people.MANAGER.token), await erase(people.SUPERVISOR.token)]
  expect(refused.map(({ status }) => status)).toEqual([404, 403])
  expect((await erase(people.MANAGER.token)).status).toBe(200)

  const left = await db
    .select({ deviceId: positions.deviceId, lat: positions.lat })
    .from(positions)
    .where(eq(positions.lng, 34.5))
    .orderBy(asc(positions.time))
  expect(left).toEqual([{ deviceId: device.id, lat: 30 }])
  const [row] = await db.select().from(wearers).where(eq(wearers.id, ruth.id))
  expect(row).toMatchObject({ firstName: '', lastName: '', roomId: null, status: 'LEFT' })
  const [written] = await db.select().from(tasks).where(eq(tasks.id, task.id))
  expect(written?.title).toBe('Call …')
  const [settings] = await db.select().from(watchSettings).where(eq(watchSettings.deviceId, own.id))
  expect(settings?.phonebook).toEqual([])
  const [mark] = await db.select().from(bookmarks).where(eq(bookmarks.deviceId, device.id))
  expect(mark?.label).toBe('')
  const [closed] = await db.select().from(alarms).where(eq(alarms.id, alarm.id))
  expect(closed?.closedAt).toBeInstanceOf(Date)

  const ended = await db
    .select({ deviceId: assignments.deviceId, end: assignments.end })
    .from(assignments)
    .where(eq(assignments.wearerId, ruth.id))
    .orderBy(asc(assignments.id))
  expect(ended).toEqual([
    { deviceId: device.id, end: null },
    { deviceId: own.id, end: 'ERASED' },
  ])
  const detail = async (uuid: string) =>
    (await harness.call('GET', `/wearers/detail/${uuid}`, { token: people.MANAGER.token })).status
  expect([await detail(ruth.uuid), await detail(wearer.uuid)]).toEqual([404, 200])
  expect((await erase(people.MANAGER.token)).status).toBe(404)
  const isTrace = and(eq(auditLog.action, 'erased'), eq(auditLog.entityUuid, ruth.uuid))
  expect(await db.$count(auditLog, isTrace)).toBe(1)
})

it('a watch that another wears now is not called by their name in the history of who wore it before', async () => {
  const { people, device, own, ruth } = await createRuth()
  const { token } = people.OWNER
  const { context } = await harness.call('GET', `/wearers/assignments/${ruth.uuid}`, { token })
  const names = context.assignments.map((one: { device: { name: string } }) => one.device.name)
  expect(names).toEqual([own.name, device.imei.slice(-6)])
})
