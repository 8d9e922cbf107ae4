import { devices } from '@carewatch/migrations/schema/devices'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { createBranch, createCompany } from '@carewatch/migrations/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { addRoom, addSighting, decideIn } from '../testing/rooms.ts'
import { look } from '../testing/screen.ts'

let harness: Harness
let fixture: CompanyFixture
/** Who wore the watch until an hour ago, and of whom an alarm is still open. */
let former: { uuid: string; name: string; room: string; bed: string }
/** Where Ruth lay when it happened. */
const bedsideThen = { room: '201', bed: '2' }
let alarm: typeof alarms.$inferSelect
beforeAll(async () => {
  harness = await startHarness()
  await until('the api is ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
})
afterAll(() => harness.close())

const HANDED_OVER = minutesAgo(60)

beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  const { db } = harness
  const { branch, company, device, wearer } = fixture
  const room = await addRoom(harness, branch.id, { name: '201' })
  const place = { companyId: company.id, branchId: branch.id, roomId: room.id, bed: '2' }
  const [ruth] = await db
    .insert(wearers)
    .values({ ...place, firstName: 'Ruth', lastName: 'Cohen' })
    .returning()
  former = { uuid: ruth?.uuid ?? '', name: 'Ruth Cohen', room: '201', bed: '2' }
  await db.update(assignments).set({ startedAt: HANDED_OVER }).where(eq(assignments.wearerId, wearer.id))
  await db.insert(assignments).values({
    wearerId: ruth?.id ?? 0,
    deviceId: device.id,
    startedAt: minutesAgo(600),
    endedAt: HANDED_OVER,
    end: 'HANDED_OVER',
  })
  alarm = (await raiseAlarm(harness, fixture, { openedAt: minutesAgo(90) })).alarm
})

type Row = { uuid: string; alarmUuid?: string | null; wearer: unknown }

/** What each list says of whom the alarm is. */
async function namedBy(token: string, uuid = alarm.uuid): Promise<Record<string, unknown>> {
  const get = async (line: string) => (await harness.call('GET', line, { token })).context
  const of = (rows: Row[]) => rows.find((row) => row.uuid === uuid || row.alarmUuid === uuid)?.wearer
  return {
    alarms: of((await get('/alarms')).alarms),
    alarm: (await get(`/alarms/${uuid}`)).alarm.wearer,
    after: of((await get('/notification/all/after/0')).notifications),
    notifications: of((await get('/notification/all')).notifications),
    tasks: of((await get('/tasks/all/0')).tasks),
  }
}
const everywhere = (wearer: unknown) => ({
  alarms: wearer,
  alarm: wearer,
  after: wearer,
  notifications: wearer,
  tasks: wearer,
})

it('an alarm of whom wore the watch before says so to staff, by every call and live', async () => {
  const { SUPERVISOR: nurse, MANAGER: manager } = fixture.people
  const shown = { ...former, imageUrl: null, status: 'ACTIVE', bedsideThen }
  expect(await namedBy(nurse.token)).toEqual(everywhere(shown))

  const screen = await look(harness, nurse.token)
  const taken = await harness.call('POST', `/alarms/${alarm.uuid}/acknowledge`, {
    token: manager.token,
    body: {},
  })
  expect(taken.context.alarm.wearer).toEqual(shown)
  const live = (await screen.untilReceived('notification')) as unknown as { notification: Row }
  const task = (await screen.untilReceived('task')) as unknown as { task: Row }
  expect([live.notification.wearer, task.task.wearer]).toEqual([shown, shown])
  screen.socket.close()
})

it('whom no room is known of has none, and what nobody wears is of nobody', async () => {
  const { people, wearer, device } = fixture
  const token = people.MANAGER.token
  const own = await raiseAlarm(harness, fixture, {
    kind: 'SPO2',
    direction: 'LOW',
    metric: 'spo2',
    value: 80,
  })
  const wilma = {
    uuid: wearer.uuid,
    name: 'Wilma',
    room: null,
    bed: null,
    imageUrl: null,
    status: 'ACTIVE',
  }
  expect(await namedBy(token, own.alarm.uuid)).toEqual(everywhere(wilma))
  await harness.call('POST', '/wearers/takeBack', { token, body: { deviceUUID: device.uuid } })
  const nobodys = await raiseAlarm(harness, fixture, { kind: 'SPO2', direction: 'LOW', value: 80 })
  expect(await namedBy(token, nobodys.alarm.uuid)).toEqual(everywhere(null))
  expect(await namedBy(token, own.alarm.uuid)).toEqual(everywhere(wilma))
})

it('where somebody lies in another house by now is not told to the house they left', async () => {
  const elsewhere = await createCompany(harness.db)
  const branch = await createBranch(harness.db, elsewhere.id)
  const room = await addRoom(harness, branch.id, { name: '999' })
  await harness.db
    .update(wearers)
    .set({
      companyId: elsewhere.id,
      branchId: branch.id,
      roomId: room.id,
      status: 'AWAY',
      imageUrl: '/api/upload/photo',
    })
    .where(eq(wearers.uuid, former.uuid))
  const { uuid, name } = former
  const left = { uuid, name, room: null, bed: null, imageUrl: null, status: 'LEFT', bedsideThen }
  expect(await namedBy(fixture.people.SUPERVISOR.token)).toEqual(everywhere(left))
})

it('whose watch it was in another house is not told live to the house that has it now', async () => {
  const other = await createCompanyFixture(harness)
  const { company, branch } = other
  await harness.db
    .update(devices)
    .set({ companyId: company.id, branchId: branch.id })
    .where(eq(devices.id, fixture.device.id))
  const screen = await look(harness, other.people.SUPERVISOR.token)
  const own = await raiseAlarm(harness, other)
  const admin = other.people.ADMIN.token
  for (const { uuid } of [alarm, own.alarm])
    await harness.call('POST', `/alarms/${uuid}/acknowledge`, { token: admin, body: {} })
  await screen.untilReceived('notification')
  const about = screen.received.flatMap((message) => {
    const { notification } = message as { notification?: Row }
    return notification ? [notification.wearer] : []
  })
  expect(about).toMatchObject([{ uuid: other.wearer.uuid }])
  screen.socket.close()
})

it('who wears a watch now stands in its lists, on the map and in the rooms, and never who owns it', async () => {
  const { db, call } = harness
  const { people, wearer, device, room, beacon } = fixture
  const { token } = people.SUPERVISOR
  await db
    .update(wearers)
    .set({ lastName: 'Nowe', roomId: room.id, bed: 'A' })
    .where(eq(wearers.id, wearer.id))
  const now = { uuid: wearer.uuid, name: 'Wilma Nowe', room: room.name, bed: 'A' }
  const get = async (line: string) => (await call('GET', line, { token })).context
  const ofDevice = <One extends { uuid?: string; deviceUuid?: string }>(rows: One[]) =>
    rows.find((row) => (row.uuid ?? row.deviceUuid) === device.uuid)
  expect(ofDevice((await get('/devices/all')).devices)).toMatchObject({ wearer: now })
  expect((await get(`/devices/detail/${device.uuid}`)).device).toMatchObject({ wearer: now })
  expect(ofDevice((await get('/readings/locations')).locations)).toMatchObject({ wearer: now })
  expect(ofDevice((await get('/devices/getList/all')).devices)).toMatchObject({ wearer: now })
  for (const line of ['/devices/all?search=nowe', '/devices/getList/nowe', '/readings/locations?search=nowe'])
    expect((await get(line)).total).toBe(1)
  // By the name of whom they are about, not of who wears the watch now.
  for (const line of ['/alarms', '/notification/all', '/tasks/all/0'])
    expect([await get(`${line}?search=ruth coh`), await get(`${line}?search=nowe`)]).toMatchObject([
      { total: 1 },
      { total: 0 },
    ])

  await addSighting(harness, { beacon, gateway: fixture.gateway })
  await decideIn(harness, { beacon, room })
  const seen = (await get('/blt/interaction/getRoomsData')).rooms.find(({ uuid }: Row) => uuid === room.uuid)
  expect(seen.beacons).toMatchObject([{ person: now }])
  expect(JSON.stringify(seen)).not.toContain(people.OWNER.lastName)
})

it('what a daughter calls her is read by nobody else, by no call and not live', async () => {
  const { people, wearer } = fixture
  const [daughter, son, nurse] = [people.OWNER.token, people.RELATIVE.token, people.SUPERVISOR.token]
  const name = (token: string, nickname: string | null) =>
    harness.call('POST', '/wearers/nickname', { token, body: { wearerUUID: wearer.uuid, nickname } })
  expect((await name(daughter, ' Mum ')).context.wearer).toMatchObject({ uuid: wearer.uuid, name: 'Mum' })
  const screens = await Promise.all([daughter, son, nurse].map((token) => look(harness, token)))
  const own = await raiseAlarm(harness, fixture, {
    kind: 'SOS',
    direction: 'NONE',
    metric: null,
    value: null,
  })

  const namesOf = async (token: string) => {
    const get = async (line: string) => (await harness.call('GET', line, { token })).context
    const of = (rows: Row[]) => rows.find((row) => [row.uuid, row.alarmUuid].includes(own.alarm.uuid))
    const rows = [
      // A relative reads no history of alarms.
      ...(token === son ? [] : [of((await get('/alarms')).alarms)]),
      ...(token === son ? [] : [(await get(`/alarms/${own.alarm.uuid}`)).alarm]),
      of((await get('/notification/all/after/0')).notifications),
      of((await get('/notification/all')).notifications),
      (await get('/devices/all')).devices[0],
      (await get(`/devices/detail/${fixture.device.uuid}`)).device,
    ]
    return new Set(rows.map((row) => row.wearer.name))
  }
  for (const [token, called] of [
    [daughter, 'Mum'],
    [son, 'Wilma'],
    [nurse, 'Wilma'],
  ] as const)
    expect(await namesOf(token)).toEqual(new Set([called]))

  await harness.call('POST', `/alarms/${own.alarm.uuid}/acknowledge`, { token: nurse, body: {} })
  const received = await Promise.all(
    screens.map(
      async (screen) => (await screen.untilReceived('notification')) as unknown as { notification: Row },
    ),
  )
  expect(received.map(({ notification }) => notification.wearer)).toMatchObject([
    { name: 'Mum' },
    { name: 'Wilma' },
    { name: 'Wilma' },
  ])
  for (const screen of screens) screen.socket.close()
  expect((await name(daughter, '')).context.wearer.name).toBe('Wilma')
  const theirs = await createCompanyFixture(harness)
  expect((await name(theirs.people.OWNER.token, 'Mine')).status).toBe(404)
})

it('whoever runs is sent to where somebody lies now, and the record says where they lay then', async () => {
  const { db } = harness
  const { branch, people } = fixture
  const ruthId = alarm.wearerId
  const room = await addRoom(harness, branch.id, { name: '305' })
  const move = (to: Partial<typeof wearers.$inferInsert>) =>
    db.update(wearers).set(to).where(eq(wearers.uuid, former.uuid))
  await move({ roomId: room.id, bed: '1' })
  const shown = { ...former, imageUrl: null, status: 'ACTIVE', bedsideThen }
  const token = people.SUPERVISOR.token
  expect(await namedBy(token)).toEqual(everywhere({ ...shown, room: '305', bed: '1' }))

  // Of an alarm of before she came there nobody knows where she lay; of one of after it everybody does.
  const late = await raiseAlarm(harness, fixture, {
    kind: 'SPO2',
    direction: 'LOW',
    openedAt: minutesAgo(70),
  })
  const { bedsideThen: _, ...today } = { ...shown, room: '305', bed: '1' }
  expect(await namedBy(token, late.alarm.uuid)).toEqual(everywhere(today))
  // Another name is no other place.
  await move({ lastName: 'Levi' })
  const next = await raiseAlarm(harness, fixture, { kind: 'SOS', direction: 'NONE', wearerId: ruthId })
  const there = { room: '305', bed: '1' }
  expect((await namedBy(token, next.alarm.uuid))['alarm']).toEqual({
    ...today,
    name: 'Ruth Levi',
    bedsideThen: there,
  })
})

it('a table says where somebody lies now and where they lay then, and an erased person lay nowhere', async () => {
  const { db } = harness
  const { people } = fixture
  await db.update(wearers).set({ roomId: null, bed: '7' }).where(eq(wearers.uuid, former.uuid))
  const places = async (kind: 'alarms' | 'tasks') => {
    const path = `/export/${kind}.json?wearerUUID=${former.uuid}`
    const { text } = await harness.exchange('GET', path, { token: people.MANAGER.token })
    // Safe: an array of rows, whose cells are looked at.
    const rows = JSON.parse(text) as Record<string, unknown>[]
    return rows.map((row) => [
      row['personRoom'],
      row['personBed'],
      row['personRoomThen'],
      row['personBedThen'],
    ])
  }
  expect(await places('alarms')).toEqual([[null, '7', '201', '2']])
  expect(await places('tasks')).toEqual([[null, '7', '201', '2']])
  const erased = await harness.call('POST', `/wearers/erase/${former.uuid}`, { token: people.ADMIN.token })
  expect(erased.status).toBe(200)
  const [row] = await db.select().from(alarms).where(eq(alarms.id, alarm.id))
  expect([row?.wearerRoomId, row?.wearerBed]).toEqual([null, null])
})
