import { createDevice } from '@carewatch/migrations/factories'
import { metric } from '@carewatch/contracts/metrics'
import { bookmarks, devices, relatives } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { deviceEvents, positions, readings } from '@carewatch/migrations/schema/readings'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addDevice,
  type CompanyFixture,
  createCompanyFixture,
  minutesAgo,
  raiseAlarm,
} from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let next: { id: number; uuid: string }
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const heartAt = async (deviceId: number, minutes: number, value: number) => {
  const time = minutesAgo(minutes)
  await harness.db.insert(readings).values({ deviceId, time, metric: metric('heartRate').id, value })
  await harness.db.insert(positions).values({ deviceId, time, lat: value, lng: 34.5 })
}

/** Wilma wore a watch until an hour ago, somebody else wears it since ten minutes later, and she has another. */
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  const { db } = harness
  const handedOver = minutesAgo(60)
  const { device, wearer, company, branch } = fixture
  const place = { companyId: company.id, branchId: branch.id }
  const [row] = await db
    .insert(wearers)
    .values({ firstName: 'Next', ...place })
    .returning()
  if (!row) throw new Error('The insert answered no row.')
  next = row
  const other = await addDevice(harness, fixture)
  await db.update(assignments).set({ endedAt: handedOver }).where(eq(assignments.deviceId, device.id))
  await db.insert(assignments).values([
    { wearerId: next.id, deviceId: device.id, startedAt: minutesAgo(50) },
    { wearerId: wearer.id, deviceId: other.id, startedAt: handedOver },
  ])
  await heartAt(device.id, 90, 61)
  await heartAt(device.id, 55, 62)
  await heartAt(device.id, 40, 63)
  await heartAt(other.id, 90, 64)
  await heartAt(other.id, 30, 65)
})

type Role = keyof CompanyFixture['people']
const ask = (role: Role, path: string) =>
  harness.call('GET', `/wearers/${path}`, { token: fixture.people[role].token })
const heartsOf = async (role: Role, uuid: string, query = '') =>
  (await ask(role, `readings/${uuid}/heartRate/0${query}`)).context.readings.map(
    ({ value }: { value: number }) => value,
  )
const placesOf = async (role: Role, uuid: string) =>
  (await ask(role, `locations/${uuid}/0`)).context.positions.map(({ lat }: { lat: number }) => lat)

it('a person has what they wore measured, whatever it was and whoever wears it now', async () => {
  const { wearer, device } = fixture
  expect(await heartsOf('SUPERVISOR', wearer.uuid)).toEqual([61, 65])
  expect(await placesOf('SUPERVISOR', wearer.uuid)).toEqual([61, 65])
  expect(await heartsOf('SUPERVISOR', next.uuid)).toEqual([63])
  expect(await placesOf('SUPERVISOR', next.uuid)).toEqual([63])
  // What the watch still held of her comes now.
  await heartAt(device.id, 70, 66)
  expect(await heartsOf('MANAGER', wearer.uuid)).toEqual([61, 66, 65])
  expect(await heartsOf('MANAGER', next.uuid)).toEqual([63])
  expect(await heartsOf('MANAGER', wearer.uuid, `?to=${minutesAgo(80).toISOString()}`)).toEqual([61])
})

it('the newest value, the extremes and the hours of a person are those of what they wore, each as long as they did', async () => {
  const { wearer, device } = fixture
  const heartOf = async (role: Role, uuid: string) =>
    (await ask(role, `overview/${uuid}`)).context.overview.find(
      ({ metric: name }: { metric: string }) => name === 'heartRate',
    )
  expect(await heartOf('SUPERVISOR', wearer.uuid)).toMatchObject({
    latest: { value: 65 },
    maxWeek: 65,
    minWeek: 61,
    limits: { low: 50, high: 120 },
  })
  expect((await ask('OWNER', `overview/${next.uuid}`)).status).toBe(404)
  expect(await heartOf('MANAGER', next.uuid)).toMatchObject({
    latest: { value: 63 },
    maxWeek: 63,
    minWeek: 63,
  })
  // What the watch still held of her comes now: it is hers, and neither the newest of hers nor anything of who has it now.
  await heartAt(device.id, 70, 99)
  expect(await heartOf('MANAGER', wearer.uuid)).toMatchObject({ latest: { value: 65 }, maxWeek: 99 })
  expect(await heartOf('MANAGER', next.uuid)).toMatchObject({ latest: { value: 63 }, maxWeek: 63 })
  const hours = (await heartOf('MANAGER', wearer.uuid)).lastDay.map(({ time }: { time: string }) => time)
  expect(new Set(hours).size).toBe(hours.length)

  const relation = and(
    eq(wearerRelations.wearerId, wearer.id),
    eq(wearerRelations.userId, fixture.people.OWNER.id),
  )
  await harness.db
    .update(wearerRelations)
    .set({ since: minutesAgo(75) })
    .where(relation)
  expect(await heartOf('OWNER', wearer.uuid)).toMatchObject({ latest: { value: 65 }, minWeek: 65 })
  const stranger = await createCompanyFixture(harness)
  const token = stranger.people.MANAGER.token
  expect((await harness.call('GET', `/wearers/overview/${wearer.uuid}`, { token })).status).toBe(404)
})

describe("a watch that somebody took off before it became another's", () => {
  beforeEach(() =>
    harness.db.insert(deviceEvents).values({
      deviceId: fixture.device.id,
      type: 'OFF_WRIST',
      time: minutesAgo(62),
      receivedAt: minutesAgo(62),
    }),
  )
  const newest = async (uuid: string) =>
    (await ask('MANAGER', `overview/${uuid}`)).context.overview.find(
      ({ metric: name }: { metric: string }) => name === 'heartRate',
    )
  const graph = async (uuid: string) => (await ask('MANAGER', `readings/${uuid}/heartRate/0`)).context

  it('says nothing of what they wear instead', async () => {
    const { wearer } = fixture
    expect(await newest(wearer.uuid)).toMatchObject({ latest: { value: 65 }, isWorthless: false })
    const { worthless, spans } = await graph(wearer.uuid)
    expect(worthless).toMatchObject([{ to: spans[0].to }])
  })

  it('says nothing of who wears it now', async () => {
    expect(await newest(next.uuid)).toMatchObject({ latest: { value: 63 }, isWorthless: false, maxWeek: 63 })
    expect((await graph(next.uuid)).worthless).toEqual([])
    const path = `/readings/overview/${fixture.device.imei}`
    const { context } = await harness.call('GET', path, { token: fixture.people.MANAGER.token })
    const heart = context.overview.find(({ metric: name }: { metric: string }) => name === 'heartRate')
    expect(heart).toMatchObject({ latest: { value: 63 }, isWorthless: false, maxWeek: 63 })
  })

  it('says so of what is worn beside it alone of itself', async () => {
    const { device, wearer } = fixture
    await harness.db.delete(assignments).where(eq(assignments.wearerId, next.id))
    await harness.db.update(assignments).set({ endedAt: null }).where(eq(assignments.wearerId, wearer.id))
    expect(await newest(wearer.uuid)).toMatchObject({ latest: { value: 65 }, isWorthless: false })
    await heartAt(device.id, 20, 150)
    expect(await newest(wearer.uuid)).toMatchObject({ latest: { value: 150 }, isWorthless: true })
  })
})

it('what was noted of a person follows them from watch to watch, and is not shown with who wears it now', async () => {
  const { wearer, device, people } = fixture
  const other = await harness.db
    .select({ id: assignments.deviceId })
    .from(assignments)
    .where(and(eq(assignments.wearerId, wearer.id), isNull(assignments.endedAt)))
  const note = (deviceId: number, minutes: number, label: string) =>
    harness.db
      .insert(bookmarks)
      .values({ deviceId, userId: people.SUPERVISOR.id, at: minutesAgo(minutes), label })
  await note(device.id, 90, 'Fever')
  await note(device.id, 55, 'In the drawer')
  await note(device.id, 40, 'Of the next')
  await note(other[0]?.id ?? 0, 30, 'Better')
  const notesOf = async (role: Role, uuid: string, query = '') =>
    (await ask(role, `bookmarks/${uuid}/0${query}`)).context.bookmarks.map(
      ({ label }: { label: string }) => label,
    )
  expect(await notesOf('SUPERVISOR', wearer.uuid)).toEqual(['Fever', 'Better'])
  expect(await notesOf('SUPERVISOR', wearer.uuid, `?to=${minutesAgo(80).toISOString()}`)).toEqual(['Fever'])
  expect(await notesOf('MANAGER', next.uuid)).toEqual(['Of the next'])
  expect((await ask('OWNER', `bookmarks/${next.uuid}/0`)).status).toBe(404)
  await harness.db
    .update(wearerRelations)
    .set({ since: minutesAgo(35) })
    .where(and(eq(wearerRelations.wearerId, wearer.id), eq(wearerRelations.userId, people.OWNER.id)))
  expect(await notesOf('OWNER', wearer.uuid)).toEqual(['Better'])

  // A watch that another company has by now takes nothing of hers along.
  const elsewhere = await createCompanyFixture(harness)
  await harness.db
    .update(devices)
    .set({ companyId: elsewhere.company.id, branchId: elsewhere.branch.id })
    .where(eq(devices.id, device.id))
  expect(await notesOf('SUPERVISOR', wearer.uuid)).toEqual(['Fever', 'Better'])
  await harness.db
    .update(devices)
    .set({ companyId: fixture.company.id, branchId: fixture.branch.id })
    .where(eq(devices.id, device.id))

  const body = { deviceIMEI: device.imei, time: minutesAgo(70).toISOString(), label: 'Who?' }
  const added = await harness.call('POST', '/readings/addBookmark', { token: people.MANAGER.token, body })
  expect([added.status, added.context.errors]).toEqual([
    400,
    { time: 'is before what you may see of this person' },
  ])
})

it('what happened to a person is told of them alone, however much happens to others', async () => {
  const { wearer, people } = fixture
  const own = await raiseAlarm(harness, fixture, { kind: 'FALL', openedAt: minutesAgo(80) })
  const another = await addDevice(harness, fixture)
  await raiseAlarm(harness, { ...fixture, device: another }, { kind: 'SOS', openedAt: minutesAgo(5) })
  const happenedTo = (uuid: string, token: string) =>
    harness.call('GET', `/notification/all/after/0?wearerUUID=${uuid}`, { token })
  const { context } = await happenedTo(wearer.uuid, people.OWNER.token)
  expect(context.notifications).toMatchObject([{ alarmUuid: own.alarm.uuid, wearerUuid: wearer.uuid }])
  expect((await happenedTo(next.uuid, people.OWNER.token)).status).toBe(404)
  expect((await happenedTo(next.uuid, people.MANAGER.token)).context.notifications).toEqual([])
})

it('answers from when until when each was worn', async () => {
  const { context } = await ask('MANAGER', `readings/${fixture.wearer.uuid}/bp/${minutesAgo(100).getTime()}`)
  expect(context.readings).toEqual([])
  expect(context.spans).toMatchObject([{ to: expect.any(String) }, { to: null }])
  expect(context.spans[0].to).toBe(context.spans[1].from)
})

it('families see what came since they are related, and a relative no place without the grant', async () => {
  const { wearer, people } = fixture
  const relation = and(eq(wearerRelations.wearerId, wearer.id), eq(wearerRelations.userId, people.OWNER.id))
  expect(await heartsOf('OWNER', wearer.uuid)).toEqual([61, 65])
  await harness.db
    .update(wearerRelations)
    .set({ since: minutesAgo(35) })
    .where(relation)
  expect(await heartsOf('OWNER', wearer.uuid)).toEqual([65])
  await harness.db
    .update(wearerRelations)
    .set({ until: minutesAgo(1) })
    .where(relation)
  expect((await ask('OWNER', `readings/${wearer.uuid}/heartRate/0`)).status).toBe(404)
  expect((await ask('OWNER', `readings/${next.uuid}/heartRate/0`)).status).toBe(404)

  expect(await placesOf('RELATIVE', wearer.uuid)).toEqual([61, 65])
  // The grant of one says nothing of another that is worn beside it.
  const pendant = await createDevice(harness.db, { companyId: fixture.company.id })
  const worn = { wearerId: wearer.id, deviceId: pendant.id, startedAt: minutesAgo(5) }
  await harness.db.insert(assignments).values(worn)
  expect((await ask('RELATIVE', `locations/${wearer.uuid}/0`)).status).toBe(403)
  await harness.db.delete(assignments).where(eq(assignments.deviceId, pendant.id))
  await harness.db
    .update(relatives)
    .set({ maySeeLocation: false })
    .where(eq(relatives.userId, people.RELATIVE.id))
  const refused = await ask('RELATIVE', `locations/${wearer.uuid}/0`)
  expect([refused.status, refused.context]).toEqual([403, null])
})

it('who changed the watch keeps the alarms of before, and who wears it now has none of them', async () => {
  const { people, device, company, branch } = fixture
  const at = { openedAt: minutesAgo(90), lastAt: minutesAgo(90), closedAt: minutesAgo(80), active: false }
  const { alarm } = await raiseAlarm(harness, { device, company, branch }, at)
  const uuidsOf = async (role: Role) => {
    const { context } = await harness.call('GET', '/alarms', { token: people[role].token })
    return context.alarms.map(({ uuid }: { uuid: string }) => uuid)
  }
  expect(await uuidsOf('OWNER')).toEqual([alarm.uuid])
  // The watch itself goes to another family.
  const heir = await harness.person('OWNER', { companyId: company.id })
  await harness.db.update(devices).set({ ownerId: heir.id }).where(eq(devices.id, device.id))
  await harness.db.delete(relatives).where(eq(relatives.deviceId, device.id))
  await harness.db.insert(wearerRelations).values({ wearerId: next.id, userId: heir.id, kind: 'OWNER' })
  expect(await uuidsOf('OWNER')).toEqual([alarm.uuid])
  const ofHeir = await harness.call('GET', '/alarms', { token: heir.token })
  expect(ofHeir.context.alarms).toEqual([])
  await harness.db
    .update(wearerRelations)
    .set({ since: minutesAgo(85) })
    .where(eq(wearerRelations.userId, people.OWNER.id))
  expect(await uuidsOf('OWNER')).toEqual([])
})

it('a house sees of who moved in what came since', async () => {
  const { wearer } = fixture
  await harness.db
    .update(assignments)
    .set({ movedAt: minutesAgo(32) })
    .where(eq(assignments.wearerId, wearer.id))
  expect(await heartsOf('MANAGER', wearer.uuid)).toEqual([65])
  expect(await heartsOf('ADMIN', wearer.uuid)).toEqual([61, 65])
})

it('what is taken away of a person is theirs, over everything they wore', async () => {
  const { wearer, device, people } = fixture
  const take = async (path: string, token = people.MANAGER.token) => {
    const { status, text } = await harness.exchange('GET', `/export/${path}`, { token })
    return {
      status,
      cells: text
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(',')),
    }
  }
  const hearts = await take(`readings.csv?wearerUUID=${wearer.uuid}`)
  expect(hearts.cells.slice(1).map(([, , value]) => value)).toEqual(['61', '65'])
  const places = await take(`positions.csv?wearerUUID=${next.uuid}`)
  expect(places.cells.slice(1).map(([, lat]) => lat)).toEqual(['63'])
  const stranger = await createCompanyFixture(harness)
  const refused = [
    await take(`readings.csv?wearerUUID=${wearer.uuid}`, stranger.people.MANAGER.token),
    await take(`readings.csv?wearerUUID=${wearer.uuid}&imei=${device.imei}`),
    await take('readings.csv'),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 400, 400])
  const traces = { entity: auditLog.entity, action: auditLog.action }
  expect(await harness.db.select(traces).from(auditLog).where(eq(auditLog.entityUuid, wearer.uuid))).toEqual([
    { entity: 'wearer', action: 'exported' },
  ])
})

it('the days of a person are measured by their home, and not by that of who wears their former watch', async () => {
  const homeOf = (id: number, lat: number) =>
    harness.db.update(devices).set({ homeLat: lat, homeLng: 34.5 }).where(eq(devices.id, id))
  const [own] = await harness.db
    .select({ id: assignments.deviceId })
    .from(assignments)
    .where(and(eq(assignments.wearerId, fixture.wearer.id), isNull(assignments.endedAt)))
  await homeOf(fixture.device.id, 10)
  await homeOf(own?.id ?? 0, 65)
  const { context } = await ask('SUPERVISOR', `locationDays/${fixture.wearer.uuid}?days=2`)
  const farthest = context.days.map(({ farthestM }: { farthestM: number | null }) => farthestM ?? 0)
  // From 65 degrees north to 61, and not from 10.
  expect(Math.max(...farthest)).toBeGreaterThan(400_000)
  expect(Math.max(...farthest)).toBeLessThan(500_000)
})

it('leaves a trace of who looked at whom', async () => {
  const { wearer, people } = fixture
  await heartsOf('SUPERVISOR', wearer.uuid)
  await placesOf('SUPERVISOR', wearer.uuid)
  const traces = () =>
    harness.db
      .select({ action: auditLog.action, userId: auditLog.userId })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'wearer'), eq(auditLog.entityUuid, wearer.uuid)))
      .orderBy(auditLog.id)
  const userId = people.SUPERVISOR.id
  await expect.poll(traces).toHaveLength(2)
  expect(new Set((await traces()).map(({ action }) => action))).toEqual(new Set(['viewed', 'located']))
  expect(new Set((await traces()).map((trace) => trace.userId))).toEqual(new Set([userId]))
})
