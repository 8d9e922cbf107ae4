import type { LiveEvent } from '@carewatch/contracts/events'
import { notificationsAfter } from '@carewatch/contracts/http/notifications'
import { allTasks } from '@carewatch/contracts/http/tasks'
import { type Role, roles } from '@carewatch/contracts/roles'
import { liveTopic } from '@carewatch/contracts/topics'
import { createBranch, createDevice } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { createCompanyFixture, type CompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { look, publish, type Screen, settled } from '../testing/screen.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

/** A screen may send so many frames a second: asked more often, it would be cut off. */
const soon = { timeout: 15_000, interval: 100 }
type Device = { uuid: string; companyUuid: string }

let harness: Harness
let fixture: CompanyFixture
let watches: Device[]
const formers = ['former owner', 'former relative', 'owner since the hand-over'] as const
type Former = (typeof formers)[number]
let former: Record<Former, { token: string }>
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  const companies = [fixture, await createCompanyFixture(harness), await createCompanyFixture(harness)]
  watches = []
  for (const one of companies) {
    const { company } = one
    const elsewhere = await createBranch(harness.db, company.id)
    const there = await createDevice(harness.db, { companyId: company.id, branchId: elsewhere.id })
    const nowhere = await createDevice(harness.db, { companyId: company.id })
    for (const device of [one.device, there, nowhere])
      watches.push({ uuid: device.uuid, companyUuid: company.uuid })
    await raiseAlarm(harness, one)
    await raiseAlarm(harness, one, { kind: 'IDENTITY_CONFLICT', direction: 'NONE', category: 'TECHNICAL' })
    for (const device of [there, nowhere]) await raiseAlarm(harness, { ...one, device })
  }
  former = await createFormer()
  await until('the api is ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
})
afterAll(() => harness.close())

/** All there is, as an administrator reads it over HTTP: what each role receives live is compared with what it may read. */
async function everything() {
  const { token } = fixture.people.ADMIN
  const [notifications, tasks] = await Promise.all([
    harness.call('GET', '/notification/all/after/0', { token }),
    harness.call('GET', '/tasks/all/0?size=200', { token }),
  ])
  return {
    notifications: notificationsAfter.reply.decode(notifications.context).notifications,
    tasks: allTasks.reply.decode(tasks.context).tasks,
  }
}

const companyOf = (deviceUuid: string | null): string =>
  watches.find(({ uuid }) => uuid === deviceUuid)?.companyUuid ?? ''

async function publishEverything(): Promise<void> {
  const { notifications, tasks } = await everything()
  for (const notification of notifications) {
    const event: LiveEvent = { type: 'notification', change: 'opened', notification }
    await publish(harness, liveTopic.alarm(companyOf(notification.deviceUuid)), event)
  }
  for (const task of tasks)
    await publish(harness, liveTopic.task(companyOf(task.deviceUuid)), { type: 'task', task })
}

const publishReadings = async () => {
  for (const { uuid } of watches) {
    const readings = [{ time: new Date(), values: { heartRate: 72 } }]
    await publish(harness, liveTopic.readings(uuid), { type: 'readings', deviceUuid: uuid, readings })
  }
}

const uuidsOf = (rows: { uuid: string }[] | undefined): string[] =>
  (rows ?? []).map(({ uuid }) => uuid).toSorted()

/** What a role may read over HTTP; nothing where it may not ask. */
async function readable(token: string) {
  const get = async (path: string) => (await harness.call('GET', path, { token })).context
  const [devices, notifications, tasks] = await Promise.all([
    get('/devices/all?size=200'),
    get('/notification/all/after/0'),
    get('/tasks/all/0?size=200'),
  ])
  return {
    devices: uuidsOf(devices?.devices),
    notifications: uuidsOf(notifications?.notifications),
    tasks: uuidsOf(tasks?.tasks),
  }
}

function receivedBy({ received }: Screen) {
  const given = (type: string, of: (message: Screen['received'][number]) => unknown) =>
    [
      ...new Set(received.filter((message) => message.type === type).map((message) => String(of(message)))),
    ].toSorted()
  const within = (field: string) => (message: Screen['received'][number]) =>
    (message[field] as { uuid: string }).uuid
  return {
    devices: given('readings', ({ deviceUuid }) => deviceUuid),
    notifications: given('notification', within('notification')),
    tasks: given('task', within('task')),
  }
}

/** The watch of the first company goes from hand to hand: its wearer of today, and who wore it until an hour ago, with an owner and a relative each. */
async function createFormer() {
  const { db } = harness
  const { device, company, branch } = fixture
  const place = { companyId: company.id, branchId: branch.id }
  const [former] = await db
    .insert(wearers)
    .values({ firstName: 'Ruth', ...place })
    .returning()
  const wearerId = former?.id ?? 0
  const handedOver = minutesAgo(60)
  await db.update(assignments).set({ startedAt: handedOver }).where(eq(assignments.deviceId, device.id))
  const worn = { wearerId, deviceId: device.id, startedAt: minutesAgo(900), endedAt: handedOver }
  await db.insert(assignments).values(worn)
  const [owner, relative, late] = [
    await harness.person('OWNER'),
    await harness.person('RELATIVE'),
    await harness.person('OWNER'),
  ]
  await db.insert(wearerRelations).values([
    { wearerId, userId: owner.id, kind: 'OWNER' },
    { wearerId, userId: relative.id, kind: 'RELATIVE' },
    { wearerId, userId: late.id, kind: 'OWNER', since: minutesAgo(30) },
  ])
  await raiseAlarm(harness, fixture, { openedAt: minutesAgo(90), kind: 'FALL' })
  return { 'former owner': owner, 'former relative': relative, 'owner since the hand-over': late }
}

describe.each([...roles, ...formers])('a screen of a %s', (role) => {
  it('hears of exactly the rows that may be read, of three companies', async () => {
    const { token } = role in former ? former[role as Former] : fixture.people[role as Role]
    const expected = await readable(token)
    const screen = await look(
      harness,
      token,
      watches.map(({ uuid }) => uuid),
    )
    const receivedAfter = async (publish: () => Promise<void>) => {
      await publish()
      await settled(screen)
      return receivedBy(screen)
    }
    const { devices, ...given } = expected
    await expect.poll(() => receivedAfter(publishReadings), soon).toMatchObject({ devices })
    await expect.poll(() => receivedAfter(publishEverything), soon).toMatchObject(given)
    expect(receivedBy(screen)).toEqual(expected)
    screen.socket.close()
  })
})

it('a watch that changed hands: each family may read its own alarms, and no device of the other', async () => {
  const counts = async (token: string) => {
    const { devices, notifications } = await readable(token)
    return [devices.length, notifications.length]
  }
  expect(await counts(former['former owner'].token)).toEqual([0, 1])
  expect(await counts(former['owner since the hand-over'].token)).toEqual([0, 0])
  expect(await counts(fixture.people.OWNER.token)).toEqual([1, 1])
})
