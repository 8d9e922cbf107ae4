import type { EventType } from '@carewatch/contracts/alarms'
import { createUser } from '@carewatch/migrations/factories'
import { fences, relatives, watchSettings } from '@carewatch/migrations/schema/devices'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { recipientsOf } from '@carewatch/platform/escalation/recipients'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { commitFacts, createFamily, type EngineHarness, startHarness } from '../testing.ts'
import { evaluateBatches } from './evaluate-batches.ts'
import { createRuleMemory } from './rule-memory.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let harness: EngineHarness
let family: Awaited<ReturnType<typeof createFamily>>
let next: { wearerId: number; owner: Awaited<ReturnType<typeof createUser>> }
let former = 0
let context: Parameters<typeof evaluateBatches>[0]
/** When it is planned to change hands. */
let planned = 0

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const wearer = async (firstName: string): Promise<number> => {
  const [row] = await harness.db.insert(wearers).values({ firstName }).returning()
  return row?.id ?? 0
}

/** Ruth wears it and hands it over to Miriam in an hour, as is planned; nobody but the clock does anything about it. */
beforeEach(async () => {
  vi.useRealTimers()
  const { db, connection } = harness
  family = await createFamily(harness)
  former = await wearer('Ruth')
  next = { wearerId: await wearer('Miriam'), owner: await createUser(db, { role: 'OWNER' }) }
  planned = Date.now() + HOUR_MS
  const at = new Date(planned)
  const deviceId = family.device.id
  const since = new Date(planned - 48 * HOUR_MS)
  await db.insert(assignments).values([
    { wearerId: former, deviceId, startedAt: since, endedAt: at, dueAt: at, end: 'HANDED_OVER' },
    { wearerId: next.wearerId, deviceId, startedAt: at, dueAt: at },
  ])
  await db.insert(wearerRelations).values([
    { wearerId: former, userId: family.owner.id, kind: 'OWNER' },
    { wearerId: next.wearerId, userId: next.owner.id, kind: 'OWNER' },
  ])
  context = {
    db: connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    publish: () => {},
  }
})

/** The plan lies two hours earlier: an hour ago it came true, by the clock of the database and by that of this program. */
async function comeTrue(): Promise<void> {
  await harness.owner.query(
    `update assignments set started_at = started_at - interval '2 hours', ended_at = ended_at - interval '2 hours',
       due_at = due_at - interval '2 hours' where device_id = $1`,
    [family.device.id],
  )
  planned -= 2 * HOUR_MS
}

async function report(type: EventType, time: number): Promise<void> {
  const events = JSON.stringify([{ deviceId: family.device.id, type, time, receivedAt: Date.now() }])
  await harness.owner.query('insert into pending_evaluations (urgent, events) values (true, $1)', [events])
  await evaluateBatches(context, true, 10)
}

/** Two samples outside a limit are an alarm, one is none. */
async function measure(value: number, ...times: number[]): Promise<void> {
  const facts = times.map((time) => ({ metric: 'heartRate' as const, value, time, receivedAt: time }))
  await commitFacts(harness, family.device.id, facts)
  await evaluateBatches(context, false, 10)
}

const alarms = async () =>
  (
    await harness.owner.query(
      'select id, kind, wearer_id as "wearerId" from alarms where device_id = $1 and closed_at is null order by id',
      [family.device.id],
    )
  ).rows
const reached = async (alarmId: number): Promise<(number | null)[]> =>
  (await recipientsOf(harness.connection, alarmId, ['OWNER', 'RELATIVES_HIGH', 'NURSES'])).map(
    ({ userId }) => userId,
  )

it('what is measured until then is of who wears it, and what is measured from then on of the next, from scratch', async () => {
  await measure(45, Date.now() - 61 * MINUTE_MS)
  await comeTrue()
  context.deviceCache.forgetAll()
  await measure(45, planned + MINUTE_MS)
  expect(await alarms()).toEqual([])
  await measure(45, planned + 2 * MINUTE_MS)
  expect(await alarms()).toMatchObject([{ kind: 'HEART_RATE', wearerId: next.wearerId }])
})

it('what was kept of a watch is over when it changes hands, though nobody says so', async () => {
  const { device } = family
  const known = async () => (await context.deviceCache.load(harness.connection, [device.id])).get(device.id)
  const before = await known()
  expect(before?.assignmentId).not.toBeNull()
  await comeTrue()
  expect(await known()).toBe(before)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * HOUR_MS })
  const after = await known()
  expect(after?.assignmentId).not.toBe(before?.assignmentId)
  expect(after?.wornSinceMs).toBe(planned)
})

it('a call for help goes to those around whom it is of then, before anybody did what the hand-over brings about', async () => {
  const { device, owner, nurse } = family
  const kin = await createUser(harness.db, { role: 'RELATIVE' })
  await harness.db
    .insert(relatives)
    .values({ deviceId: device.id, userId: kin.id, name: 'Rita', sosPriority: 'HIGH' })
  await comeTrue()
  await report('SOS', planned + MINUTE_MS)
  await report('SOS', planned - MINUTE_MS)
  const [hers, late] = await alarms()
  expect([hers.wearerId, late.wearerId]).toEqual([next.wearerId, former])
  const [toHers, toLate] = [await reached(hers.id), await reached(late.id)]
  expect(toHers).toEqual(expect.arrayContaining([next.owner.id, nurse.id]))
  expect(toHers).not.toContain(owner.id)
  expect(toHers).not.toContain(kin.id)
  expect(toLate).toContain(owner.id)
  expect(toLate).not.toContain(next.owner.id)
})

it('nobody who was around who wore it hears of a watch that was planned to be nobody’s', async () => {
  await harness.db.delete(assignments).where(eq(assignments.wearerId, next.wearerId))
  await comeTrue()
  await report('SOS', planned + MINUTE_MS)
  const [call] = await alarms()
  expect(call).toMatchObject({ wearerId: null })
  expect(await reached(call.id)).toContain(family.nurse.id)
  expect(await reached(call.id)).not.toContain(family.owner.id)
})

it('the next is held against neither the limits nor the fences of who wore it before', async () => {
  const { device } = family
  const { db, connection } = harness
  await db
    .update(watchSettings)
    .set({ limits: { heartRate: { low: 40, high: 60 } } })
    .where(eq(watchSettings.deviceId, device.id))
  await db.insert(fences).values({ deviceId: device.id, name: 'Garden', lat: 32, lng: 35, radiusM: 100 })
  const known = async () => (await context.deviceCache.load(connection, [device.id])).get(device.id)
  const before = await known()
  expect([before?.limits.heartRate?.high, before?.fences.length]).toEqual([60, 1])
  await comeTrue()
  context.deviceCache.forgetAll()
  const after = await known()
  expect(after?.fences).toEqual([])
  await measure(70, planned + MINUTE_MS, planned + 2 * MINUTE_MS)
  expect(await alarms()).toEqual([])
})

it('who wears a watch keeps what was remembered of them when it is written down who wore it before', async () => {
  const { device } = family
  const { db } = harness
  await db.delete(assignments).where(eq(assignments.deviceId, device.id))
  const [began, now] = [Date.now() - 5 * HOUR_MS, Date.now()]
  await db
    .insert(assignments)
    .values({ wearerId: next.wearerId, deviceId: device.id, startedAt: new Date(began) })
  await measure(45, now - 3 * MINUTE_MS, now - 2 * MINUTE_MS)
  expect(await alarms()).toMatchObject([{ wearerId: next.wearerId }])
  await db.insert(assignments).values({
    wearerId: former,
    deviceId: device.id,
    startedAt: new Date(began - 2 * HOUR_MS),
    endedAt: new Date(began - HOUR_MS),
  })
  context.deviceCache.forgetAll()
  await measure(70, now - MINUTE_MS, now)
  const { rows } = await harness.owner.query('select active from alarms where device_id = $1', [device.id])
  expect(rows).toEqual([{ active: false }])
})
