import { createBranch, createCompany, createDevice } from '@carewatch/migrations/factories'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { watchSettings, watchSettingsHistory } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { positions, readings } from '@carewatch/migrations/schema/readings'
import { beacons, presences, sightings } from '@carewatch/migrations/schema/rooms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../../testing/fixtures.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { addBeacon } from '../../testing/rooms.ts'

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
const at = (minute: number, second = 0): Date => new Date(Date.UTC(2026, 6, 10, 21, minute, second))
const tokenOf = (as: Role) => ({ token: fixture.people[as].token })
const fileOf = async ({ uuid }: { uuid: string }) =>
  (await harness.call('GET', `/incidents/${uuid}/file`, tokenOf('SUPERVISOR'))).context.file
const sos = {
  kind: 'SOS',
  direction: 'NONE',
  category: 'OPERATIONAL',
  latched: true,
  severity: 'CRITICAL',
  metric: null,
  value: null,
} as const
const lowOxygen = { kind: 'SPO2', metric: 'spo2', direction: 'LOW', value: 86 } as const

/** With whom it is about in this room then. */
async function raise(values: Parameters<typeof raiseAlarm>[2], of = fixture) {
  const { alarm } = await raiseAlarm(harness, of, values)
  await harness.db.update(alarms).set({ wearerRoomId: fixture.room.id }).where(eq(alarms.id, alarm.id))
  return alarm
}

async function limit(deviceId: number, limits: NonNullable<typeof watchSettings.$inferInsert.limits>) {
  const set = { limits }
  await harness.db
    .insert(watchSettings)
    .values({ deviceId, ...set })
    .onConflictDoUpdate({ target: watchSettings.deviceId, set })
}

type Beyond = { kind: string; beyond: number | null }
const beyondOf = (file: { incident: { alarms: Beyond[] } }) =>
  file.incident.alarms.map(({ kind, beyond }) => [kind, beyond])

describe('the limits in the file of an incident', () => {
  it('are those of when each alarm opened, in its graph too', async () => {
    const { db } = harness
    const deviceId = fixture.device.id
    await raise({ value: 131, openedAt: at(40), lastAt: at(42) })
    const second = await raise({ ...lowOxygen, openedAt: at(45) })
    await limit(deviceId, { spo2: { low: 88 } })
    const change = { spo2Low: { from: null, to: 88 } }
    await db.insert(watchSettingsHistory).values({ deviceId, revision: 2, at: at(43), change })
    await db.insert(readings).values({ deviceId, metric: 4, time: at(45), value: 86 })
    const file = await fileOf(second)
    expect(beyondOf(file)).toEqual([
      ['HEART_RATE', 120],
      ['SPO2', 88],
    ])
    expect(file.vitals[0].bounds.low).toBe(88)
  })

  it('are those of the watch that each alarm is of', async () => {
    const { db } = harness
    const { company, branch, wearer } = fixture
    const second = await createDevice(db, { companyId: company.id, branchId: branch.id })
    const startedAt = new Date('2000-01-01Z')
    await db.insert(assignments).values({ deviceId: second.id, wearerId: wearer.id, startedAt })
    await limit(second.id, { heartRate: { high: 130 } })
    const { id: incidentId } = await raise({ ...sos, openedAt: at(40) })
    const pulse = await raise({ value: 135, openedAt: at(45), incidentId }, { ...fixture, device: second })
    expect(beyondOf(await fileOf(pulse))).toEqual([
      ['SOS', null],
      ['HEART_RATE', 130],
    ])
  })

  it('are unknown where what was changed since went with who wore the watch later', async () => {
    const { db } = harness
    const deviceId = fixture.device.id
    const pulse = await raise({ value: 131, openedAt: at(40) })
    await limit(deviceId, { heartRate: { high: 128 } })
    const change = { heartRateHigh: { from: 125, to: 128 } }
    await db.insert(watchSettingsHistory).values({ deviceId, revision: 2, at: at(101), change })
    expect(beyondOf(await fileOf(pulse))).toEqual([['HEART_RATE', 125]])
    await db
      .update(watchSettingsHistory)
      .set({ change: {} })
      .where(eq(watchSettingsHistory.deviceId, deviceId))
    expect(beyondOf(await fileOf(pulse))).toEqual([['HEART_RATE', null]])
  })
})

describe('the surroundings in the file of an incident', () => {
  const tagged = async (staffId: number | null) => {
    const tag = await addBeacon(harness, {
      branchId: fixture.branch.id,
      roomId: fixture.room.id,
      name: 'Nora tag',
      deviceType: 'TAG',
      staffId,
    })
    await harness.db.insert(sightings).values({
      gatewayId: fixture.gateway.id,
      beaconId: tag.id,
      rssi: -50,
      time: at(46),
      facts: { button: 'pressed' },
      temperature: 31,
    })
  }

  it('have nothing of a tag, of the staff or of nobody now', async () => {
    const called = await raise({ ...sos, openedAt: at(45) })
    await tagged(fixture.people.SUPERVISOR.id)
    await tagged(null)
    expect((await fileOf(called)).rooms).toEqual([])
  })

  const stayed = (since: Date, until: Date) =>
    harness.db
      .insert(presences)
      .values({ beaconId: fixture.beacon.id, roomId: fixture.room.id, since, until, confidence: 0.9 })

  it('have no end of a stay that ends beyond what the file shows', async () => {
    const { db } = harness
    const called = await raise({ ...sos, openedAt: at(45) })
    await stayed(at(40), at(80))
    await db
      .update(assignments)
      .set({ endedAt: at(300) })
      .where(eq(assignments.deviceId, fixture.device.id))
    expect((await fileOf(called)).stays.map(({ to }: { to: string | null }) => to)).toEqual([null])
  })

  it('say of a time in no room why nobody knew where they were', async () => {
    const called = await raise({ ...sos, openedAt: at(45) })
    const { beacon, room } = fixture
    const lost = { beaconId: beacon.id, roomId: null, lastRoomId: room.id, confidence: 0 }
    await harness.db.insert(presences).values([
      { ...lost, since: at(40), until: at(50), unknown: 'GATEWAY_DOWN' },
      { ...lost, since: at(50), until: at(60) },
    ])
    expect((await fileOf(called)).stays).toMatchObject([
      { room: null, unknown: 'GATEWAY_DOWN' },
      { room: null, unknown: null },
    ])
  })

  it('have no stay of whom the tag was with before it came to this watch', async () => {
    const { db } = harness
    const { beacon, device } = fixture
    const called = await raise({ ...sos, openedAt: at(45) })
    await stayed(at(40), at(44))
    await stayed(at(44), at(60))
    const trace = { action: 'updated', entity: 'beacon', entityUuid: beacon.uuid }
    await db.insert(auditLog).values({ ...trace, at: at(50), detail: { fields: ['deviceId'] } })
    expect((await fileOf(called)).stays).toEqual([
      { room: fixture.room.name, unknown: null, from: at(50).toISOString(), to: at(60).toISOString() },
    ])
    await db.update(beacons).set({ deviceId: null }).where(eq(beacons.id, beacon.id))
    const given = await harness.call('POST', `/blt/entity/update/${beacon.uuid}`, {
      ...tokenOf('MANAGER'),
      body: { deviceUUID: device.uuid },
    })
    expect(given.status).toBe(200)
    expect((await fileOf(called)).stays).toEqual([])
  })

  it('have what changed, however often it was reported that nothing did', async () => {
    const { db } = harness
    const called = await raise({ ...sos, openedAt: at(45) })
    const { branch, gateway, room } = fixture
    const place = { branchId: branch.id, roomId: room.id }
    const climate = await addBeacon(harness, { ...place, name: 'Climate', deviceType: 'CLIMATE' })
    const door = await addBeacon(harness, { ...place, name: 'Door', deviceType: 'DOOR' })
    await db.execute(
      sql`insert into sightings (gateway_id, beacon_id, time, rssi, temperature) select ${gateway.id}, ${climate.id}, ${at(16)}::timestamptz + n * interval '0.1 s', -50, 21 from generate_series(1, 20001) n`,
    )
    const seen = { gatewayId: gateway.id, beaconId: door.id, rssi: -50 }
    await db.insert(sightings).values([
      { ...seen, time: at(60), facts: { door: 'open' } },
      { ...seen, time: at(61), facts: { battery: 80 } },
      { ...seen, time: at(62), facts: { door: 'open' } },
    ])
    const { rooms } = await fileOf(called)
    expect(rooms.map(({ fact, value }: { fact: string; value: unknown }) => [fact, value])).toEqual([
      ['temperature', 21],
      ['door', 'open'],
      ['battery', 80],
    ])
  })

  it('have no place where the watch cannot have been', async () => {
    const called = await raise({ ...sos, openedAt: at(45) })
    const fix = { deviceId: fixture.device.id, accuracyM: 10 }
    await harness.db.insert(positions).values([
      { ...fix, time: at(44), lat: 32, lng: 34.8 },
      { ...fix, time: at(45), lat: 48, lng: 11 },
      { ...fix, time: at(46), lat: 32, lng: 34.8 },
    ])
    expect((await fileOf(called)).places.map(({ lat }: { lat: number }) => lat)).toEqual([32, 32])
  })

  it('say that what was measured is not for the house that a person left', async () => {
    const { db } = harness
    const pulse = await raise({ value: 131, openedAt: at(40) })
    await db.insert(readings).values({ deviceId: fixture.device.id, metric: 1, time: at(40), value: 131 })
    const other = await createCompany(db)
    const { id: branchId } = await createBranch(db, other.id)
    await db.update(wearers).set({ companyId: other.id, branchId }).where(eq(wearers.id, fixture.wearer.id))
    expect(await fileOf(pulse)).toMatchObject({ vitals: null, events: null })
  })
})
