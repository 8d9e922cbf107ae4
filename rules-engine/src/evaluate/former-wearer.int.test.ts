import type { EventType } from '@carewatch/contracts/alarms'
import type { LiveEvent } from '@carewatch/contracts/events'
import { createUser } from '@carewatch/migrations/factories'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { recipientsOf } from '@carewatch/platform/escalation/recipients'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { commitFacts, createFamily, type EngineHarness, startHarness } from '../testing.ts'
import { evaluateBatches } from './evaluate-batches.ts'
import { createRuleMemory } from './rule-memory.ts'

const MINUTE_MS = 60_000
const now = Date.now()
const HANDED_OVER = now - 60 * MINUTE_MS
const BEFORE = HANDED_OVER - 30 * MINUTE_MS

let harness: EngineHarness
let family: Awaited<ReturnType<typeof createFamily>>
let former: { wearerId: number; owner: Awaited<ReturnType<typeof createUser>> }
let present = 0
let context: Parameters<typeof evaluateBatches>[0]
let published: LiveEvent[] = []

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const wearer = async (firstName: string): Promise<number> => {
  const [row] = await harness.db.insert(wearers).values({ firstName }).returning()
  return row?.id ?? 0
}

beforeEach(async () => {
  family = await createFamily(harness)
  const { db, connection } = harness
  const deviceId = family.device.id
  former = { wearerId: await wearer('Ruth'), owner: await createUser(db, { role: 'OWNER' }) }
  present = await wearer('Miriam')
  const [from, until] = [new Date(BEFORE - 600 * MINUTE_MS), new Date(HANDED_OVER)]
  await db.insert(assignments).values([
    { wearerId: former.wearerId, deviceId, startedAt: from, endedAt: until },
    { wearerId: present, deviceId, startedAt: until },
  ])
  await db
    .insert(wearerRelations)
    .values({ wearerId: former.wearerId, userId: former.owner.id, kind: 'OWNER' })
  published = []
  context = {
    db: connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    publish: (_topic, event) => void published.push(event),
  }
})

async function report(type: EventType, time: number): Promise<void> {
  const events = JSON.stringify([{ deviceId: family.device.id, type, time, receivedAt: now }])
  await harness.owner.query('insert into pending_evaluations (urgent, events) values (true, $1)', [events])
  await evaluateBatches(context, true, 10)
}

/** Two samples outside a limit are an alarm, one is none. */
async function measure(value: number, ...times: number[]): Promise<void> {
  const facts = times.map((time) => ({ metric: 'heartRate' as const, value, time, receivedAt: now }))
  await commitFacts(harness, family.device.id, facts)
  await evaluateBatches(context, false, 10)
}

const alarms = async () =>
  (
    await harness.owner.query(
      `select id, kind, wearer_id as "wearerId", count, late from alarms where device_id = $1 and closed_at is null order by id`,
      [family.device.id],
    )
  ).rows

it('what was measured while nobody wore it raises nothing for who wears it now, and a call for help does', async () => {
  const given = new Date(HANDED_OVER + 20 * MINUTE_MS)
  await harness.db.update(assignments).set({ startedAt: given }).where(eq(assignments.wearerId, present))
  const between = HANDED_OVER + 5 * MINUTE_MS
  await measure(190, between, between + MINUTE_MS)
  expect(await alarms()).toEqual([])
  await report('SOS', between)
  expect(await alarms()).toMatchObject([{ kind: 'SOS', wearerId: present, late: true }])
  await measure(190, given.getTime() + 15 * MINUTE_MS, given.getTime() + 16 * MINUTE_MS)
  expect((await alarms()).map(({ kind }) => kind)).toEqual(['SOS', 'HEART_RATE'])
})

it('a call for help that comes late is an alarm of who called, beside that of who wears the watch now', async () => {
  await report('SOS', now)
  await report('SOS', BEFORE)
  await report('SOS', BEFORE + MINUTE_MS)
  expect(await alarms()).toMatchObject([
    { kind: 'SOS', wearerId: present, count: 1, late: false },
    { kind: 'SOS', wearerId: former.wearerId, count: 2, late: true },
  ])
  const wearerUuids = published.flatMap((event) =>
    event.type === 'notification' ? [event.notification.wearerUuid] : [],
  )
  expect(new Set(wearerUuids).size).toBe(2)
})

it('reaches the people of who called, and nobody around who wears the watch now', async () => {
  await report('SOS', now)
  await report('SOS', BEFORE)
  const [own, late] = await alarms()
  const namesOf = async (alarmId: number) =>
    (await recipientsOf(harness.connection, alarmId, ['OWNER', 'MANAGER', 'NURSES'])).map(
      ({ userId }) => userId,
    )
  expect(await namesOf(own.id)).toContain(family.owner.id)
  const reached = await namesOf(late.id)
  expect(reached).toContain(former.owner.id)
  expect(reached).toContain(family.nurse.id)
  expect(reached).not.toContain(family.owner.id)
})

it('what the former wearer’s heart did raises nothing', async () => {
  await measure(30, BEFORE, BEFORE + MINUTE_MS)
  expect(await alarms()).toEqual([])
  await measure(30, now - 5 * MINUTE_MS)
  expect(await alarms()).toMatchObject([{ kind: 'HEART_RATE', wearerId: present }])
})

it('nothing that was remembered of one wearer counts for the next', async () => {
  const { connection } = harness
  const deviceId = family.device.id
  const OVER = now - 9 * MINUTE_MS
  await measure(45, now - 10 * MINUTE_MS)
  await harness.owner.query(
    'update assignments set ended_at = $2 where device_id = $1 and ended_at is null',
    [deviceId, new Date(OVER)],
  )
  const next = await wearer('Hanna')
  const values = { wearerId: next, deviceId, startedAt: new Date(OVER) }
  await harness.db.insert(assignments).values(values)
  context.deviceCache.forget(deviceId)
  await measure(45, now - 8 * MINUTE_MS)
  expect(await alarms()).toEqual([])
  await measure(45, now - 7 * MINUTE_MS)
  expect(await alarms()).toMatchObject([{ kind: 'HEART_RATE', wearerId: next }])

  // An engine that starts now reads what was remembered, and nothing of before.
  const memory = createRuleMemory()
  await memory.load(connection, [deviceId])
  expect(memory.of(deviceId, 'HEART_RATE').state).not.toEqual({})
  await harness.owner.query(
    'update assignments set ended_at = now() where device_id = $1 and ended_at is null',
    [deviceId],
  )
  const none = createRuleMemory()
  await none.load(connection, [deviceId])
  expect(none.of(deviceId, 'HEART_RATE').state).toEqual({})
})

const end = (at: number) =>
  harness.owner.query('update assignments set ended_at = $2 where device_id = $1 and ended_at is null', [
    family.device.id,
    new Date(at),
  ])

it('a watch that nobody was given again goes on to call, for the staff', async () => {
  await end(now - 20 * MINUTE_MS)
  await measure(30, now - 10 * MINUTE_MS, now - 9 * MINUTE_MS)
  expect(await alarms()).toMatchObject([{ kind: 'HEART_RATE', wearerId: null }])
})

it('a call dated between two wearers, by a clock that is behind, reaches the people of who wears the watch now', async () => {
  await end(HANDED_OVER)
  const { rows } = await harness.owner.query(
    `insert into assignments (wearer_id, device_id, started_at) values ($1, $2, $3) returning id`,
    [present, family.device.id, new Date(now - 5 * MINUTE_MS)],
  )
  expect(rows).toHaveLength(1)
  await report('SOS', now - 10 * MINUTE_MS)
  const [call] = await alarms()
  expect(call).toMatchObject({ kind: 'SOS', wearerId: present })
  const reached = await recipientsOf(harness.connection, call.id, ['OWNER'])
  expect(reached.map(({ userId }) => userId)).toEqual([family.owner.id])
})

it('a late call leaves a task beside that of who wears the watch now', async () => {
  await report('SOS', BEFORE)
  await report('SOS', now)
  const { rows } = await harness.owner.query(
    `select wearer_id as "wearerId" from tasks where device_id = $1 and status <> 'DONE' order by id`,
    [family.device.id],
  )
  expect(rows).toEqual([{ wearerId: former.wearerId }, { wearerId: present }])
})

it('a late call is of the house that who called lives in, wherever the watch is now', async () => {
  const other = await createFamily(harness)
  const { connection } = harness
  await harness.owner.query('update wearers set company_id = $2, branch_id = $3 where id = $1', [
    former.wearerId,
    other.company.id,
    other.branch.id,
  ])
  await report('SOS', BEFORE)
  const [call] = await alarms()
  const { rows } = await harness.owner.query(
    `select a.company_id as alarm, n.company_id as notification, t.branch_id as task from alarms a
     join notifications n on n.alarm_id = a.id join tasks t on t.alarm_id = a.id where a.id = $1`,
    [call.id],
  )
  expect(rows).toEqual([{ alarm: other.company.id, notification: other.company.id, task: other.branch.id }])
  const reached = await recipientsOf(connection, call.id, ['NURSES', 'MANAGER'])
  expect(reached.map(({ userId }) => userId)).toContain(other.nurse.id)
  expect(reached.map(({ userId }) => userId)).not.toContain(family.nurse.id)
})

it('an alarm of nobody ends like any other when what it is about is over', async () => {
  await harness.owner.query('update alarms set wearer_id = null where device_id = $1', [family.device.id])
  await measure(30, now - 30 * MINUTE_MS, now - 29 * MINUTE_MS)
  await harness.owner.query('update alarms set wearer_id = null where device_id = $1', [family.device.id])
  await measure(70, now - 20 * MINUTE_MS, now - 19 * MINUTE_MS)
  const { rows } = await harness.owner.query('select active from alarms where device_id = $1', [
    family.device.id,
  ])
  expect(rows).toEqual([{ active: false }])
})

it('what was remembered of a watch that nobody had been assigned to goes on when somebody is', async () => {
  const { device } = await createFamily(harness)
  const { db } = harness
  const facts = (value: number, ...times: number[]) =>
    commitFacts(
      harness,
      device.id,
      times.map((time) => ({ metric: 'heartRate' as const, value, time, receivedAt: now })),
    )
  await facts(45, now - 30 * MINUTE_MS, now - 29 * MINUTE_MS)
  await evaluateBatches(context, false, 10)
  await db
    .insert(assignments)
    .values({ wearerId: present, deviceId: device.id, startedAt: new Date(now - 25 * MINUTE_MS) })
  await harness.owner.query('update alarms set wearer_id = $2 where device_id = $1', [device.id, present])
  context.deviceCache.forget(device.id)
  await facts(70, now - 20 * MINUTE_MS, now - 19 * MINUTE_MS)
  await evaluateBatches(context, false, 10)
  const { rows } = await harness.owner.query('select active from alarms where device_id = $1', [device.id])
  expect(rows).toEqual([{ active: false }])
})
