import { createBeacon, createDevice } from '@carewatch/migrations/factories'
import {
  devices,
  fences,
  relatives,
  watchSettings,
  watchSettingsHistory,
} from '@carewatch/migrations/schema/devices'
import { beacons } from '@carewatch/migrations/schema/rooms'
import {
  assignments,
  keptRelatives,
  wearerKept,
  wearerRelations,
  wearers,
} from '@carewatch/migrations/schema/wearers'
import { recipientsIf } from '@carewatch/platform/escalation/recipients'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceBounds } from '../devices/settings/limits.ts'
import { type CompanyFixture, createCompanyFixture, minutesAgo } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { doDue } from './hand-over/due.ts'

let harness: Harness
let pool: pg.Pool
let fixture: CompanyFixture
let next: Awaited<ReturnType<typeof createDevice>>
beforeAll(async () => {
  harness = await startHarness()
  pool = new pg.Pool({ connectionString: harness.url, max: 1 })
})
afterAll(async () => {
  await pool.end()
  await harness.close()
})

const post = (path: string, body: object) =>
  harness.call('POST', path, { token: fixture.people.MANAGER.token, body })
const takeBack = (deviceUUID: string) => post('/wearers/takeBack', { deviceUUID })
const give = (device: { uuid: string }, more: object = {}) =>
  post('/wearers/assign', { wearerUUID: fixture.wearer.uuid, deviceUUID: device.uuid, ...more })

const DANA = { name: 'Dana', number: '+972501234567' }
const NEIGHBOUR = '+972502222222'

/** Wilma wears her watch as it was set up for her; another is in the drawer. */
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  const { db } = harness
  const { device, company, branch } = fixture
  next = await createDevice(db, { companyId: company.id, branchId: branch.id })
  const set = await post('/devices/configure', {
    deviceUUID: device.uuid,
    heartRateHigh: 105,
    spo2Low: 88,
    sosContacts: [DANA],
    phonebook: [DANA],
    stepsTarget: 900,
    fallSensitivity: 'HIGH',
  })
  if (set.status !== 200) throw new Error(`The watch could not be set: ${set.status}.`)
  await db
    .update(relatives)
    .set({ sosPriority: 'HIGH', phonebookId: 2 })
    .where(eq(relatives.deviceId, device.id))
  await db.insert(relatives).values({
    deviceId: device.id,
    name: 'The neighbour',
    phone: NEIGHBOUR,
    smsAlerts: true,
    sosPriority: 'LOW',
    phonebookId: 1,
  })
  await db.update(devices).set({ homeLat: 32.1, homeLng: 34.8 }).where(eq(devices.id, device.id))
  const home = { name: 'Home', isHome: true, lat: 32.1, lng: 34.8, radiusM: 200, severity: 'HIGH' } as const
  await db.insert(fences).values({ deviceId: device.id, ...home })
})

/** Everything that is set on a watch, as its rules and its chain read it. */
async function stateOf({ id }: { id: number }) {
  const { db } = harness
  const [settings] = await db.select().from(watchSettings).where(eq(watchSettings.deviceId, id))
  const [home] = await db.select().from(devices).where(eq(devices.id, id))
  const bounds = await deviceBounds(db, id)
  const fenced = await db
    .select({ name: fences.name, radiusM: fences.radiusM })
    .from(fences)
    .where(and(eq(fences.deviceId, id), isNull(fences.deletedAt)))
  const kin = await db
    .select()
    .from(relatives)
    .where(eq(relatives.deviceId, id))
    .orderBy(asc(relatives.phonebookId))
  const called = await recipientsIf(pool, { deviceId: id }, ['RELATIVES_HIGH', 'RELATIVES_LOW'])
  return {
    pulse: bounds('heartRate').high,
    oxygen: bounds('spo2').low,
    sosContacts: settings?.sosContacts,
    phonebook: settings?.phonebook,
    steps: settings?.stepsTarget,
    fall: settings?.fallSensitivity,
    home: [home?.homeLat, home?.homeLng],
    fenced,
    kin: kin.map(({ name, sosPriority, phonebookId }) => [phonebookId, name, sosPriority]),
    called: new Set(called.map(({ userId, phone }) => userId ?? phone)),
  }
}

const asNew = {
  pulse: 120,
  oxygen: 92,
  sosContacts: [],
  phonebook: [],
  steps: null,
  fall: 'MEDIUM',
  home: [null, null],
  fenced: [],
  kin: [],
  called: new Set(),
}
const asHers = () => ({
  pulse: 105,
  oxygen: 88,
  sosContacts: [DANA],
  phonebook: [DANA],
  steps: 900,
  fall: 'HIGH',
  home: [32.1, 34.8],
  fenced: [{ name: 'Home', radiusM: 200 }],
  kin: [
    [1, 'The neighbour', 'LOW'],
    [2, 'Rita', 'HIGH'],
  ],
  called: new Set([NEIGHBOUR, fixture.people.RELATIVE.id]),
})
const keptRows = async () =>
  (await harness.db.$count(wearerKept, eq(wearerKept.wearerId, fixture.wearer.id))) +
  (await harness.db.$count(keptRelatives, eq(keptRelatives.wearerId, fixture.wearer.id)))

describe('what was set for somebody on a watch', () => {
  it('leaves the watch with them, and is on the next that they are given', async () => {
    const { device } = fixture
    expect(await stateOf(device)).toEqual(asHers())
    expect((await takeBack(device.uuid)).status).toBe(200)
    expect(await stateOf(device)).toEqual(asNew)
    expect((await give(next)).status).toBe(200)
    expect(await stateOf(next)).toEqual(asHers())
    // The watch is told, and hers is not for the next who wears the former.
    const [row] = await harness.db.select().from(watchSettings).where(eq(watchSettings.deviceId, next.id))
    expect([row?.revision, await keptRows()]).toEqual([2, 0])
    expect(await stateOf(device)).toEqual(asNew)
  })

  it('is not for who wears the watch after them', async () => {
    const { device, wearer, company, branch } = fixture
    const place = { companyId: company.id, branchId: branch.id }
    const [ruth] = await harness.db
      .insert(wearers)
      .values({ firstName: 'Ruth', ...place })
      .returning()
    const body = { wearerUUID: ruth?.uuid, deviceUUID: device.uuid, handOverFrom: wearer.uuid }
    expect((await post('/wearers/assign', body)).status).toBe(200)
    expect(await stateOf(device)).toEqual(asNew)
    expect((await give(next)).status).toBe(200)
    expect([await stateOf(next), await stateOf(device)]).toEqual([asHers(), asNew])
  })

  it('is on a second watch too, while they wear the first', async () => {
    expect((await give(next)).status).toBe(200)
    expect([await stateOf(next), await stateOf(fixture.device)]).toEqual([asHers(), asHers()])
  })

  it('is there when a hand-over that was planned comes true', async () => {
    const { db } = harness
    expect((await takeBack(fixture.device.uuid)).status).toBe(200)
    expect((await give(next, { from: minutesAgo(-60).toISOString() })).status).toBe(200)
    expect(await stateOf(next)).toEqual(asNew)
    const now = { startedAt: sql`now()`, dueAt: sql`now()` }
    await db.update(assignments).set(now).where(eq(assignments.deviceId, next.id))
    await doDue(db, next.id)
    expect(await stateOf(next)).toEqual(asHers())
  })

  it('goes on beside what somebody has prepared on the next', async () => {
    const { db } = harness
    await db.insert(relatives).values({ deviceId: next.id, name: 'Prepared', phonebookId: 1 })
    const prepared = await post('/devices/configure', { deviceUUID: next.uuid, systolicHigh: 150 })
    expect(prepared.status).toBe(200)
    await takeBack(fixture.device.uuid)
    await give(next)
    const { kin, pulse } = await stateOf(next)
    expect([pulse, kin]).toEqual([
      105,
      [
        [1, 'Prepared', 'MEDIUM'],
        [2, 'Rita', 'HIGH'],
        [3, 'The neighbour', 'LOW'],
      ],
    ])
    expect((await deviceBounds(db, next.id))('systolic').high).toBe(150)
  })

  it('calls nobody who follows them no longer', async () => {
    const { db } = harness
    await takeBack(fixture.device.uuid)
    const isRita = eq(wearerRelations.userId, fixture.people.RELATIVE.id)
    await db.update(wearerRelations).set({ until: new Date() }).where(isRita)
    await give(next)
    expect((await stateOf(next)).called).toEqual(new Set([NEIGHBOUR]))
  })

  it('is forgotten with whom it names, and with them', async () => {
    const { people, wearer } = fixture
    await takeBack(fixture.device.uuid)
    const token = people.ADMIN.token
    const dana = await harness.person('OWNER', { contactNumber: DANA.number })
    for (const { id } of [people.RELATIVE, dana]) {
      const [row] = await harness.db.execute(sql`select uuid from users where id = ${id}`).then((r) => r.rows)
      const erased = await harness.call('POST', `/admin/user/erase/${String(row?.['uuid'])}`, {
        token,
        body: {},
      })
      expect(erased.status).toBe(200)
    }
    const kept = await harness.db.select().from(keptRelatives).where(eq(keptRelatives.wearerId, wearer.id))
    expect(kept.map(({ name }) => name)).toEqual(['The neighbour'])
    const [row] = await harness.db.select().from(wearerKept).where(eq(wearerKept.wearerId, wearer.id))
    expect([row?.settings.sosContacts, row?.settings.phonebook]).toEqual([[], []])
    expect((await post(`/wearers/erase/${wearer.uuid}`, {})).status).toBe(200)
    expect(await keptRows()).toBe(0)
  })
})

it('what the buttons of a remote meant for who carried it is not for the next', async () => {
  const { device, branch, wearer } = fixture
  const buttons = { button: 'CHECK_IN', button2: 'NOTHING' } as const
  const carried = () => createBeacon(harness.db, { branchId: branch.id, deviceId: device.id, buttons })
  const meansOf = async ({ id }: { id: number }) =>
    (await harness.db.select().from(beacons).where(eq(beacons.id, id))).map(({ buttons: means }) => means)
  const taken = await carried()
  await takeBack(device.uuid)
  expect(await meansOf(taken)).toEqual([{}])
  const moved = await carried()
  const body = { wearerUUID: wearer.uuid, deviceUUID: next.uuid }
  expect((await post('/wearers/assign', body)).status).toBe(200)
  const changed = await post(`/blt/entity/update/${moved.uuid}`, { deviceUUID: next.uuid })
  expect([changed.status, await meansOf(moved)]).toEqual([200, [{}]])
})

it('of a hand-over that is dated back what was set since is not kept for who had it before', async () => {
  const { device, wearer, company, branch } = fixture
  const { db } = harness
  const tenDaysAgo = { createdAt: minutesAgo(10 * 1_440) }
  await db.update(devices).set(tenDaysAgo).where(eq(devices.id, device.id))
  for (const table of [relatives, fences])
    await db.update(table).set(tenDaysAgo).where(eq(table.deviceId, device.id))
  const earlier = { at: minutesAgo(1_440) }
  await db.update(watchSettingsHistory).set(earlier).where(eq(watchSettingsHistory.deviceId, device.id))
  const place = { companyId: company.id, branchId: branch.id, ...tenDaysAgo }
  const [ruth] = await db
    .insert(wearers)
    .values({ firstName: 'Ruth', ...place })
    .returning()
  // Ruth has it on for two hours, and her son was entered half an hour ago.
  const son = { name: 'A son', phone: '+972509999999', smsAlerts: true, sosPriority: 'HIGH' } as const
  await db.insert(relatives).values({ deviceId: device.id, ...son, createdAt: minutesAgo(30) })
  const changed = {
    heartRateHigh: 99,
    heartRateCriticalHigh: 119,
    stepsTarget: 50,
    spo2Low: null,
    phonebook: [],
  }
  expect((await post('/devices/configure', { deviceUUID: device.uuid, ...changed })).status).toBe(200)
  const from = minutesAgo(120).toISOString()
  const body = { wearerUUID: ruth?.uuid, deviceUUID: device.uuid, handOverFrom: wearer.uuid, from }
  expect((await post('/wearers/assign', body)).status).toBe(200)
  expect((await give(next)).status).toBe(200)
  expect([await stateOf(next), await stateOf(device)]).toEqual([asHers(), asNew])
})

it('whom the next watch has already is called as soon and by as much as for the one before', async () => {
  const { db } = harness
  const neighbour = { name: 'The neighbour', phone: NEIGHBOUR, phonebookId: 1 }
  await db
    .insert(relatives)
    .values({ deviceId: next.id, ...neighbour, smsAlerts: false, sosPriority: 'MEDIUM' })
  await db
    .update(relatives)
    .set({ sosPriority: 'HIGH' })
    .where(and(eq(relatives.deviceId, fixture.device.id), eq(relatives.phone, NEIGHBOUR)))
  await takeBack(fixture.device.uuid)
  await give(next)
  const { kin, called } = await stateOf(next)
  expect(kin).toEqual([
    [1, 'The neighbour', 'HIGH'],
    [2, 'Rita', 'HIGH'],
  ])
  expect(called).toEqual(new Set([NEIGHBOUR, fixture.people.RELATIVE.id]))
})
