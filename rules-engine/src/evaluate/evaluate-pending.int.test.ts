import type { EventType } from '@carewatch/contracts/alarms'
import { createBranch, createCompany, createDevice } from '@carewatch/migrations/factories'
import { branches } from '@carewatch/migrations/schema/people'
import { devices } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { evaluatePending, evaluatePoisonBatches } from './evaluate-pending.ts'
import { createRuleMemory } from './rule-memory.ts'
import { alarmsOf, startHarness, type EngineHarness } from '../testing.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.owner.query('delete from rejected_messages'))

const newContext = () => ({
  db: harness.connection,
  deviceCache: createDeviceCache(),
  memory: createRuleMemory(),
  publish: () => {},
})
const newOptions = () => {
  const faults: Error[] = []
  const held: Error[] = []
  const onDeadLetter = (fault: Error) => void faults.push(fault)
  const onHeld = (fault: Error) => void held.push(fault)
  return { isUrgent: true, atOnce: 10, onDeadLetter, onHeld, faults, held }
}
async function newDevice() {
  const company = await createCompany(harness.db)
  const branch = await createBranch(harness.db, company.id)
  return createDevice(harness.db, { companyId: company.id, branchId: branch.id })
}
const eventsOf = (deviceId: number, ...types: EventType[]) =>
  JSON.stringify(types.map((type) => ({ deviceId, type, time: noon, receivedAt: noon })))
const commitEvent = (deviceId: number, type: EventType) =>
  harness.owner.query('insert into pending_evaluations (urgent, events) values (true, $1)', [
    eventsOf(deviceId, type),
  ])
const rejected = async () =>
  (
    await harness.owner.query(
      "select reason, convert_from(payload, 'UTF8') as payload from rejected_messages where topic = 'pending_evaluations'",
    )
  ).rows
const NO_BATCH = Buffer.from('no batch at all')

it('sets aside a batch that cannot be evaluated, and evaluates its neighbours', async () => {
  const device = await newDevice()
  const options = newOptions()
  await commitEvent(device.id, 'SOS')
  await harness.owner.query('insert into pending_evaluations (urgent, readings) values (true, $1)', [
    NO_BATCH,
  ])
  await commitEvent(device.id, 'FALL')
  await evaluatePending(newContext(), options)
  expect(await alarmsOf(harness, device.id)).toMatchObject([{ kind: 'SOS' }, { kind: 'FALL' }])
  expect(options.faults).toHaveLength(1)
  expect(await rejected()).toEqual([{ reason: 'evaluation', payload: 'no batch at all' }])
})

it('rings for whoever calls for help in a batch that cannot be evaluated', async () => {
  const device = await newDevice()
  const options = newOptions()
  await harness.owner.query(
    'insert into pending_evaluations (urgent, readings, events) values (true, $1, $2)',
    [NO_BATCH, eventsOf(device.id, 'SOS', 'CHARGING', 'FALL')],
  )
  await evaluatePending(newContext(), options)
  expect(await alarmsOf(harness, device.id)).toMatchObject([{ kind: 'SOS' }, { kind: 'FALL' }])
  expect(options.faults).toHaveLength(1)
  expect(await rejected()).toHaveLength(1)
})

it('sets aside none but the batch that failed, whatever was committed meanwhile before it', async () => {
  const device = await newDevice()
  const options = newOptions()
  const broker = new pg.Client(harness.url)
  await broker.connect()
  await broker.query('begin')
  await broker.query('insert into pending_evaluations (urgent, events) values (true, $1)', [
    eventsOf(device.id, 'SOS'),
  ])
  await harness.owner.query('insert into pending_evaluations (urgent, events) values (true, $1)', [
    JSON.stringify([{ deviceId: 1e40, type: 'SOS', time: noon, receivedAt: noon }]),
  ])
  const deviceCache = createDeviceCache()
  let times = 0
  const context = {
    ...newContext(),
    deviceCache: {
      ...deviceCache,
      load: async (...known: Parameters<typeof deviceCache.load>) => {
        if (++times === 2) await broker.query('commit')
        return deviceCache.load(...known)
      },
    },
  }
  await evaluatePending(context, options)
  await evaluatePending(newContext(), options)
  await broker.end()
  expect(await alarmsOf(harness, device.id)).toMatchObject([{ kind: 'SOS' }])
  expect(options.faults).toHaveLength(1)
})

it('asks again what it knows by heart before it sets a batch aside', async () => {
  const device = await newDevice()
  const context = newContext()
  await context.deviceCache.load(harness.connection, [device.id])
  await harness.db.update(devices).set({ branchId: null }).where(eq(devices.id, device.id))
  await harness.db.delete(branches).where(eq(branches.id, device.branchId ?? 0))
  const options = newOptions()
  await commitEvent(device.id, 'SOS')
  await evaluatePending(context, options)
  expect(await alarmsOf(harness, device.id)).toMatchObject([{ kind: 'SOS' }])
  expect(options.faults).toEqual([])
})

it('lets wait, and loses nothing, what fails for a fault of the installation; the others go on', async () => {
  const [calm, device] = [await newDevice(), await newDevice()]
  const options = newOptions()
  await harness.owner.query('alter table tasks rename to tasks_away')
  await commitEvent(device.id, 'SOS')
  await commitEvent(calm.id, 'CHARGING')
  await evaluatePending(newContext(), options)
  const waiting = await harness.owner.query('select events -> 0 -> $1 as id from pending_evaluations', [
    'deviceId',
  ])
  await harness.owner.query('alter table tasks_away rename to tasks')
  expect(waiting.rows).toEqual([{ id: device.id }])
  expect(options).toMatchObject({ faults: [], held: [{ code: '42P01' }] })

  await evaluatePoisonBatches(newContext(), options)
  expect(await alarmsOf(harness, device.id)).toMatchObject([{ kind: 'SOS' }])
  expect(options.faults).toEqual([])
})

it('begins again at once where two waited for each other and it was the one that was ended', async () => {
  const device = await newDevice()
  const memory = createRuleMemory()
  let times = 0
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const save = (db: pg.ClientBase) => (times++ === 0 ? Promise.reject(deadlock) : memory.save(db))
  const context = { ...newContext(), memory: { ...memory, save } }
  await commitEvent(device.id, 'SOS')
  await evaluatePending(context, newOptions())
  expect(await alarmsOf(harness, device.id)).toMatchObject([{ kind: 'SOS', count: 1 }])
})
