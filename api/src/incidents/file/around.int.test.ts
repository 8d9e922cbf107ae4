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
