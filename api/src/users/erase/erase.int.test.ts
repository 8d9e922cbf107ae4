import {
  addDevice,
  createCompanyFixture,
  type CompanyFixture,
  raiseAlarm,
  record,
} from '../../testing/fixtures.ts'
import { createDevice, createPasskey, createUser } from '@carewatch/migrations/factories'
import { alarmHistory, alarms, deliveries, taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import {
  bookmarks,
  deviceCommands,
  devices,
  fences,
  relatives,
  watchSettings,
  watchSettingsHistory,
} from '@carewatch/migrations/schema/devices'
import { fleetJobDevices, fleetJobs } from '@carewatch/migrations/schema/fleet'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { auditLog, sessions, uploads, users } from '@carewatch/migrations/schema/people'
import { positions, readings } from '@carewatch/migrations/schema/readings'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness, type Harness } from '../../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const erase = (as: { token: string }, uuid: string) =>
  harness.call('POST', `/admin/user/erase/${uuid}`, { token: as.token, body: {} })

/** Every text and JSON there is in the database. */
async function dump(): Promise<string> {
  const { rows: columns } = await harness.db.execute<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'jsonb', 'json', 'character varying', 'ARRAY')`)
  const texts = await Promise.all(
    columns.map(({ table, column }) =>
      harness.db.execute<{ text: string | null }>(
        sql`select string_agg(${sql.identifier(column)}::text, ' ') as text from ${sql.identifier(table)}`,
      ),
    ),
  )
  return texts.map(({ rows: [row] }) => row?.text ?? '').join('\n')
}

const ORSOLYA = {
  firstName: 'Orsolya',
  lastName: 'Vámbéry "Ori"',
  userName: 'orsi.v',
  email: 'orsolya.v@example.org',
  contactNumber: '+972501239876',
  countryCode: 'IL',
  address: 'Herzl 17, Haifa',
  dob: '1941-05-06',
  telegramUserName: 'orsi_telegram',
  telegramChatId: '99887766',
}
const HER = /Orsolya|Vámbéry|orsi[._]|Herzl 17|99887766|50[- ]?123[- ]?9876/i

/** Somebody who is written of in every place there is. */
async function knownEverywhere() {
  const { db } = harness
  const her = await harness.person('OWNER', { ...ORSOLYA, companyId: fixture.company.id })
  const watch = await createDevice(db, {
    ownerId: her.id,
    companyId: fixture.company.id,
    branchId: fixture.branch.id,
    name: 'Orsolya’s watch',
    homeLat: 32.8,
    homeLng: 35,
  })
  const { alarm, task } = await raiseAlarm(harness, { ...fixture, device: watch })
  await db.insert(deliveries).values({
    alarmId: alarm.id,
    userId: her.id,
    channel: 'TELEGRAM',
    state: 'SENT',
    shows: 'OPEN',
    providerId: `${ORSOLYA.telegramChatId}/12`,
  })
  const note = 'Called Orsolya, who is well'
  await db.insert(alarmHistory).values({ alarmId: alarm.id, step: 'COMMENTED', note })
  await db.update(tasks).set({ title: 'Vámbéry: heart', outcome: note }).where(eq(tasks.id, task.id))
  await db.insert(taskHistory).values({ taskId: task.id, change: { outcome: note, by: ORSOLYA.email } })
  await db
    .insert(bookmarks)
    .values({ deviceId: watch.id, userId: her.id, at: new Date(), label: 'Orsolya slept' })
  const drawn = { deviceId: watch.id, name: 'Herzl 17', lat: 1, lng: 1, radiusM: 10 }
  const [fence] = await db.insert(fences).values(drawn).returning({ fenceId: fences.id })
  await db
    .update(alarms)
    .set({ ...fence })
    .where(eq(alarms.id, alarm.id))
  await db.insert(relatives).values({ deviceId: watch.id, name: 'Ori Vámbéry', phone: '+37121234567' })
  const contact = { name: 'Orsolya', number: '050-123 9876' }
  await db
    .update(watchSettings)
    .set({ sosContacts: [contact], phonebook: [contact], reported: { sos: [contact] } })
    .where(eq(watchSettings.deviceId, watch.id))
  await db
    .insert(watchSettingsHistory)
    .values({ deviceId: watch.id, revision: 2, change: { sosContacts: [contact] } })
  await db
    .insert(deviceCommands)
    .values({ deviceId: watch.id, kind: 'config', payload: { sos: [contact] }, expiresAt: new Date() })
  const person = { firstName: 'Orsolya', lastName: 'Vámbéry', email: ORSOLYA.email }
  await db.insert(onboardingRequests).values({
    deviceId: watch.id,
    shipping: { ...person, streetAddress: 'Herzl 17' },
    owner: person,
    idNumberLocked: Buffer.from('locked'),
    contactPerson: person,
    deviceDetails: {},
    contacts: [contact],
    declaredAt: new Date(),
    status: 'APPROVED',
  })
  await createPasskey(db, her.id, { name: 'Orsolya’s phone' })
  await db.insert(uploads).values({
    userId: her.id,
    ofUserId: her.id,
    kind: 'PROFILE',
    fileName: 'orsolya.png',
    mediaType: 'image/png',
    bytes: 3,
    content: Buffer.from('png'),
  })
  await db.insert(positions).values({ deviceId: watch.id, time: new Date(), lat: 32.8, lng: 35 })
  await record(harness, watch.id, { metric: 'heartRate', minutes: 30, every: 5, value: () => 71 })
  await elsewhere()
  return { her, watch }
}

/** Other people's watches and papers that name her. */
async function elsewhere() {
  const { db } = harness
  const neighbour = await addDevice(harness, fixture)
  const phonebook = [
    { name: 'Orsolya Vámbéry', number: '+972 50-123-9876' },
    { name: 'Son', number: '+37121234567' },
  ]
  await db.update(watchSettings).set({ phonebook }).where(eq(watchSettings.deviceId, neighbour.id))
  await db
    .insert(relatives)
    .values({ deviceId: neighbour.id, name: 'A friend', phone: ORSOLYA.contactNumber })
  await db.insert(invitations).values({
    kind: 'RELATIVE',
    askedById: fixture.people.OWNER.id,
    email: ORSOLYA.email,
    deviceId: neighbour.id,
    tokenHash: 'of a letter',
  })
  await db.insert(tasks).values({
    deviceId: neighbour.id,
    title: 'Ask orsolya.v@example.org or 0501239876',
    monitoringType: 'TASK',
    severity: 'LOW',
    dueAt: new Date(),
  })
  return neighbour
}

describe('a person who is forgotten', () => {
  it('is named nowhere any more; readings, tasks and the audit log stay', async () => {
    const { her, watch } = await knownEverywhere()
    expect(await dump()).toMatch(HER)
    const trace = { userId: her.id, action: 'viewed', entity: 'user', companyId: fixture.company.id }
    await harness.db.insert(auditLog).values(trace)

    expect((await erase(fixture.people.MANAGER, her.uuid)).status).toBe(200)

    expect(await dump()).not.toMatch(HER)
    const [row] = await harness.db.select().from(users).where(eq(users.id, her.id))
    expect(row).toMatchObject({ firstName: 'Erased', role: 'OWNER', dob: null, isActive: false })
    expect(row?.erasedAt).toBeInstanceOf(Date)
    expect(await harness.db.$count(readings, eq(readings.deviceId, watch.id))).toBe(6)
    expect(await harness.db.$count(positions, eq(positions.deviceId, watch.id))).toBe(0)
    expect(await harness.db.$count(tasks, eq(tasks.deviceId, watch.id))).toBe(1)
    expect(await harness.db.$count(auditLog, eq(auditLog.userId, her.id))).toBe(1)
    expect(await harness.db.$count(sessions, eq(sessions.userId, her.id))).toBe(0)
    expect(await harness.db.$count(uploads, eq(uploads.userId, her.id))).toBe(0)
    const isOfWatch = eq(onboardingRequests.deviceId, watch.id)
    const [form] = await harness.db.select().from(onboardingRequests).where(isOfWatch)
    expect(form?.idNumberLocked).toBeNull()
    const [left] = await harness.db.select().from(devices).where(eq(devices.id, watch.id))
    expect(left).toMatchObject({ ownerId: null, homeLat: null, homeLng: null, name: watch.imei.slice(-6) })
    expect(await dump()).toContain('+37121234567')
    expect((await harness.call('GET', '/auth/validateToken', { token: her.token })).status).toBe(401)
  })

  it('wears nothing any more, whoever owns the watch', async () => {
    const { db } = harness
    const { company, branch, device, people, wearer } = fixture
    const place = { companyId: company.id, branchId: branch.id }
    const theirs = await createDevice(db, { ...place, ownerId: people.OWNER.id })
    const ofHouse = await createDevice(db, place)
    const her = await harness.person('OWNER', { companyId: company.id, firstName: 'Zsuzsanna' })
    const [worn] = await db
      .insert(wearers)
      .values({ firstName: 'Zsuzsanna', ...place, userId: her.id })
      .returning()
    const wears = { wearerId: worn?.id ?? 0, startedAt: new Date('2020-01-01Z') }
    for (const { id: deviceId } of [theirs, ofHouse])
      await db.insert(assignments).values({ ...wears, deviceId })
    const { alarm } = await raiseAlarm(harness, { ...fixture, device: theirs })

    expect((await erase(fixture.people.MANAGER, her.uuid)).status).toBe(200)

    const ended = await db.select().from(assignments).where(eq(assignments.wearerId, wears.wearerId))
    expect(ended.map(({ end, endedAt }) => [end, endedAt instanceof Date])).toEqual([
      ['ERASED', true],
      ['ERASED', true],
    ])
    const [closed] = await db.select().from(alarms).where(eq(alarms.id, alarm.id))
    expect(closed?.closedAt).toBeInstanceOf(Date)
    // The watch stays whose it is, and who wears another of theirs goes on wearing it.
    const [left] = await db.select().from(devices).where(eq(devices.id, theirs.id))
    expect(left?.ownerId).toBe(people.OWNER.id)
    const others = await db.select().from(assignments).where(eq(assignments.deviceId, device.id))
    expect(others).toMatchObject([{ wearerId: wearer.id, endedAt: null }])
  })

  it('takes nobody along for whom somebody else is responsible too, though they said that it is them', async () => {
    const { db } = harness
    const { company, people, wearer } = await createCompanyFixture(harness)
    const second = await harness.person('OWNER', { companyId: company.id })
    await db.insert(wearerRelations).values({ wearerId: wearer.id, userId: second.id, kind: 'OWNER' })
    const claimed = await harness.call('POST', `/wearers/ownAccount/${wearer.uuid}`, {
      token: people.OWNER.token,
      body: { isYou: true },
    })
    expect([claimed.status, (await erase(people.MANAGER, people.OWNER.uuid)).status]).toEqual([200, 200])
    const [left] = await db.select().from(wearers).where(eq(wearers.id, wearer.id))
    expect(left).toMatchObject({ firstName: 'Wilma', erasedAt: null, userId: null })
    expect((await erase(people.MANAGER, second.uuid)).status).toBe(200)
    const [gone] = await db.select().from(wearers).where(eq(wearers.id, wearer.id))
    expect(gone?.erasedAt).toBeInstanceOf(Date)
  })

  it('may have the same address and name again', async () => {
    const { ADMIN } = fixture.people
    const body = {
      firstName: 'Orsolya',
      userName: ORSOLYA.userName,
      email: ORSOLYA.email,
      role: 'OWNER',
      userType: 'WATCH',
      contactNumber: ORSOLYA.contactNumber,
      sendPassword: true,
    }
    expect((await harness.call('POST', '/admin/user/new', { token: ADMIN.token, body })).status).toBe(200)
  })

  it('is so also when the account was deleted before, and once', async () => {
    const { MANAGER } = fixture.people
    const gone = await createUser(harness.db, {
      role: 'OWNER',
      companyId: fixture.company.id,
      deletedAt: new Date(),
      firstName: 'Perpetua',
    })
    expect((await erase(MANAGER, gone.uuid)).status).toBe(200)
    expect(await dump()).not.toContain('Perpetua')
    expect((await erase(MANAGER, gone.uuid)).status).toBe(404)
  })

  it('is not oneself, nor another manager or anybody of another company', async () => {
    const { MANAGER, ADMIN } = fixture.people
    const other = await createUser(harness.db, { role: 'MANAGER', companyId: fixture.company.id })
    const stranger = await createUser(harness.db, { role: 'OWNER' })
    expect((await erase(MANAGER, other.uuid)).status).toBe(403)
    expect((await erase(MANAGER, stranger.uuid)).status).toBe(404)
    expect((await erase(ADMIN, ADMIN.uuid)).context).toEqual({ reason: 'yourself' })
  })
})

it('leaves nothing of what somebody had done with many devices, nor from where, and a colleague’s as it is', async () => {
  const { db, person } = harness
  const { company } = fixture
  const [gone, stays] = [
    await person('MANAGER', { companyId: company.id }),
    await person('MANAGER', { companyId: company.id }),
  ]
  const device = await createDevice(db, { companyId: company.id })
  const job = {
    action: { kind: 'ACTIVE', isActive: true },
    total: 1,
    finishedAt: new Date(),
    undoesId: null,
  }
  const made = await db
    .insert(fleetJobs)
    .values([
      { ...job, userId: gone.id, address: '198.51.100.77' },
      { ...job, userId: stays.id, address: '198.51.100.78' },
    ])
    .returning()
  await db
    .insert(fleetJobDevices)
    .values(made.map(({ id }) => ({ jobId: id, deviceId: device.id, doneAt: new Date() })))
  expect((await erase(await person('ADMIN'), gone.uuid)).status).toBe(200)
  const left = await db.select().from(fleetJobs).where(eq(fleetJobs.total, 1))
  expect(left.map(({ address }) => address)).toEqual(['198.51.100.78'])
  const devicesLeft = await db.select().from(fleetJobDevices).where(eq(fleetJobDevices.deviceId, device.id))
  expect(devicesLeft).toHaveLength(1)
})
