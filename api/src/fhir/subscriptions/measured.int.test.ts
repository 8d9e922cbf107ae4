import { packReadings } from '@carewatch/contracts/batches'
import { backport } from '@carewatch/contracts/http/fhir-subscriptions'
import { type MetricName, metrics } from '@carewatch/contracts/metrics'
import type { Scope } from '@carewatch/contracts/scopes'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { pendingEvaluations, readings } from '@carewatch/migrations/schema/readings'
import { outgoingReadings, webhookDeliveries, webhooks } from '@carewatch/migrations/schema/webhooks'
import type { Bundle, Parameters, Resource } from '@medplum/fhirtypes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsOf, learnDefinitions, schemaFaultsOf } from '../../testing/fhir.ts'
import { askFhir, faultsIn, resourcesIn } from '../../testing/fhir-calls.ts'
import { type CompanyFixture, createCompanyFixture } from '../../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../../testing/harness.ts'
import { type Receiver, startReceiver } from '../../webhooks/testing.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
let receiver: Receiver
beforeAll(async () => {
  learnDefinitions()
  harness = await startHarness({ WEBHOOK_NETWORKS: '127.0.0.1/32' })
  ;[fixture, other, receiver] = await Promise.all([
    createCompanyFixture(harness),
    createCompanyFixture(harness),
    startReceiver(),
  ])
})
afterAll(async () => {
  await receiver.close()
  await harness.close()
})

const NOW = Date.now()
type Measured = { by: CompanyFixture; metric: MetricName; value: number; time?: number }

/** As ingest stores readings and leaves them to the rules, and as the rules take them. */
async function evaluated(all: readonly Measured[]): Promise<void> {
  const rows = all.map(({ by, metric, value, time = NOW }) => ({
    deviceId: by.device.id,
    metric: metrics[metric].id,
    time: new Date(time),
    value,
  }))
  await harness.db.insert(readings).values(rows)
  const packed = packReadings(
    {
      count: rows.length,
      deviceId: Int32Array.from(rows, ({ deviceId }) => deviceId),
      metric: Uint8Array.from(rows, ({ metric }) => metric),
      time: Float64Array.from(rows, ({ time }) => time.getTime()),
      value: Float32Array.from(rows, ({ value }) => value),
    },
    NOW,
  )
  const row = { urgent: false, readings: Buffer.from(packed), stored: null }
  const [made] = await harness.db.insert(pendingEvaluations).values(row).returning()
  await harness.db.delete(pendingEvaluations).where(eq(pendingEvaluations.id, made?.id ?? 0))
}

/** As if they had waited for as long as a batch does. */
const ripen = () => harness.db.update(outgoingReadings).set({ at: sql`now() - interval '31 seconds'` })
const bundles = (): Bundle[] => receiver.received.map(({ body }) => JSON.parse(body) as Bundle)
const parametersOf = (bundle: Bundle | undefined) =>
  (bundle?.entry?.[0]?.resource as Parameters | undefined)?.parameter ?? []
const numbersIn = (bundle: Bundle | undefined) =>
  parametersOf(bundle).flatMap(({ part = [] }) =>
    part.flatMap(({ name, valueString }) => (name === 'event-number' ? [Number(valueString)] : [])),
  )
const countIn = (bundle: Bundle | undefined) =>
  parametersOf(bundle).find(({ name }) => name === 'events-since-subscription-start')?.valueString

it('observations come in batches, as a search finds them, and what was lost leaves a gap in their numbers', async () => {
  const scopes: Scope[] = ['fhir:read', 'fhir:write', 'readings:read']
  const { token } = fixture.people.MANAGER
  const password = TEST_PASSWORD
  const key = await harness.call('POST', '/apiKeys/new', {
    token,
    body: { name: 'Hospital', scopes, password },
  })
  const { secret } = key.context
  const body = {
    resourceType: 'Subscription',
    status: 'requested',
    reason: 'The ward',
    criteria: 'urn:carewatch:topic:observations',
    channel: {
      type: 'rest-hook',
      endpoint: receiver.url,
      _payload: { extension: [{ url: backport.content, valueCode: 'full-resource' }] },
    },
  }
  const counted = { extension: [{ url: backport.maxCount, valuePositiveInt: 5 }] }
  const refused = await harness.exchange('POST', '/fhir/Subscription', {
    token: secret,
    body: { ...body, channel: { ...body.channel, ...counted } },
  })
  expect(refused.status).toBe(400)
  const made = await harness.exchange('POST', '/fhir/Subscription', { token: secret, body })
  expect(made.status).toBe(201)
  await until('it begins', async () => {
    const [row] = await harness.db.select().from(webhooks)
    return (row?.readingsPosition ?? null) !== null && row?.handshakenAt !== null
  })
  await evaluated([
    { by: fixture, metric: 'heartRate', value: 72 },
    { by: fixture, metric: 'systolic', value: 128 },
    { by: fixture, metric: 'diastolic', value: 81 },
    { by: fixture, metric: 'heartRate', value: 70, time: NOW - 26 * 3_600_000 },
    { by: other, metric: 'heartRate', value: 99 },
  ])
  await ripen()
  await until('they come', () => receiver.received.length > 1)
  const [, first] = bundles()
  expect([schemaFaultsOf(first as Bundle), faultsOf(first as Bundle)]).toEqual([[], []])
  expect([numbersIn(first), countIn(first)]).toEqual([[1, 2, 3], '3'])
  const sent = resourcesIn(first as Bundle).slice(1)
  expect(sent.flatMap((one) => faultsIn(one))).toEqual([])
  const path = `Observation?patient=${fixture.wearer.uuid}`
  const found = resourcesIn((await askFhir(harness, path, secret)).resource)
  expect(sent.toSorted(byId)).toEqual(found.toSorted(byId))

  // The receiver is away for longer than readings are kept.
  receiver.answer = (_, response) => void response.writeHead(503).end()
  await evaluated([{ by: fixture, metric: 'heartRate', value: 73, time: NOW + 1_000 }])
  await ripen()
  const waiting = () => harness.db.$count(webhookDeliveries, eq(webhookDeliveries.state, 'QUEUED'))
  await until('it waits', async () => (await waiting()) === 1)
  await harness.db.delete(outgoingReadings)
  receiver.answer = receiver.take
  const before = receiver.received.length
  await harness.db.update(webhookDeliveries).set({ nextAt: sql`now()` })
  await until('it is sent', async () => (await waiting()) === 0)
  await evaluated([{ by: fixture, metric: 'heartRate', value: 74, time: NOW + 2_000 }])
  await ripen()
  const last = () => bundles().at(-1)
  await until('the next comes', () => receiver.received.length > before && numbersIn(last()).length > 0)
  expect([numbersIn(last()), countIn(last())]).toEqual([[5], '5'])
})

const byId = ({ id: one = '' }: Resource, { id: two = '' }: Resource) => one.localeCompare(two)
