import { packReadings } from '@carewatch/contracts/batches'
import { metrics } from '@carewatch/contracts/metrics'
import type { Scope } from '@carewatch/contracts/scopes'
import { createBranch, createDevice, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { pendingEvaluations } from '@carewatch/migrations/schema/readings'
import { assignments } from '@carewatch/migrations/schema/wearers'
import {
  outgoingEvents,
  outgoingReadings,
  webhookDeliveries,
  webhooks,
} from '@carewatch/migrations/schema/webhooks'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { type Receiver, startReceiver } from './testing.ts'

const SOON = { timeout: 30_000, interval: 20 }

let harness: Harness
let fixture: CompanyFixture
let receiver: Receiver
beforeAll(async () => {
  harness = await startHarness({ WEBHOOK_NETWORKS: '127.0.0.1/32' })
})
afterAll(() => harness.close())
beforeEach(async () => {
  ;[fixture, receiver] = await Promise.all([createCompanyFixture(harness), startReceiver()])
})
afterEach(async () => {
  await receiver.close()
  // What a webhook wants is kept for the next test as well.
  await harness.db.update(webhooks).set({ deletedAt: sql`now()` })
})

const asManager = (path: string, body: object) =>
  harness.call('POST', path, { token: fixture.people.MANAGER.token, body })

type Wanted = { scopes?: Scope[]; branchUUIDs?: string[] }
async function makeWebhook({ scopes = ['readings:read'], branchUUIDs }: Wanted = {}) {
  const password = TEST_PASSWORD
  const key = await asManager('/apiKeys/new', {
    name: 'Partner',
    scopes,
    password,
    ...(branchUUIDs && { branchUUIDs }),
  })
  const body = { url: receiver.url, topics: ['readings'], apiKeyUUID: key.context.apiKey.uuid, password }
  const made = await asManager('/webhooks/new', body)
  expect(made.status).toBe(200)
  const isIt = eq(webhooks.uuid, made.context.webhook.uuid)
  const [webhook] = await harness.db.select().from(webhooks).where(isIt)
  if (!webhook) throw new Error('no webhook')
  await until('it begins', async () => {
    const [row] = await harness.db.select().from(webhooks).where(eq(webhooks.id, webhook.id))
    return row?.readingsPosition !== null
  })
  return webhook
}

type Measured = { deviceId: number; value: number; time?: number }
const NOW = Date.now()

/** As ingest leaves readings to the rules, and as the rules take them. */
async function evaluated(all: readonly Measured[], stored: number[] | null = null): Promise<void> {
  const readings = packReadings(
    {
      count: all.length,
      deviceId: Int32Array.from(all, ({ deviceId }) => deviceId),
      metric: Uint8Array.from(all, () => metrics.heartRate.id),
      time: Float64Array.from(all, ({ time = NOW }) => time),
      value: Float32Array.from(all, ({ value }) => value),
    },
    NOW,
  )
  const row = { urgent: false, readings: Buffer.from(readings), stored }
  const [made] = await harness.db.insert(pendingEvaluations).values(row).returning()
  await harness.db.delete(pendingEvaluations).where(eq(pendingEvaluations.id, made?.id ?? 0))
}

/** As if they had waited for as long as a batch does. */
const ripen = () => harness.db.update(outgoingReadings).set({ at: sql`now() - interval '31 seconds'` })
const statesOf = async ({ id }: { id: number }) => {
  const rows = await harness.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id))
  return rows.map(({ state }) => state)
}
type Batch = {
  isComplete: boolean
  devices: { deviceUuid: string; readings: { time: string; values: Record<string, number> }[] }[]
}
// Safe: of messages of readings.
const batches = (): Batch[] => receiver.received.map(({ message }) => message.data as unknown as Batch)
const valuesIn = (batch: Batch | undefined) =>
  batch?.devices.flatMap(({ deviceUuid, readings }) =>
    readings.map(({ values }) => `${deviceUuid} ${values['heartRate']}`),
  )

it('come in batches: what is new of what was evaluated, by device and time', async () => {
  await makeWebhook()
  const { id, uuid } = fixture.device
  await evaluated([
    { deviceId: id, value: 71.5 },
    { deviceId: id, value: 72, time: NOW + 1_000 },
  ])
  expect(receiver.received).toEqual([])
  await ripen()
  await until('they come', () => receiver.received.length > 0)
  expect(receiver.received[0]?.message.type).toBe('readings.batch')
  expect(valuesIn(batches()[0])).toEqual([`${uuid} 71.5`, `${uuid} 72`])
  expect(batches()[0]).toMatchObject({ isComplete: true })
  // It repeats something that was stored before.
  const repeating = [
    { deviceId: id, value: 71.5 },
    { deviceId: id, value: 73, time: NOW + 2_000 },
  ]
  await evaluated(repeating, [2])
  await ripen()
  await until('the next comes', () => receiver.received.length > 1)
  expect(valuesIn(batches()[1])).toEqual([`${uuid} 73`])
})

it('come at once where they are many, in order, and none of them twice', async () => {
  const webhook = await makeWebhook()
  const { id: deviceId } = fixture.device
  for (let batch = 0; batch < 5; batch++) {
    const all = Array.from({ length: 5_000 }, (_, nth) => ({
      deviceId,
      value: batch,
      time: NOW + batch * 5_000 + nth,
    }))
    await evaluated(all)
  }
  await until('the full ones come', () => receiver.received.length === 2)
  await ripen()
  await until('the rest comes', () => receiver.received.length === 3)
  expect(batches().map((batch) => valuesIn(batch)?.length)).toEqual([10_000, 10_000, 5_000])
  const times = batches().flatMap(({ devices }) =>
    devices.flatMap(({ readings }) => readings.map(({ time }) => time)),
  )
  expect(times).toEqual(times.toSorted())
  expect(new Set(times).size).toBe(25_000)
  await until('all is settled', async () => (await statesOf(webhook)).join() === 'SENT,SENT,SENT')
})

it('are those of the company and branches of the key, and of who wears the watch now', async () => {
  const [branch, other] = await Promise.all([
    createBranch(harness.db, fixture.company.id),
    createCompanyFixture(harness),
  ])
  const elsewhere = await createDevice(harness.db, { companyId: fixture.company.id, branchId: branch.id })
  await makeWebhook({ branchUUIDs: [fixture.branch.uuid] })
  const { id, uuid } = fixture.device
  const [worn] = await harness.db.select().from(assignments).where(eq(assignments.deviceId, id))
  const before = (worn?.startedAt.getTime() ?? 0) - 1_000
  await evaluated([
    { deviceId: other.device.id, value: 1 },
    { deviceId: elsewhere.id, value: 2 },
    { deviceId: id, value: 3 },
    { deviceId: id, value: 4, time: before },
  ])
  await ripen()
  await until('they come', () => receiver.received.length > 0)
  expect(valuesIn(batches()[0])).toEqual([`${uuid} 3`])
})

it('are none without the scope, and nothing is kept where no webhook wants them', async () => {
  await evaluated([{ deviceId: fixture.device.id, value: 70 }])
  expect(
    await harness.db.$count(outgoingReadings, sql`at > now() - interval '5 seconds' and count = 1`),
  ).toBe(0)
  const webhook = await makeWebhook({ scopes: ['alarms:read'] })
  await evaluated([{ deviceId: fixture.device.id, value: 70 }])
  await ripen()
  await until('it is settled', async () => (await statesOf(webhook)).join() === 'SKIPPED')
  expect(receiver.received).toEqual([])
})

it('say which time they are missing of, after a receiver was away for too long', async () => {
  const webhook = await makeWebhook()
  const { id: deviceId } = fixture.device
  receiver.answer = (_, response) => void response.writeHead(503).end()
  const gone = 6
  for (let value = 0; value < gone; value++) {
    await evaluated([{ deviceId, value, time: NOW + value }])
    await ripen()
    const made = Math.min(value + 1, 4)
    // No more than four wait; what comes meanwhile is kept beside them.
    await until('it waits', async () => (await statesOf(webhook)).length === made)
  }
  await until('all have their positions', async () => {
    const isOpen = sql`${outgoingReadings.position} is null`
    return (await harness.db.$count(outgoingReadings, isOpen)) === 0
  })
  // As the hours go by.
  const kept = await harness.db.select().from(outgoingReadings).orderBy(outgoingReadings.id)
  const [last] = kept.slice(-1)
  await harness.db.delete(outgoingReadings).where(sql`${outgoingReadings.id} < ${last?.id ?? 0}`)
  receiver.answer = receiver.take
  const before = receiver.received.length
  await harness.db.update(webhookDeliveries).set({ nextAt: sql`now()` })
  await until('the newest comes', () =>
    batches().some((batch) => (valuesIn(batch)?.length ?? 0) > 0 && receiver.received.length > before + 4),
  )
  const after = batches().slice(before)
  expect(after.map(({ isComplete }) => isComplete)).toEqual([false, false, false, false, false])
  expect(after.flatMap((batch) => valuesIn(batch) ?? [])).toEqual([`${fixture.device.uuid} 5`])
})

it('hold up nothing that happened where they cannot be queued', async () => {
  await makeWebhook()
  const { id: companyId } = fixture.company
  await harness.db.execute(sql`alter table outgoing_readings rename to away`)
  try {
    await raiseAlarm(harness, fixture)
    await expect
      .poll(() => harness.db.$count(outgoingEvents, eq(outgoingEvents.companyId, companyId)), SOON)
      .toBeGreaterThan(0)
    const waiting = and(eq(outgoingEvents.companyId, companyId), isNull(outgoingEvents.position))
    await expect.poll(() => harness.db.$count(outgoingEvents, waiting), SOON).toBe(0)
  } finally {
    await harness.db.execute(sql`alter table away rename to outgoing_readings`)
  }
})
