import { subscriptionTopics } from '@carewatch/contracts/fhir-subscriptions'
import { backport } from '@carewatch/contracts/http/fhir-subscriptions'
import type { Scope } from '@carewatch/contracts/scopes'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { alarmHistory, alarms } from '@carewatch/migrations/schema/alarms'
import { outgoingEvents, webhookDeliveries, webhooks } from '@carewatch/migrations/schema/webhooks'
import type { Bundle, Parameters, Subscription } from '@medplum/fhirtypes'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { askFhir } from '../../testing/fhir-calls.ts'
import { type CompanyFixture, createCompanyFixture } from '../../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../../testing/harness.ts'
import { type Receiver, startReceiver } from '../../webhooks/testing.ts'

let harness: Harness
let fixture: CompanyFixture
let receiver: Receiver
let elsewhere: Receiver
beforeAll(async () => {
  harness = await startHarness({ WEBHOOK_NETWORKS: '127.0.0.1/32' })
})
afterAll(() => harness.close())
beforeEach(async () => {
  ;[fixture, receiver, elsewhere] = await Promise.all([
    createCompanyFixture(harness),
    startReceiver(),
    startReceiver(),
  ])
})
afterEach(() => Promise.all([receiver.close(), elsewhere.close()]))

const scopes: Scope[] = ['fhir:read', 'fhir:write', 'alarms:read', 'people:read']

async function keyOf(): Promise<string> {
  const body = { name: 'Hospital', password: TEST_PASSWORD, scopes }
  const { token } = fixture.people.MANAGER
  return (await harness.call('POST', '/apiKeys/new', { token, body })).context.secret
}

const wanted = (endpoint: string, header?: string[]) => ({
  resourceType: 'Subscription',
  status: 'requested',
  reason: 'The ward',
  criteria: subscriptionTopics.alarms.url,
  channel: {
    type: 'rest-hook',
    endpoint,
    _payload: { extension: [{ url: backport.content, valueCode: 'id-only' }] },
    ...(header && { header }),
  },
})

/** A call as programs of FHIR make it. */
async function send(method: string, path: string, key: string, body: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/fhir+json' }
  const at = `${harness.api.url}/api/fhir/${path}`
  const answer = await fetch(at, { method, headers, body: JSON.stringify(body) })
  // Safe: held against the definitions elsewhere.
  return { status: answer.status, resource: (await answer.json()) as Subscription }
}

async function subscribe(key: string, body = wanted(receiver.url)): Promise<string> {
  const isWaiting = isNull(outgoingEvents.position)
  await until('all has its place', async () => (await harness.db.$count(outgoingEvents, isWaiting)) === 0)
  const { status, resource } = await send('POST', 'Subscription', key, body)
  expect(status).toBe(201)
  return resource.id ?? ''
}

const move = async (key: string, id: string, body = wanted(elsewhere.url)) =>
  send('PUT', `Subscription/${id}`, key, body)
const rowOf = async (id: string) => (await harness.db.select().from(webhooks).where(eq(webhooks.uuid, id)))[0]
const untilActive = (id: string) =>
  until('it is active', async () => ((await rowOf(id))?.handshakenAt ?? null) !== null)

async function anSos() {
  const { device, wearer, company, branch } = fixture
  const [alarm] = await harness.db
    .insert(alarms)
    .values({
      deviceId: device.id,
      wearerId: wearer.id,
      companyId: company.id,
      branchId: branch.id,
      kind: 'SOS',
      category: 'OPERATIONAL',
      severity: 'CRITICAL',
      openedAt: new Date(),
      lastAt: new Date(),
    })
    .returning()
  return alarm?.id ?? 0
}
const step = (alarmId: number, name: 'OPENED' | 'REPEATED') =>
  harness.db.insert(alarmHistory).values({ alarmId, step: name })

const refuse = (_: unknown, response: { writeHead: (status: number) => { end: () => unknown } }) =>
  void response.writeHead(503).end()
const bundlesOf = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body) as Bundle)
const parametersOf = ({ entry = [] }: Bundle) =>
  (entry[0]?.resource as Parameters | undefined)?.parameter ?? []
const typeOf = (bundle: Bundle) => parametersOf(bundle).find(({ name }) => name === 'type')?.valueCode
const numbersIn = (bundle: Bundle) =>
  parametersOf(bundle).flatMap(({ part = [] }) =>
    part.flatMap(({ name, valueString }) => (name === 'event-number' ? [valueString] : [])),
  )

it('does not hand the heads of one receiver to another', async () => {
  const key = await keyOf()
  const id = await subscribe(key, wanted(receiver.url, ['Authorization: Bearer of-the-receiver']))
  await untilActive(id)
  // Where it stays at its receiver they stay.
  await move(key, id, wanted(`${receiver.url}&more=1`))
  await until('it is asked again', () => receiver.received.length >= 2)
  expect(receiver.received[1]?.headers.authorization).toBe('Bearer of-the-receiver')
  expect((await move(key, id)).status).toBe(200)
  await until('the other is asked', () => elsewhere.received.length >= 1)
  expect(elsewhere.received[0]?.headers.authorization).toBeUndefined()
})

it('names an event once to whoever asks what it missed', async () => {
  const key = await keyOf()
  const id = await subscribe(key)
  await untilActive(id)
  receiver.answer = refuse
  const alarm = await anSos()
  await step(alarm, 'OPENED')
  await until('it is tried', () => receiver.received.length >= 2)
  await move(key, id)
  await until('it comes', () => elsewhere.received.length >= 2)
  const { resource } = await askFhir(harness, `Subscription/${id}/$events`, key)
  expect(numbersIn(resource as Bundle)).toEqual(['1'])
})

it('stays as a manager paused it', async () => {
  const key = await keyOf()
  const id = await subscribe(key)
  await untilActive(id)
  const { token } = fixture.people.MANAGER
  await harness.call('POST', `/webhooks/pause/${id}`, { token, body: {} })
  const answer = await move(key, id)
  expect([answer.status, answer.resource.status]).toEqual([200, 'off'])
  expect((await rowOf(id))?.pause).toBe('byPerson')
  await harness.call('POST', `/webhooks/resume/${id}`, { token, body: {} })
  await untilActive(id)
  expect(bundlesOf(elsewhere).map(typeOf)).toEqual(['handshake'])
})

it('is moved with all that waits, however much that is', async () => {
  const key = await keyOf()
  const id = await subscribe(key)
  await untilActive(id)
  receiver.answer = refuse
  await step(await anSos(), 'OPENED')
  await until('it is tried', () => receiver.received.length >= 2)
  const { id: webhookId = 0 } = (await rowOf(id)) ?? {}
  await harness.db.execute(sql`insert into webhook_deliveries (webhook_id, event_id, ordered_by)
    select webhook_id, event_id, ordered_by from webhook_deliveries, generate_series(1, 25000)
    where webhook_id = ${webhookId} and event_id is not null`)
  expect((await move(key, id)).status).toBe(200)
  const isWaiting = and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'QUEUED'))
  expect(await harness.db.$count(webhookDeliveries, isWaiting)).toBeGreaterThan(24_000)
  await harness.db.update(webhooks).set({ deletedAt: new Date() }).where(eq(webhooks.uuid, id))
})

it('tells where it was moved to nothing before that was asked, whatever a manager sends again', async () => {
  const key = await keyOf()
  const id = await subscribe(key)
  await untilActive(id)
  await step(await anSos(), 'OPENED')
  await until('it is told', () => receiver.received.length >= 2)
  elsewhere.answer = refuse
  expect((await move(key, id)).status).toBe(200)
  await until('the other is asked', () => elsewhere.received.length >= 1)
  const { token } = fixture.people.MANAGER
  const since = new Date(Date.now() - 3_600_000).toISOString()
  await harness.call('POST', `/webhooks/replay/${id}`, { token, body: { since } })
  await harness.call('POST', `/webhooks/test/${id}`, { token, body: {} })
  await harness.db
    .update(webhookDeliveries)
    .set({ nextAt: sql`now()` })
    .where(eq(webhookDeliveries.state, 'QUEUED'))
  await until('the other is asked again', () => elsewhere.received.length >= 2)
  expect(new Set(bundlesOf(elsewhere).map(typeOf))).toEqual(new Set(['handshake']))
})

it('sends what was on its way while it was moved to where it is now, by the same id and number', async () => {
  const key = await keyOf()
  const id = await subscribe(key)
  await untilActive(id)
  const held: { end: () => unknown }[] = []
  receiver.answer = (_, response) => void held.push(response)
  await step(await anSos(), 'OPENED')
  await until('it is on its way', () => held.length === 1)
  expect((await move(key, id)).status).toBe(200)
  for (const response of held) response.end()
  await until('it comes', () => elsewhere.received.length >= 2)
  const [, there] = receiver.received
  const [, here] = elsewhere.received
  expect(here?.id).toBe(there?.id)
  expect(bundlesOf(elsewhere).map(numbersIn)).toEqual([[], ['1']])
})

it('sends nothing to where it led before once it was moved, and gives an event one number', async () => {
  const key = await keyOf()
  const id = await subscribe(key)
  await untilActive(id)
  const alarm = await anSos()
  // What is told of it cannot be read yet.
  const isMoved = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const holding = harness.db.transaction(async (tx) => {
    await tx.execute(sql`lock table rooms in access exclusive mode`)
    isHeld.resolve()
    await isMoved.promise
  })
  await isHeld.promise
  await step(alarm, 'OPENED')
  await until('it is taken', async () => {
    const isTaken = and(eq(webhookDeliveries.attempts, 1), eq(webhookDeliveries.state, 'QUEUED'))
    return (await harness.db.$count(webhookDeliveries, isTaken)) > 0
  })
  expect((await move(key, id)).status).toBe(200)
  isMoved.resolve()
  await holding
  await until('it comes', () => elsewhere.received.length >= 2)
  await step(alarm, 'REPEATED')
  await until('the next comes', () => elsewhere.received.length >= 3)
  expect(bundlesOf(receiver).map(typeOf)).toEqual(['handshake'])
  expect(bundlesOf(elsewhere).map(numbersIn)).toEqual([[], ['1'], ['2']])
  expect((await rowOf(id))?.eventCount).toBe(2)
})
