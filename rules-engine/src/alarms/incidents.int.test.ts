import type { AlarmKind } from '@carewatch/contracts/alarms'
import { createDevice } from '@carewatch/migrations/factories'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { createFamily, startHarness, type EngineHarness } from '../testing.ts'
import { applyChanges } from './apply.ts'
import { openStory } from './story.ts'

const MINUTE = 60_000

let harness: EngineHarness
let home: { companyId: number; branchId: number }
let now: number
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  const { company, branch } = await createFamily(harness)
  home = { companyId: company.id, branchId: branch.id }
  now = Date.now()
})
afterAll(() => harness.close())

const personCalled = async (firstName: string): Promise<number> => {
  const [row] = await harness.db
    .insert(wearers)
    .values({ firstName, ...home })
    .returning()
  return row?.id ?? 0
}
type Span = { from?: number; until?: number }
const wears = async (wearerId: number, { from = 1_000, until }: Span = {}, watch?: number) => {
  const deviceId = watch ?? (await createDevice(harness.db, home)).id
  const startedAt = new Date(now - from * MINUTE)
  const ended = until === undefined ? {} : { endedAt: new Date(now - until * MINUTE) }
  await harness.db.insert(assignments).values({ wearerId, deviceId, startedAt, ...ended })
  return deviceId
}

type What = { ago?: number; by?: pg.ClientBase; isLate?: boolean }
/** So many minutes ago; answers the alarm's id. */
async function happens(
  deviceId: number,
  kind: AlarmKind,
  { ago = 0, by = harness.connection, isLate = false }: What = {},
): Promise<number> {
  const profiles = await createDeviceCache().load(by, [deviceId])
  const at = new Date(now - ago * MINUTE)
  const direction = kind === 'HEART_RATE' || kind === 'SPO2' ? 'HIGH' : 'NONE'
  const change = { change: 'trigger', deviceId, kind, direction, severity: 'CRITICAL', at } as const
  const [outcome] = await applyChanges(by, profiles, [{ ...change, metric: null, value: null, isLate }])
  return outcome?.alarm.id ?? 0
}

/** Which alarms are one incident, each named by its place among those given. */
async function incidentsOf(ids: number[]): Promise<number[]> {
  const { rows } = await harness.owner.query<{ id: number; first: number }>(
    'select id, coalesce(incident_id, id) as first from alarms where id = any($1)',
    [ids],
  )
  const first = new Map(rows.map((row) => [row.id, row.first]))
  return ids.map((id) => ids.indexOf(first.get(id) ?? 0))
}

it('what happens to one person within ten minutes of the last of it is one incident, whatever they wear', async () => {
  const ruth = await personCalled('Ruth')
  const [watch, pendant] = [await wears(ruth), await wears(ruth)]
  const ids = [
    await happens(watch, 'HEART_RATE', { ago: 30 }),
    await happens(watch, 'FALL', { ago: 20 }),
    await happens(pendant, 'SOS', { ago: 11 }),
    await happens(watch, 'SPO2', { ago: 0.9 }),
  ]
  expect(await incidentsOf(ids)).toEqual([0, 0, 0, 3])
})

it('what goes on is happening still, and what arrives out of its order finds its own', async () => {
  const watch = await wears(await personCalled('Ruth'))
  const pulse = await happens(watch, 'HEART_RATE', { ago: 40 })
  expect(await happens(watch, 'HEART_RATE', { ago: 5 })).toBe(pulse)
  const [now, before] = [await happens(watch, 'FALL'), await happens(watch, 'SPO2', { ago: 45 })]
  expect(await incidentsOf([pulse, now, before])).toEqual([0, 0, 0])
})

it('two people are two incidents: of one name in one room, and of one watch that was handed over within the ten minutes', async () => {
  const [one, other] = [await personCalled('Ruth'), await personCalled('Ruth')]
  const [watch, next] = [await wears(one, { until: 4 }), await wears(other)]
  await wears(other, { from: 4 }, watch)
  const ids = [
    await happens(watch, 'SOS', { ago: 6 }),
    await happens(next, 'FALL', { ago: 7 }),
    await happens(watch, 'HEART_RATE', { ago: 2 }),
  ]
  expect(await incidentsOf(ids)).toEqual([0, 1, 1])
})

it('a battery, a late story, a rehearsal and a watch that nobody wears stand alone', async () => {
  const ruth = await personCalled('Ruth')
  const [watch, nobodys] = [await wears(ruth), (await createDevice(harness.db, home)).id]
  const sos = await happens(watch, 'SOS', { ago: 3 })
  const profiles = await createDeviceCache().load(harness.connection, [watch])
  const profile = profiles.get(watch)
  const over = { from: new Date(now - 4 * MINUTE), to: new Date(now - 3 * MINUTE) }
  const story = { deviceId: watch, kind: 'SPO2', direction: 'LOW', severity: 'HIGH', value: 80 } as const
  const late =
    profile && (await openStory(harness.connection, profile, { ...story, metric: 'spo2', ...over }))
  const { rows } = await harness.owner.query<{ id: number }>(
    `insert into alarms (device_id, kind, category, severity, rehearsal, opened_at, last_at) values ($1, 'FALL', 'PHYSIOLOGICAL', 'HIGH', true, now(), now()) returning id`,
    [watch],
  )
  const ids = [
    sos,
    await happens(watch, 'BATTERY', { ago: 2 }),
    late?.alarm.id ?? 0,
    rows[0]?.id ?? 0,
    await happens(watch, 'HEART_RATE', { isLate: true }),
    await happens(nobodys, 'SOS'),
    await happens(nobodys, 'FALL'),
    await happens(watch, 'FALL'),
  ]
  expect(await incidentsOf(ids)).toEqual([0, 1, 2, 3, 4, 5, 6, 0])
})

it('what a person ended takes nothing more, what was only over does', async () => {
  const watch = await wears(await personCalled('Ruth'))
  const ended = await happens(watch, 'SOS', { ago: 5 })
  await harness.owner.query(`update alarms set closed_at = now(), cause = 'HELPED' where id = $1`, [ended])
  const over = await happens(watch, 'HEART_RATE', { ago: 4 })
  await harness.owner.query('update alarms set closed_at = now(), active = false where id = $1', [over])
  expect(await incidentsOf([ended, over, await happens(watch, 'FALL')])).toEqual([0, 1, 1])
})

it('what is open goes before what a person ended, also where that began later', async () => {
  const watch = await wears(await personCalled('Ruth'))
  const ended = await happens(watch, 'SOS', { ago: 1 })
  await harness.owner.query(`update alarms set closed_at = now(), cause = 'TEST' where id = $1`, [ended])
  const [pulse, fall] = [
    await happens(watch, 'HEART_RATE', { ago: 3 }),
    await happens(watch, 'FALL', { ago: 2 }),
  ]
  expect(await incidentsOf([ended, pulse, fall])).toEqual([0, 1, 1])
})

it('one that comes to what somebody took rings, and takes nothing from who took the others', async () => {
  const watch = await wears(await personCalled('Ruth'))
  const taken = await happens(watch, 'SOS', { ago: 5 })
  await harness.owner.query('update alarms set acknowledged_at = now() where id = $1', [taken])
  await harness.owner.query('update notifications set acknowledged_at = now() where alarm_id = $1', [taken])
  const fall = await happens(watch, 'FALL')
  const { rows } = await harness.owner.query(
    `select a.id, a.acknowledged_at is not null as taken, n.acknowledged_at is not null as answered, e.due_at <= now() as due
     from alarms a join notifications n on n.alarm_id = a.id join escalations e on e.alarm_id = a.id where a.id = any($1) order by a.id`,
    [[taken, fall]],
  )
  expect(rows).toEqual([
    { id: taken, taken: true, answered: true, due: true },
    { id: fall, taken: false, answered: false, due: true },
  ])
})

it('two engines that open two alarms of one person at the same instant make one incident', async () => {
  const ruth = await personCalled('Ruth')
  const [watch, pendant] = [await wears(ruth), await wears(ruth)]
  const [one, other] = [await harness.pool.connect(), await harness.pool.connect()]
  // However slow this machine is: that they wait no longer than a blink is another test's.
  await harness.owner.query(`alter function join_incident() set lock_timeout = '60s'`)
  await one.query('begin')
  await other.query('begin')
  const sos = await happens(watch, 'SOS', { by: one })
  const falls = happens(pendant, 'FALL', { by: other })
  const isWaiting = async () =>
    (
      await harness.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount === 1
  await vi.waitUntil(isWaiting, { timeout: 10_000 })
  await one.query('commit')
  const fall = await falls
  await other.query('commit')
  await harness.owner.query(`alter function join_incident() set lock_timeout = '200ms'`)
  for (const client of [one, other]) client.release()
  expect(await incidentsOf([sos, fall])).toEqual([0, 0])
})

it('two engines that open alarms of two people crosswise wait for each other no longer than a blink', async () => {
  const [ruth, hanna] = [await wears(await personCalled('Ruth')), await wears(await personCalled('Hanna'))]
  const [one, other] = [await harness.pool.connect(), await harness.pool.connect()]
  for (const client of [one, other]) await client.query('begin')
  await happens(ruth, 'SOS', { by: one })
  await happens(hanna, 'HEART_RATE', { by: other })
  const opened = await Promise.all([
    happens(hanna, 'SOS', { by: one }).then((id) => one.query('commit').then(() => id)),
    happens(ruth, 'HEART_RATE', { by: other }).then((id) => other.query('commit').then(() => id)),
  ])
  for (const client of [one, other]) client.release()
  const { rowCount } = await harness.owner.query('select from alarms where id = any($1)', [opened])
  expect(rowCount).toBe(2)
})

it.each(["update wearers set bed = '7' where id = $1", 'select from wearers where id = $1 for share'])(
  'a call for help does not wait for whoever edits its person: %s',
  async (edit) => {
    const ruth = await personCalled('Ruth')
    const watch = await wears(ruth)
    const [nurse, engine] = [harness.owner, await harness.pool.connect()]
    await nurse.query('begin')
    await nurse.query(edit, [ruth])
    // Longer than that nobody is to wait; it would be refused by then.
    await engine.query("set lock_timeout = '5s'")
    const called = await happens(watch, 'SOS', { by: engine })
    await nurse.query('rollback')
    await engine.query('reset lock_timeout')
    engine.release()
    expect(await incidentsOf([called])).toEqual([0])
  },
)

it('what goes on for days is a new incident once it began more than a day ago', async () => {
  const watch = await wears(await personCalled('Ruth'), { from: 6_000 })
  const HOUR = 60
  const over = (id: number, hoursAgo: number) =>
    harness.owner.query(
      'update alarms set last_at = $2, active = false, acknowledged_at = now(), closed_at = now() where id = $1',
      [id, new Date(now - hoursAgo * HOUR * MINUTE)],
    )
  const pulse = await happens(watch, 'HEART_RATE', { ago: 50 * HOUR })
  await over(pulse, 30)
  const oxygen = await happens(watch, 'SPO2', { ago: 30 * HOUR })
  await over(oxygen, 10)
  const fall = await happens(watch, 'FALL', { ago: 10 * HOUR })
  expect(await incidentsOf([pulse, oxygen, fall])).toEqual([0, 0, 2])
})
