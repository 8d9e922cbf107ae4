import type { StoredPosition } from '@carewatch/contracts/batches'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { devices, fences, watchSettings, watchSettingsHistory } from '@carewatch/migrations/schema/devices'
import { settingStates } from '@carewatch/migrations/schema/setting-states'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeviceCache } from '../../profiles/device-cache.ts'
import { evaluateBatches } from '../evaluate-batches.ts'
import { evaluateClock } from '../../schedule/evaluate-clock.ts'
import { createRuleMemory } from '../rule-memory.ts'
import { silentDevices } from '../../schedule/silent-devices.ts'
import { startHarness, type EngineHarness } from '../../testing.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const home = { lat: 32.08, lng: 34.78 }
const away = { lat: 32.1, lng: 34.8 }

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const newContext = () => ({
  db: harness.connection,
  deviceCache: createDeviceCache(),
  memory: createRuleMemory(),
  publish: () => {},
})

async function newWearer(values: Partial<typeof devices.$inferInsert> = {}) {
  const company = await createCompany(harness.db)
  const branch = await createBranch(harness.db, company.id)
  const owner = await createUser(harness.db, {
    role: 'OWNER',
    companyId: company.id,
    timeZone: 'Asia/Jerusalem',
  })
  const of = { companyId: company.id, branchId: branch.id, ownerId: owner.id }
  const device = await createDevice(harness.db, { ...of, ...values })
  const [fence] = await harness.db
    .insert(fences)
    .values({ deviceId: device.id, name: 'Home', isHome: true, ...home, radiusM: 150 })
    .returning()
  return { ...device, fence }
}

let clock = noon
/** Commits where the watch is, as ingest does, and has it evaluated by an engine that was just started. */
async function isAt(deviceId: number, place: typeof home, notified: Partial<StoredPosition> = {}) {
  clock += 5 * MINUTE
  const fix = { deviceId, ...place, accuracyM: 10, source: 'GPS' as const, time: clock, receivedAt: clock }
  await harness.owner.query('insert into pending_evaluations (urgent, positions) values (false, $1)', [
    JSON.stringify([{ ...fix, ...notified }]),
  ])
  await evaluateBatches(newContext(), false, 10)
}

const alarmsOf = async (deviceId: number) =>
  (
    await harness.owner.query(
      `select kind, severity, active, count, fence_id, closed_at is not null as closed from alarms
       where device_id = $1 and kind = 'GEOFENCE' order by id`,
      [deviceId],
    )
  ).rows
const countOf = async (table: 'notifications' | 'tasks', deviceId: number) =>
  Number(
    (await harness.owner.query(`select count(*) from ${table} where device_id = $1`, [deviceId])).rows[0]
      .count,
  )
async function modeOf(deviceId: number) {
  const [row] = await harness.db
    .select({ mode: devices.operationMode, revision: watchSettings.revision })
    .from(devices)
    .innerJoin(watchSettings, eq(watchSettings.deviceId, devices.id))
    .where(eq(devices.id, deviceId))
  return row
}
const historyOf = async (deviceId: number) =>
  (
    await harness.db
      .select()
      .from(watchSettingsHistory)
      .where(eq(watchSettingsHistory.deviceId, deviceId))
      .orderBy(watchSettingsHistory.id)
  ).map(({ revision, userId, change }) => ({ revision, userId, change }))

describe('leaving the fence', () => {
  it('makes one alarm with its notification and task, and looks for the wearer each minute until they are back', async () => {
    const { id, fence } = await newWearer({ operationMode: 'POWER_SAVING' })
    await isAt(id, home)
    await isAt(id, away)
    await isAt(id, away)
    expect(await alarmsOf(id)).toEqual([
      { kind: 'GEOFENCE', severity: 'HIGH', active: true, count: 2, fence_id: fence?.id, closed: false },
    ])
    expect([await countOf('notifications', id), await countOf('tasks', id)]).toEqual([1, 1])
    expect(await modeOf(id)).toEqual({ mode: 'EMERGENCY', revision: 2 })

    await isAt(id, home)
    expect(await alarmsOf(id)).toMatchObject([{ active: false, closed: false }])
    expect(await modeOf(id)).toEqual({ mode: 'POWER_SAVING', revision: 3 })
    expect(await historyOf(id)).toEqual([
      { revision: 2, userId: null, change: { operationMode: { from: 'POWER_SAVING', to: 'EMERGENCY' } } },
      { revision: 3, userId: null, change: { operationMode: { from: 'EMERGENCY', to: 'POWER_SAVING' } } },
    ])
  })

  it('leaves alone a watch that was in emergency mode before, or that somebody has set since', async () => {
    const before = await newWearer({ operationMode: 'EMERGENCY' })
    await isAt(before.id, away)
    await isAt(before.id, home)
    expect(await alarmsOf(before.id)).toMatchObject([{ active: false }])
    expect(await modeOf(before.id)).toEqual({ mode: 'EMERGENCY', revision: 1 })

    const since = await newWearer()
    await isAt(since.id, away)
    await harness.db.update(devices).set({ operationMode: 'NORMAL' }).where(eq(devices.id, since.id))
    await isAt(since.id, away)
    expect(await modeOf(since.id)).toEqual({ mode: 'NORMAL', revision: 2 })
    await isAt(since.id, home)
    expect(await modeOf(since.id)).toEqual({ mode: 'NORMAL', revision: 2 })
  })

  it('is not told again of who is still outside when a person has ended the alarm, but of the next time', async () => {
    const { id } = await newWearer()
    await isAt(id, away)
    await harness.owner.query(
      `update alarms set active = false, closed_at = now(), cause = 'HELPED' where device_id = $1`,
      [id],
    )
    await isAt(id, away)
    await isAt(id, away)
    expect(await alarmsOf(id)).toMatchObject([{ closed: true }])
    await isAt(id, home)
    expect(await modeOf(id)).toMatchObject({ mode: 'NORMAL' })
    await isAt(id, away)
    expect(await alarmsOf(id)).toMatchObject([{ closed: true }, { closed: false, active: true }])
  })

  it('takes nothing late for where the wearer is', async () => {
    const { id } = await newWearer()
    await isAt(id, home)
    await isAt(id, away, { receivedAt: clock + 5 * MINUTE + 31 * MINUTE })
    await isAt(id, away, { time: clock - 6 * MINUTE })
    expect(await alarmsOf(id)).toEqual([])
  })

  it('does not call a watch silent that was told to hurry and has not heard of it yet', async () => {
    const { id } = await newWearer()
    await isAt(id, away)
    const silent = async (minutes: number) => {
      await harness.owner.query(
        'update device_status set last_seen_at = now() - make_interval(mins => $2) where device_id = $1',
        [id, minutes],
      )
      const changes = await silentDevices(harness.connection, new Date(noon))
      return changes.some(({ deviceId }) => deviceId === id)
    }
    expect([await silent(7), await silent(89), await silent(91)]).toEqual([false, false, true])
    const isSeenToHurry = `insert into positions (device_id, time, lat, lng)
      select $1, now() - make_interval(mins => minute), 32, 34.8 from generate_series(8, 10) minute`
    await harness.owner.query(isSeenToHurry, [id])
    expect([await silent(5), await silent(7)]).toEqual([false, true])
    await harness.owner.query('delete from positions where device_id = $1', [id])
    const taken = { deviceId: id, setting: 'operationMode', isTaken: true, sentAt: new Date() }
    await harness.db.insert(settingStates).values({ ...taken, revision: 1 })
    expect(await silent(7)).toBe(false)
    await harness.db.update(settingStates).set({ revision: 2 }).where(eq(settingStates.deviceId, id))
    expect([await silent(5), await silent(7)]).toEqual([false, true])
    await harness.db.delete(settingStates).where(eq(settingStates.deviceId, id))
    await harness.db.update(watchSettings).set({ reportedRevision: 2 }).where(eq(watchSettings.deviceId, id))
    expect([await silent(5), await silent(7)]).toEqual([false, true])
  })
})

describe('a fence that no longer holds', () => {
  it('ends its alarm, though no fix comes, when it is taken away or its hours are over', async () => {
    const gone = await newWearer()
    const evening = await newWearer()
    await harness.db
      .update(fences)
      .set({ schedule: { days: [0, 1, 2, 3, 4, 5, 6], from: '08:00', to: '20:00' } })
      .where(eq(fences.deviceId, evening.id))
    await isAt(gone.id, away)
    await isAt(evening.id, away)
    await evaluateClock(newContext(), new Date(clock))
    expect([...(await alarmsOf(gone.id)), ...(await alarmsOf(evening.id))]).toMatchObject([
      { active: true },
      { active: true },
    ])

    await harness.db.update(fences).set({ deletedAt: new Date() }).where(eq(fences.deviceId, gone.id))
    // Eight in the evening in Jerusalem.
    await evaluateClock(newContext(), new Date('2026-11-21T18:00:00Z'))
    for (const { id } of [gone, evening]) {
      expect(await alarmsOf(id)).toMatchObject([{ active: false }])
      expect(await modeOf(id)).toMatchObject({ mode: 'NORMAL' })
    }
  })

  it('is heard of by whoever keeps the profile of its watch', async () => {
    const { id } = await newWearer()
    const deviceCache = createDeviceCache()
    const held = await deviceCache.load(harness.connection, [id])
    expect(held.get(id)).toMatchObject({ zone: 'Asia/Jerusalem', fences: [{ severity: 'HIGH' }] })
    const published = new Promise<string | undefined>((resolve) =>
      harness.connection.on('notification', ({ channel, payload }) =>
        channel === 'device_changed' ? resolve(payload) : undefined,
      ),
    )
    await harness.connection.query('listen device_changed')
    await harness.db.update(fences).set({ isActive: false }).where(eq(fences.deviceId, id))
    expect(await published).toBe(String(id))
    deviceCache.forget(id)
    expect((await deviceCache.load(harness.connection, [id])).get(id)?.fences).toEqual([])
  })
})
